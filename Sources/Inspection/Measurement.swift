import Geometry
import Motion
public import SceneFormat
public import Staging

/// A measurement on a timeline.
struct Measurement: Hashable {
  var value: Double
  /// A target, or a property of one.
  var what: String
  /// In seconds from the start of the run.
  var time = 0.0

  /// The larger one; of equal ones, the first.
  static func largest(_ measures: [Measurement]) -> Measurement? {
    measures.max { $0.value < $1.value }
  }
}

/// What is seen of the frames of a run.
struct FrameMeasures {
  /// The longest way that a corner of anything visible goes from one frame to the next, in points.
  var longestStep: Measurement?
  /// The first time between the ends when the canvas is blank for more than a frame, or between
  /// frames that show much: a short gap between fading out and fading in is allowed.
  var blankTime: Double?
}

/// The corners of an element on the canvas; no points where it is not seen.
private typealias VisibleCorners = (target: Target, points: [Point], opacity: Double)

extension Run {
  /// A share of the way that is too small to see.
  private static let settledShare = 0.005

  /// When the last value comes within 0.5 % of its way of where it ends.
  func settling() -> Measurement? {
    let (times, series) = series()
    return Measurement.largest(
      series.compactMap { series in
        guard let end = series.values.last, let most = series.values.max(),
          let least = series.values.min(), most - least > 1e-9
        else { return nil }
        let near = Self.settledShare * (most - least)
        let last = series.values.lastIndex { abs($0 - end) > near } ?? -1
        return Measurement(value: times[min(last + 1, times.count - 1)], what: series.name)
      })
  }

  /// By which share of its way a value goes too far, at most.
  func overshoot() -> Measurement? {
    let (_, series) = series()
    return Measurement.largest(
      series.compactMap { series in
        guard let start = series.values.first, let end = series.values.last,
          abs(end - start) > 1e-9
        else { return nil }
        let beyond = series.values.map { ($0 - end) / (end - start) }.max() ?? 0
        return Measurement(value: max(0, beyond), what: series.name)
      })
  }

  /// Looks at all frames of the run.
  func frameMeasures(fps: Double) -> FrameMeasures {
    var longest: Measurement?
    // The screens before and after the ends are seen.
    var (inside, strengths) = ([Double](), [1.0])
    var before: [VisibleCorners] = []
    for time in Stage.frameTimes(seconds, fps: fps) {
      let now = corners(at: progress(at: time))
      for (old, new) in zip(before, now) where old.points.count == new.points.count {
        let distance = zip(old.points, new.points).map { ($1 - $0).length }.max() ?? 0
        guard distance.isFinite, distance > longest?.value ?? 0 else { continue }
        longest = Measurement(value: distance, what: new.target.description, time: time)
      }
      before = now
      guard time > delay, time < seconds else { continue }
      inside.append(time)
      strengths.append(strength(of: now))
    }
    strengths.append(1)
    let blank = inside.indices.first { index in
      let (before, after) = (strengths[index], strengths[index + 2])
      return strengths[index + 1] == 0 && (after == 0 || max(before, after) > 0.25)
    }
    return FrameMeasures(longestStep: longest, blankTime: blank.map { inside[$0] })
  }

  /// How strongly the strongest of those on the canvas is seen, from 0 to 1: what is seen from its
  /// edge is hardly there, so that a screen which turns through it does not count as a flash.
  private func strength(of corners: [VisibleCorners]) -> Double {
    corners.map { corner in
      guard corner.target != .dim, reachesCanvas(corner.points) else { return 0 }
      return corner.opacity * min(1, area(corner.points) / (canvas.width * canvas.height))
    }.max() ?? 0
  }

  private var canvas: Size { container.size }

  private func area(_ points: [Point]) -> Double {
    abs(points.sides.reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }) / 2
  }

  private func reachesCanvas(_ points: [Point]) -> Bool {
    !Path(points.map(Path.Element.line)).controlBounds.intersection(container.bounds).isEmpty
  }

  /// The corners of all elements on the canvas; no points for those that are not seen.
  private func corners(at progress: Progress) -> [VisibleCorners] {
    let container = tracks.apply(to: container, at: progress)
    let outside = container.matrix().flattened
    let isSeen = container.isSeen
    func corners(
      _ element: Element, _ target: Target, _ parent: Transform
    ) -> VisibleCorners {
      guard isSeen, element.isSeen else { return (target, [], 0) }
      let toCanvas = element.matrix(seenFrom: container.eye).flattened.then(parent).then(outside)
      let points = toCanvas.determinant == 0 ? [] : toCanvas.outline(of: element.bounds)
      return (target, points, element.layer.opacity)
    }
    let layers = table.layers.compactMap { layer in
      layer.target == .shared
        ? nil : corners(tracks.apply(to: layer.element, at: progress), layer.target, layer.parent)
    }
    return layers + sharedMotions(at: progress).map { corners($0, $0.target ?? .shared, .identity) }
  }
}

/// One number of the timeline over the run.
private struct Series {
  var name: String
  var values: [Double]
}

extension Run {
  /// Every number of the timeline, looked at more often than it is shown.
  private func series() -> (times: [Double], series: [Series]) {
    // A long run needs no finer look than a short one.
    let times = Stage.frameTimes(seconds, fps: min(240, 2400 / max(1e-6, seconds)))
    let targets = TimelineTargets(self)
    var series: [Series] = []
    for time in times {
      let numbers = targets.values(at: progress(at: time)).flatMap(\.numbersByName)
      guard !series.isEmpty else {
        series = numbers.map { Series(name: $0.name, values: [$0.value]) }
        continue
      }
      for (index, number) in numbers.enumerated() where index < series.count {
        series[index].values.append(number.value)
      }
    }
    return (times, series)
  }
}

extension Timeline.TargetValues {
  /// All that can move without a jump.
  fileprivate var numbersByName: [(name: String, value: Double)] {
    values.flatMap { name, value -> [(String, Double)] in
      guard name != .order, case .numbers(let numbers) = value else { return [] }
      return numbers.map { ("\(target).\(name.name)", $0) }
    }
  }
}

extension Element {
  /// Whether at least the faintest trace of it is drawn.
  fileprivate var isSeen: Bool { !layer.isHidden && layer.opacity >= 0.5 / 255 }
}

extension Stage {
  /// Which of `expectations` the timeline does not meet, each with the largest value measured; of a
  /// flow, every transition has to meet them.
  public func unmet(_ expectations: Expectations, fps: Double) -> [SceneError] {
    typealias Row = (
      allowed: Double?, place: Place, measure: (Run) -> Measurement?,
      unmet: (_ allowed: Double, _ measured: Double, _ what: String) -> UnmetExpectation
    )
    let rows: [Row] = [
      (
        expectations.settledBySeconds, expectations.settledByPlace, { $0.settling() },
        UnmetExpectation.settledBy
      ),
      (
        expectations.overshootFraction, expectations.overshootPlace, { $0.overshoot() },
        UnmetExpectation.overshoot
      ),
      (
        expectations.maxStepPoints, expectations.maxStepPlace,
        { $0.frameMeasures(fps: fps).longestStep }, UnmetExpectation.maxStep
      ),
    ]
    return rows.compactMap { row in
      guard let allowed = row.allowed,
        let most = Measurement.largest(runs.compactMap(row.measure)), most.value > allowed
      else { return nil }
      return SceneError(unmet: row.unmet(allowed, most.value, most.what), at: row.place)
    }
  }
}

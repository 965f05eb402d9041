import Drawing
import ImageDiff
import SceneFormat
import Staging

/// Two scenes, compared in their own words: what their layers are, and how these move.
public struct SceneComparison: Hashable, Sendable {
  /// What is new of each layer, in the order of the screens; movements first.
  public let changes: [LayerChange]
  /// The layers that the difference is in: those that changed and are seen to, first of all.
  public let layers: [String]

  /// Compares scenes that are sampled at `fps`; `peak` is the frame that differs most.
  init(
    _ expected: Animation, _ actual: Animation, fps: (Double, Double), peak: FrameComparison?
  ) throws {
    let motions = MotionComparison(expected, actual).changes
    let looks = LookComparison(expected.stage.looks, actual.stage.looks).changes
    changes = motions + looks
    var seen: Set<String> = []
    let named = changes.map(\.layer)
    var blamed: [String] = []
    if let peak { blamed = try Self.blamed(expected, actual, fps, peak) }
    // What the scene says is sure; of it, what is seen in pixels comes first.
    let both = blamed.filter(named.contains)
    layers = (both + named + blamed).filter { seen.insert($0).inserted }
  }

  /// What happened in time, if that is what happened to most of what moves; nil if the scenes'
  /// timelines have nothing to say.
  public var className: String? {
    let motions = changes.compactMap { change -> ValueChange? in
      guard case .motion(_, let change) = change.kind else { return nil }
      return change
    }
    var counts: [String: Int] = [:]
    for motion in motions { counts[motion.className, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  private static func blamed(
    _ expected: Animation, _ actual: Animation, _ fps: (Double, Double), _ peak: FrameComparison
  ) throws -> [String] {
    let (old, new) = (expected.stage.frameTimes(fps: fps.0), actual.stage.frameTimes(fps: fps.1))
    let moments = (
      old[min(peak.expectedIndex, old.count - 1)], new[min(peak.actualIndex, new.count - 1)]
    )
    let comparison = PixelComparison(
      try expected.renderer().frame(at: moments.0), try actual.renderer().frame(at: moments.1))
    return LayerBlame(
      LayerScan(expected.stage, at: moments.0), LayerScan(actual.stage, at: moments.1), comparison
    ).layers
  }
}

extension ValueChange {
  /// The name of the class, as animations have it.
  var className: String {
    switch self {
    case .value: TimeChange.unaligned.name
    case .delayed: TimeChange.delayed(frames: 0, seconds: 0).name
    case .stretched: TimeChange.stretched(factor: 1).name
    case .curve: TimeChange.curve.name
    }
  }
}

/// Compares how layers move.
private struct MotionComparison {
  private(set) var changes: [LayerChange] = []

  init(_ expected: Animation, _ actual: Animation) {
    // Both at one rate, whatever theirs are: what moves is a matter of time, not of frames.
    let fps = expected.scene.output.fps
    let steps = expected.stage.timelineSteps(fps: fps)
    let newSteps = actual.stage.timelineSteps(fps: fps)
    for (old, new) in zip(steps, newSteps) { compare(old.timeline, new.timeline) }
  }

  private mutating func compare(_ old: Timeline, _ new: Timeline) {
    let ratio = old.seconds > 0 ? new.seconds / old.seconds : 1
    for entry in new.frames.first?.entries ?? [] {
      for value in entry.values {
        let before = old.series(of: value.name, entry.target)
        let after = new.series(of: value.name, entry.target)
        note(value.name, entry.target, Self.change(before, after, ratio))
      }
    }
    for entry in old.frames.first?.entries ?? [] {
      for value in entry.values where new.series(of: value.name, entry.target) == nil {
        let before = old.series(of: value.name, entry.target)
        note(value.name, entry.target, Self.change(before, nil, ratio))
      }
    }
  }

  private mutating func note(_ property: Property, _ target: Target, _ change: ValueChange?) {
    guard let change else { return }
    changes.append(
      LayerChange(layer: "\(target)", kind: .motion(property: property.rawValue, change)))
  }

  /// What happened to the values of a property; nil where nobody says any for it, it has none.
  private static func change(
    _ before: ValueSeries?, _ after: ValueSeries?, _ ratio: Double
  ) -> ValueChange? {
    switch (before, after) {
    case (let before?, let after?): ValueChange(before, after, ratio: ratio)
    case (let before?, nil):
      before.farthestFromEnd.map { .value(from: $0.text, to: "at rest") }
    case (nil, let after?): after.farthestFromEnd.map { .value(from: "at rest", to: $0.text) }
    case (nil, nil): nil
    }
  }
}

extension Timeline {
  /// The values of one property; nil where it has none in some frame.
  fileprivate func series(of property: Property, _ target: Target) -> ValueSeries? {
    let values = frames.compactMap { frame in
      frame.entries.first { $0.target == target }?.values.first { $0.name == property }?.value
    }
    guard values.count == frames.count, !values.isEmpty else { return nil }
    return ValueSeries(times: frames.map(\.time), values: values)
  }
}

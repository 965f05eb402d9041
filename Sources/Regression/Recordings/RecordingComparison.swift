import Formatting
import Geometry
import ImageDiff
import Motion
import Pixels
import RenderTransition
import SceneFormat
import Staging

/// A recording of an app, compared with the transition that was designed.
package struct RecordingComparison: Sendable {
  /// What came out.
  package enum Verdict: String, Hashable, Sendable, CaseIterable { case same, different, other }

  let path: String
  let options: RecordingOptions
  let recording: ScreenRecording
  /// What was designed.
  let design: DesignRun
  /// The motion that the design explains best.
  let motion: RecordedMotion
  /// The others of the recording, in seconds.
  let others: [ClosedRange<Double>]
  /// Values that the app reaches otherwise.
  let values: [FoundValue]
  /// Values that cannot be seen in this recording.
  let unseen: [FoundValue]

  /// More of the motion than this is left only by another transition.
  static let mostLeft = 0.25
  /// Motions of a recording that are tried, the largest first.
  private static let mostMotions = 4

  /// Compares the recording at `path` with a transition of the scene at another path; throws a
  /// `FootageError`, an `UnreadableScene` or a `Failure`.
  package init(
    of path: String, withSceneAt scene: String, assetRoot: String?, _ options: RecordingOptions
  ) async throws {
    let animation: Animation
    do throws(LoadFailure) {
      animation = try Animation(
        at: SceneAddress(scene), assetRoot: assetRoot, limits: options.limits)
    } catch {
      throw UnreadableScene(path: scene, failure: error)
    }
    for layer in options.ignoredLayers where animation.stage.names(ofLayers: [layer]).isEmpty {
      throw UnknownLayer(name: layer)
    }
    let design = try DesignRun(animation, options)
    let size = RunDrawing.size(of: design.canvas, scale: design.scale)
    let recording = try await ScreenRecording(at: path, of: design.canvas, size: size, options)
    if let tap = options.tap, tap > recording.end {
      throw Failure(
        .usage, "--tap is outside of the recording, which ends at \(Seconds.text(recording.end)) s")
    }
    let spans = StillSearch(times: recording.times, changes: recording.changes).spans
    guard !spans.isEmpty else {
      throw FootageError.content(path, reason: "nothing moves in it that can be seen")
    }
    let whole = spans.filter { recording.isStill($0.before) && recording.isStill($0.behind) }
    guard !whole.isEmpty else {
      throw FootageError.content(
        path,
        reason: "there is no motion in it between two stills: record a little before it begins "
          + "and after it ends")
    }
    var motions: [RecordedMotion] = []
    for span in whole.sorted(by: { $0.peak > $1.peak }).prefix(Self.mostMotions) {
      if let motion = try RecordedMotion(recording, span, design, options) {
        motions.append(motion)
      }
    }
    guard var best = motions.min(by: { $0.left < $1.left }) else {
      throw FootageError.content(
        path, reason: "no motion in it gets from its first still to its last")
    }
    var values: [FoundValue] = []
    var unseen: [FoundValue] = []
    if best.left <= 2 * Self.mostLeft, !design.hasFinger {
      let isNear = best.left <= Self.mostLeft
      (values, unseen) = try best.findValues(options)
      if !isNear, best.left > Self.mostLeft / 2 { best.isOther = true }
    }
    if best.left > Self.mostLeft { best.isOther = true }
    (self.path, self.options, self.recording, self.design) = (path, options, recording, design)
    (motion, self.values, self.unseen) = (best, values, unseen)
    others = spans.filter { $0 != best.span }.map {
      recording.times[$0.frames.lowerBound]...recording.times[$0.frames.upperBound - 1]
    }
  }
}

/// The transition that a recording is held against.
struct DesignRun: Sendable {
  let animation: Animation
  let index: Int
  let run: Run
  let canvas: Canvas
  /// Pixels per point in which it is drawn.
  let scale: Double
  /// How long it moves, in seconds.
  let seconds: Double

  init(_ animation: Animation, _ options: RecordingOptions) throws {
    let runs = animation.stage.runs
    guard !runs.isEmpty else { throw Failure(.usage, "the scene has no transition") }
    guard runs.count == 1 || options.step != nil else {
      throw Failure(
        .usage, "the scene has \(runs.count) transitions: choose one with --step N")
    }
    let step = options.step ?? 1
    guard runs.indices.contains(step - 1) else {
      throw Failure(
        .usage, "--step \(step): the scene has \(NumberFormat.count(runs.count, "transition"))")
    }
    (self.animation, index, run) = (animation, step - 1, runs[step - 1])
    canvas = animation.stage.canvas
    scale = CellScaling.scale(of: canvas)
    seconds = run.seconds - run.delay
  }

  var hasFinger: Bool { run.gesture != nil }

  /// How long after the finger came down it begins, in seconds.
  var delay: Double { run.tap == nil ? run.delay : min(run.delay, Tap.seconds) }

  /// The design's own curve, which is `easing`, and the others that a recording may follow; no others
  /// where tracks have curves of their own.
  func curves(of easing: Easing?) -> (own: TimingCurve, others: [TimingCurve]) {
    guard let easing else { return (TimingCurve("as designed") { $0 }, []) }
    let name = run.transition.writtenCurve.label
    let own = TimingCurve(name) { easing.value(at: $0) }
    let others = CurveCandidates.all.filter { $0.name != name }.map { candidate in
      let easing = Easing(candidate.curve, seconds: 1)
      return TimingCurve(candidate.name) { easing.value(at: $0) }
    }
    return (own, others)
  }

  /// The drawing of its run for two stills, and what is not compared of it; the design's own pictures
  /// where the stills cannot take their place.
  func drawing(
    _ first: Pixmap, _ last: Pixmap, _ options: RecordingOptions, _ scaling: CellScaling
  ) throws -> (drawing: RunDrawing, mask: CellMask, pictures: RecordingOptions.Pictures) {
    let (width, height) = scaling.size
    var mask = CellMask(width: width, height: height)
    for area in systemAreas { mask.hide(area) }
    let own = try RunDrawing(animation, run: index, scale: scale, jobs: options.jobs)
    for area in areas(ofLayers: options.ignoredLayers) { mask.hide(area) }
    guard options.pictures != .design, run.playsOnCanvas else { return (own, mask, .design) }
    let wholeMask = mask
    for place in run.placesApart(samples: 16) { mask.hide(place.share(of: canvas)) }
    guard try isMovedWhole(own, &mask, options, scaling) else {
      guard options.pictures == nil else {
        throw Failure(
          .badAsset,
          "\(run.transition.name) moves parts of its screens, which stills do not show "
            + "apart: compare with --pictures design")
      }
      return (own, wholeMask, .design)
    }
    let drawing = try RunDrawing(
      animation, run: index, showing: first, last, scale: scale, jobs: options.jobs)
    return (drawing, mask, .recording)
  }

  /// The status bar and the home indicator, in units of the canvas: what they show is the phone's.
  private var systemAreas: [Rect] {
    let isTall = canvas.height > 2 * canvas.width
    let top = (isTall ? Self.statusBars.tall : Self.statusBars.usual) / canvas.height
    let bottom = Self.homeIndicator / canvas.height
    return [
      Rect(x: 0, y: 0, width: 1, height: top),
      Rect(x: 0.3, y: 1 - bottom, width: 0.4, height: bottom),
    ]
  }

  /// Where layers are during the run, in units of the canvas.
  private func areas(ofLayers layers: [String]) -> [Rect] {
    let names = animation.stage.names(ofLayers: layers)
    guard !names.isEmpty else { return [] }
    let segment = animation.stage.runSegments[index]
    return (0...16).flatMap { step in
      let time = segment.start + (segment.end - segment.start) * Double(step) / 16
      return LayerScan(animation.stage, at: time).pieces.filter { names.contains($0.layer) }.map {
        let (area, scale) = ($0.bounds, canvas.scale)
        return Rect(
          x: Double(area.x) / scale, y: Double(area.y) / scale, width: Double(area.width) / scale,
          height: Double(area.height) / scale
        ).share(of: canvas)
      }
    }
  }

  /// Heights in points, of phones with and without a notch.
  private static let (statusBars, homeIndicator) = ((tall: 54.0, usual: 20.0), 34.0)

  /// Cells that differ by more than this, in levels, are drawn otherwise on stills.
  private static let mostApart = 24
  /// The least share of the changing cells with which a motion is measured.
  private static let leastSeen = 0.3

  /// Whether the design's own stills, moved as whole screens, show the same motion in enough of the
  /// canvas; hides the cells in which they do not.
  private func isMovedWhole(
    _ own: RunDrawing, _ mask: inout CellMask, _ options: RecordingOptions, _ scaling: CellScaling
  ) throws -> Bool {
    let stills = try [0, 1].map { try own.picture(of: own.run, at: $0, isShaped: true) }
    let moved = try RunDrawing(
      animation, run: index, showing: stills[0], stills[1], scale: scale, jobs: options.jobs)
    var (apart, changing) = (Set<Int>(), Set<Int>())
    let first = scaling(stills[0])
    for step in 1..<12 {
      let share = Double(step) / 12
      let one = scaling(try own.picture(of: own.run, at: share, isShaped: true))
      let other = scaling(try moved.picture(of: moved.run, at: share, isShaped: true))
      for cell in mask.hidden.indices {
        if one.levels(to: other, at: cell) > Self.mostApart { apart.insert(cell) }
        if one.levels(to: first, at: cell) > 4 { changing.insert(cell) }
      }
    }
    let (all, visible) = (
      changing.count, changing.count { !mask.hidden[$0] && !apart.contains($0) }
    )
    mask.hide { apart.contains($0) }
    return Double(visible) >= Self.leastSeen * Double(all)
  }
}

extension Rect {
  /// The same, in units of a canvas.
  fileprivate func share(of canvas: Canvas) -> Rect {
    Rect(
      x: x / canvas.width, y: y / canvas.height, width: width / canvas.width,
      height: height / canvas.height)
  }
}

extension Pixmap {
  /// How far the colours of the pixel at an index are apart, in levels of the channel that is farthest.
  fileprivate func levels(to other: Pixmap, at index: Int) -> Int {
    let (one, two) = (
      bytes.span.pixel(at: 4 * index).channels, other.bytes.span.pixel(at: 4 * index).channels
    )
    return Int((pointwiseMax(one, two) &- pointwiseMin(one, two)).max())
  }
}

extension Transition {
  /// The curve of its side, or the one that the scene writes instead.
  fileprivate var writtenCurve: Curve {
    written.curve ?? recipe.side(for: operation).curve ?? .easeInOut
  }
}

import Formatting
import Geometry
import ImageDiff
import Motion
import Pixels
import RenderTransition
import SceneFormat
import Staging

/// A recording of an app, compared with the transition that was designed.
///
/// `ScreenRecording` decodes it, crops it and scales it to cells; `StillSearch` finds its motions. For each,
/// `DesignGrid` draws the design at even steps of its progress, a `DistanceTable` holds how far every frame
/// is from every drawing, and `CurveChoice` finds start, duration and curve in it. `HeldFrameSearch` and
/// `ValueFit` then look for missing pictures and for other values.
package struct RecordingComparison: Sendable {
  /// What came out.
  package enum Verdict: String, Hashable, Sendable, CaseIterable { case same, different, other }

  let path: String
  let options: RecordingOptions
  /// The motion that the design explains best.
  let motion: RecordedMotion
  /// The others of the recording, in seconds.
  let others: [ClosedRange<Double>]

  /// Where more of the motion than this is not explained, it is another transition.
  static let mostUnexplained = 0.25
  /// Motions of a recording that are tried, the largest first.
  private static let mostMotions = 4

  /// Compares the recording at `path` with a transition of the scene at another path; throws a
  /// `FootageError`, an `UnreadableScene` or a `Failure`.
  package init(
    of path: String, withSceneAt scene: String, assetRoot: String?, _ options: RecordingOptions
  ) async throws {
    let animation = try DiffInput.scene(at: scene, assetRoot: assetRoot, options.limits)
    for layer in options.ignoredLayers where animation.stage.names(ofLayers: [layer]).isEmpty {
      throw UnknownLayer(name: layer)
    }
    try await self.init(of: path, with: DesignRun(animation, options), options)
  }

  /// Compares the recording at `path` with an earlier one at another path.
  package init(
    of path: String, withRecordingAt earlier: String, _ options: RecordingOptions
  ) async throws {
    var reading = options
    (reading.trim, reading.crop) = (nil, nil)
    try await self.init(of: path, with: RecordedRun(at: earlier, reading), options)
  }

  private init(
    of path: String, with expected: any ExpectedMotion, _ options: RecordingOptions
  ) async throws {
    let recording = try await ScreenRecording(at: path, of: expected.size, options)
    if let tap = options.tap, tap > recording.end {
      throw Failure(
        .usage, "--tap is outside of the recording, which ends at \(Seconds.text(recording.end)) s")
    }
    let (spans, whole) = try recording.motions(after: options.tap)
    var motions: [RecordedMotion] = []
    for span in whole.sorted(by: { $0.peak > $1.peak }).prefix(Self.mostMotions) {
      if let motion = try RecordedMotion(recording, span, expected, options) {
        motions.append(motion)
      }
    }
    guard var best = motions.min(by: { $0.fit.unexplained < $1.fit.unexplained }) else {
      throw FootageError.content(
        path,
        reason: "no motion in it gets from its first still to its last"
          + (options.ignoresParts ? ", but for what is ignored" : ""))
    }
    // Other values may explain what the design alone does not; then less must be left.
    let most =
      best.fit.unexplained > Self.mostUnexplained ? Self.mostUnexplained / 2 : Self.mostUnexplained
    if best.fit.unexplained <= 2 * Self.mostUnexplained, !expected.hasFinger {
      try best.findValues(options)
    }
    best.isOther = best.isOther || best.fit.unexplained > most
    (self.path, self.options, motion) = (path, options, best)
    others = spans.filter { $0 != best.span }.map {
      recording.times[$0.frames.lowerBound]...recording.times[$0.frames.upperBound - 1]
    }
  }
}

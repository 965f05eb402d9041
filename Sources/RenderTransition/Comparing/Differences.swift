public import ImageDiff
import Pixels

/// What is asked of a comparison.
public struct DiffRequest: Hashable, Sendable {
  /// What counts, where and when.
  public var rules = AnimationRules()
  /// Layers of scenes that are not looked at, with all that is on them.
  public var ignoredLayers: [String] = []

  /// Everything counts.
  public init() {}
}

/// Two exhibits, compared.
public struct Differences: Sendable {
  /// What was expected.
  public let expected: Exhibit
  /// What is there.
  public let actual: Exhibit
  /// What was asked for, with the places of layers filled in.
  public let request: DiffRequest
  /// What differs in pixels and in time.
  public let frames: AnimationComparison
  /// What differs between two still pictures.
  public let picture: PixelComparison?
  /// What differs between two scenes, in their own words.
  public let scenes: SceneComparison?

  /// Compares two exhibits.
  public init(
    _ expected: Exhibit, _ actual: Exhibit, _ request: DiffRequest = DiffRequest()
  ) throws {
    var request = request
    request.rules.ignored += try expected.areas(of: request.ignoredLayers, beside: actual)
    (self.expected, self.actual, self.request) = (expected, actual, request)
    if case .picture(let one) = expected.kind, case .picture(let two) = actual.kind {
      let rules = ComparisonRules(
        metric: request.rules.metric, ignoring: request.rules.ignored.compactMap(\.area))
      let comparison = PixelComparison(one, two, rules: rules)
      picture = comparison
      frames = AnimationComparison(of: comparison, limits: request.rules.limits)
    } else {
      picture = nil
      frames = try AnimationComparison(expected.sequence, actual.sequence, rules: request.rules)
    }
    if case .scene(let one, _, let fps) = expected.kind,
      case .scene(let two, _, let otherFPS) = actual.kind, !frames.isSame
    {
      scenes = try SceneComparison(one, two, fps: (fps, otherFPS), peak: frames.peak)
    } else {
      scenes = nil
    }
  }

  /// Whether nothing differs by more than is let pass.
  public var isSame: Bool { frames.isSame }

  /// The name of what happened: in the scene's timeline if that tells, else in the pixels.
  public var className: String {
    guard !isSame, frames.layout == nil else { return frames.className }
    return scenes?.className ?? frames.className
  }

  /// The layer that the difference is in, as far as it is known.
  public var layer: String? { scenes?.layers.first }

  /// What happened in time, as pixels tell it; how long and how late, as two scenes say it.
  public var time: TimeChange {
    guard let pace = scenes?.paces.first, pace.place == nil else { return frames.change }
    switch (frames.change, pace.change) {
    case (.stretched, .stretched(let factor)): return .stretched(factor: factor)
    case (.delayed, .delayed(let frames, let seconds)):
      return .delayed(frames: frames, seconds: seconds)
    case (.none, _), (.delayed, _), (.held, _), (.stretched, _), (.curve, _), (.dropped, _),
      (.duplicated, _), (.inserted, _), (.flash, _), (.unaligned, _):
      return frames.change
    }
  }
}

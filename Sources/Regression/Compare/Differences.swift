import Drawing
import Geometry
public import ImageDiff
import Inspection
import Pixels
import RenderTransition
import Staging

/// The options of a comparison.
public struct DiffRequest: Hashable, Sendable {
  /// How pixels are compared, and what is ignored.
  public var rules = AnimationRules()
  /// Layers of scenes that are ignored, with their sublayers.
  public var ignoredLayers: [String] = []

  /// Nothing is ignored.
  public init() {}
}

/// The result of comparing two inputs.
public struct Differences: Sendable {
  /// The expected side.
  public let expected: DiffInput
  /// The actual side.
  public let actual: DiffInput
  /// The options, with the areas of ignored layers filled in.
  public let request: DiffRequest
  /// The comparison of pixels and of time.
  public let frames: AnimationComparison
  /// The comparison of two still pictures.
  public let picture: PixelComparison?
  /// The comparison of two scenes, by layer and property.
  public let scenes: SceneComparison?
  /// How many threads compare and draw.
  let jobs: Int

  /// Compares two inputs, on no more than `jobs` threads.
  public init(
    _ expected: DiffInput, _ actual: DiffInput, _ request: DiffRequest = DiffRequest(),
    jobs: Int? = nil
  ) throws {
    let jobs = jobs ?? Threads.defaultJobs
    self.jobs = jobs
    var request = request
    request.rules.ignored += try expected.areas(of: request.ignoredLayers, beside: actual)
    (self.expected, self.actual, self.request) = (expected, actual, request)
    if case .picture(let one) = expected.kind, case .picture(let two) = actual.kind {
      let rules = ComparisonRules(
        metric: request.rules.metric, ignoring: request.rules.ignored.compactMap(\.area))
      let comparison = PixelComparison(one, two, rules: rules) {
        parallelMap($0, jobs: jobs, $1)
      }
      picture = comparison
      frames = AnimationComparison(of: comparison, limits: request.rules.limits)
    } else {
      picture = nil
      frames = try AnimationComparison(
        expected.sequence, actual.sequence, rules: request.rules
      ) { parallelMap($0, jobs: jobs, $1) }
    }
    if case .scene(let one, _, let fps) = expected.kind,
      case .scene(let two, _, let otherFPS) = actual.kind, !frames.isSame
    {
      let peak = try frames.peak.map { frame in
        let pixels = PixelComparison(
          try expected.sequence.pixels(of: frame.expectedIndex),
          try actual.sequence.pixels(of: frame.actualIndex))
        return (frame: frame, pixels: pixels)
      }
      scenes = SceneComparison(one, two, fps: (fps, otherFPS), peak: peak)
    } else {
      scenes = nil
    }
  }

  /// Whether all differences are within the limits.
  public var isSame: Bool { frames.isSame }

  /// The class of the difference: from the scenes' timelines if they tell, else from the pixels.
  public var className: String {
    guard !isSame, frames.layout == nil else { return frames.className }
    return scenes?.className ?? frames.className
  }

  /// The layer that differs, if it is known.
  public var layer: String? { scenes?.layers.first }

  /// The change in time, from the pixels; of two scenes, with their own delay or factor.
  public var time: TimeChange {
    guard let timing = scenes?.timings.first, timing.place == nil, let own = timing.change,
      own.name == frames.change.name
    else { return frames.change }
    return own
  }
}

/// A layer that no scene of a comparison has.
public struct UnknownLayer: Error, Hashable, Sendable, CustomStringConvertible {
  /// As it was asked for.
  public let name: String

  /// One sentence.
  public var description: String { "no scene has a layer \"\(name)\"" }
}

extension DiffInput {
  /// Where layers are in either input, frame by frame.
  func areas(of layers: [String], beside other: DiffInput) throws(UnknownLayer) -> [IgnoredArea] {
    guard !layers.isEmpty else { return [] }
    for layer in layers where names(for: [layer]).isEmpty && other.names(for: [layer]).isEmpty {
      throw UnknownLayer(name: layer)
    }
    return areas(of: names(for: layers)) + other.areas(of: other.names(for: layers))
  }

  private func areas(of names: Set<String>) -> [IgnoredArea] {
    guard case .scene(let animation, let sequence, let fps) = kind, !names.isEmpty else {
      return []
    }
    let slack = sequence.stepSeconds / 4
    let moments = animation.stage.frameTimes(fps: fps)
    return zip(sequence.frames, moments).flatMap { frame, moment in
      let scan = LayerScan(animation.stage, at: moment)
      let rects = scan.pieces.filter { names.contains($0.layer) }.map(\.bounds)
      let seconds = frame.startSeconds - slack...max(frame.endSeconds, frame.startSeconds) - slack
      return rects.map { IgnoredArea($0, seconds: seconds) }
    }
  }

  private func names(for layers: [String]) -> Set<String> {
    animation?.stage.names(ofLayers: layers) ?? []
  }
}

extension Stage {
  /// The names of layers that are meant, and of all that is on them: `to#title`, or `title` for
  /// the layer of that name on any screen.
  func names(ofLayers layers: [String]) -> Set<String> {
    layerStates.reduce(into: []) { Self.gather($1, layers, isInside: false, into: &$0) }
  }

  private static func gather(
    _ state: LayerState, _ layers: [String], isInside: Bool, into names: inout Set<String>
  ) {
    let isMeant =
      isInside || layers.contains { state.name == $0 || state.name.hasSuffix("#\($0)") }
    if isMeant { names.insert(state.name) }
    for child in state.children { gather(child, layers, isInside: isMeant, into: &names) }
  }
}

import Codecs
public import ImageDiff
public import Pixels
public import RenderTransition
public import SceneFormat

/// One side of a comparison: a picture, an animation, or a scene.
public struct DiffInput: Sendable {
  /// What it is.
  public indirect enum Kind: Sendable {
    /// A picture that does not move.
    case picture(StraightImage)
    /// Frames in a file or a folder.
    case footage(FrameSequence)
    /// A scene, and its frames at a rate.
    case scene(Animation, FrameSequence, fps: Double)
  }

  /// As the user wrote it.
  public let path: String
  /// What it is.
  public let kind: Kind

  /// Its frames; one for a picture.
  public var sequence: FrameSequence {
    switch kind {
    case .picture(let image): FrameSequence(still: image.premultiplied)
    case .footage(let sequence), .scene(_, let sequence, _): sequence
    }
  }

  /// The number of columns.
  public var width: Int {
    switch kind {
    case .picture(let image): image.width
    case .footage(let sequence), .scene(_, let sequence, _): sequence.width
    }
  }

  /// The number of rows.
  public var height: Int {
    switch kind {
    case .picture(let image): image.height
    case .footage(let sequence), .scene(_, let sequence, _): sequence.height
    }
  }

  /// The scene, if it is one.
  public var animation: Animation? {
    if case .scene(let animation, _, _) = kind { animation } else { nil }
  }
}

/// How an input is read.
public struct DiffInputOptions: Hashable, Sendable {
  /// Frames per second of scenes, instead of their own, and of folders that do not say.
  public var fps: Double?
  /// Pixels per point of scenes, instead of their own.
  public var scale: Double?
  /// The folder that no asset may lie outside of.
  public var assetRoot: String?
  /// What scenes and files may ask for.
  public var limits = Limits()
  /// Frames that are worked on side by side.
  public var jobs: Int?
  /// What will be drawn of the comparison.
  public var drawings: Set<DifferenceDrawing> = []

  /// Everything as the scenes say.
  public init() {}

  var imageLimits: ImageLimits {
    ImageLimits(
      fileBytes: limits.count(.imageBytes), pixels: limits.count(.imagePixels),
      frames: limits.count(.frames))
  }
}

/// A scene that was to be compared cannot be rendered.
public struct UnreadableScene: Error, CustomStringConvertible {
  /// As the user wrote it.
  public let path: String
  /// Why.
  public let failure: LoadFailure

  /// One line a mistake.
  public var description: String { failure.description }
}

extension DiffInput {
  /// Reads what `path` names: a PNG, an APNG, a GIF, a folder of frames, a scene, or a file of a
  /// revision as `git:REV:path`; throws a `FootageError` or an `UnreadableScene`.
  public init(at path: String, options: DiffInputOptions = DiffInputOptions()) async throws {
    self = try await Self.all(at: [path], options)[0]
  }

  /// Reads two inputs; files are decoded side by side, and once if they are equal byte by byte.
  public static func both(
    _ expected: String, _ actual: String, options: DiffInputOptions = DiffInputOptions()
  ) async throws -> (expected: DiffInput, actual: DiffInput) {
    let inputs = try await all(at: [expected, actual], options)
    return (inputs[0], inputs[1])
  }

  /// Reads inputs; all headers before any pixel, so that limits are checked first.
  private static func all(at paths: [String], _ options: DiffInputOptions) async throws
    -> [DiffInput]
  {
    let budget = ComparisonBudget(options.limits)
    var recordings = try paths.map { try Recording(at: $0, options) }
    if let file = recordings[0]?.file, recordings.dropFirst().allSatisfy({ $0?.file == file }) {
      recordings = [recordings[0]]
    }
    let extents = recordings.compactMap { $0?.extent }
    for extent in extents {
      try budget.take(Double(extent.frames ?? 0) * extent.workOfFrame, of: .work)
    }
    try budget.take(extents.plannedBytes(drawing: options.drawings), of: .memoryBytes)
    let files = recordings
    let decoded = try parallelMap(files.count, jobs: options.jobs) {
      try files[$0]?.decoded(budget)
    }
    let animations = try paths.enumerated().map { index, path in
      decoded[min(index, decoded.count - 1)] == nil
        ? try scene(
          at: path, scale: options.scale, assetRoot: options.assetRoot, budget.limitsOfScene) : nil
    }
    // Scenes beside scenes have their own clock, as in a test: how long both hold at first is no
    // time of theirs.
    let holds = animations.compactMap { $0?.scene.output.holdFirst }
    let common = paths.count > 1 && holds.count == paths.count ? holds.min() ?? 0 : 0
    // A scene keeps all cores busy by itself.
    var inputs: [DiffInput] = []
    for (index, path) in paths.enumerated() {
      if let animation = animations[index] {
        let output = animation.scene.output
        let sequence = try await animation.sequence(
          fps: options.fps, holds: (output.holdFirst - common, output.holdLast),
          jobs: options.jobs)
        inputs.append(
          DiffInput(path: path, kind: .scene(animation, sequence, fps: options.fps ?? output.fps)))
      } else if let kind = decoded[min(index, decoded.count - 1)]?.kind {
        inputs.append(DiffInput(path: path, kind: kind))
      }
    }
    return inputs
  }

  /// The scene at `path`; throws an `UnreadableScene`.
  static func scene(
    at path: String, scale: Double? = nil, assetRoot: String?, _ limits: Limits
  ) throws -> Animation {
    do throws(LoadFailure) {
      return try Animation(
        at: SceneAddress(path), scale: scale, assetRoot: assetRoot, limits: limits)
    } catch {
      throw UnreadableScene(path: path, failure: error)
    }
  }
}

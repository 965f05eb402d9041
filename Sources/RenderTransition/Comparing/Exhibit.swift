import Codecs
public import ImageDiff
import Pixels
public import SceneFormat

/// One side of a comparison, read as far as comparing needs it.
public struct Exhibit: Sendable {
  /// What it is.
  public enum Kind: Sendable {
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

/// What an exhibit is read with.
public struct ExhibitOptions: Hashable, Sendable {
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

  /// Everything as the scenes say.
  public init() {}

  var imageLimits: ImageLimits {
    ImageLimits(
      fileBytes: limits.count(.imageBytes), pixels: limits.count(.imagePixels),
      frames: limits.count(.frames))
  }
}

/// Why something cannot be compared.
public enum ExhibitError: Error, Sendable, CustomStringConvertible {
  /// The file or the folder cannot be read.
  case file(FileError)
  /// It is a scene that cannot be rendered.
  case scene(LoadFailure, path: String)
  /// It is no picture, or a damaged one: a sentence.
  case content(path: String, reason: String)

  /// One sentence.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .scene(let failure, _): failure.description
    case .content(let path, let reason): "cannot read \"\(path)\": \(reason)"
    }
  }
}

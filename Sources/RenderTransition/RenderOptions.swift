public import Codecs
public import Pixels
public import SceneFormat

/// Options that override the scene's own; nil for what the scene says.
public struct RenderOptions: Hashable, Sendable {
  /// Frames per second.
  public var fps: Double?
  /// How much longer the first frame shows, in seconds, up to a day.
  public var holdFirst: Double?
  /// How much longer the last frame shows, in seconds, up to a day.
  public var holdLast: Double?
  /// Times to play; 0 for ever.
  public var loop: Int?
  /// The most colours of formats with a palette.
  public var colors: Int?
  /// The dither of formats with a palette.
  public var dither: Dither?
  /// The quality of formats with loss; 90 unless given.
  public var quality: Quality?
  /// How hard PNGs are packed.
  public var compression: PNGCompression?
  /// Frames that are worked on side by side; nil for as many as there are cores.
  public var jobs: Int?

  /// Whether outputs are looked at again when they are written, and reported on.
  public var wantsReport = false

  /// No overrides.
  public init() {}
}

/// An output that is wanted: a format and a place.
public struct OutputRequest: Hashable, Sendable {
  /// Where an output goes.
  public enum Destination: Hashable, Sendable {
    /// A file, or the folder of a PNG sequence.
    case path(String)
    /// The same at a path beneath a folder, of which no part may be a link: names that were not
    /// chosen by the user, in a tree that others may have written.
    case beneath(folder: String, String)
    /// The standard output.
    case standardOutput

    /// The path; nil for the standard output.
    public var path: String? {
      switch self {
      case .path(let path): path
      case .beneath(let folder, let path):
        folder == "." ? path : folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
      case .standardOutput: nil
      }
    }
  }

  /// The kind.
  public var format: OutputFormat
  /// The place.
  public var destination: Destination

  /// An output of `format` at `destination`.
  public init(_ format: OutputFormat, to destination: Destination) {
    (self.format, self.destination) = (format, destination)
  }
}

/// An output that was written.
public struct WrittenOutput: Hashable, Sendable {
  /// The request.
  public let request: OutputRequest
  /// How many frames of the run it shows.
  public let frames: Int
  /// The width of a frame.
  public let widthPixels: Int
  /// The height of a frame.
  public let heightPixels: Int
  /// All its bytes, those of a folder's files together.
  public let bytes: Int
  /// From the first frame to the rename.
  public let seconds: Double
  /// Statistics; nil unless asked for.
  public internal(set) var report: OutputReport?
  /// The reductions that made it small enough, as in "128 of 256 colours"; nil for none.
  public internal(set) var concession: String?
  /// What is not as the scene has it, as in "a column is added"; nil for nothing.
  public internal(set) var note: String?
}

/// Which release this is.
public enum Release {
  /// The name of the program.
  package static let program = "render-transition"
  /// Its number.
  public static let version = "0.1.0"
  /// Both.
  package static let title = "\(program) \(version)"
}

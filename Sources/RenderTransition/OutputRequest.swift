/// An output that is wanted: a format and a place.
public struct OutputRequest: Hashable, Sendable {
  /// A kind of output.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// An animated GIF.
    case gif
    /// An animated PNG.
    case apng
    /// One PNG, of a moment or of several side by side; a run cannot be written as such.
    case png
    /// A folder of PNGs with a manifest.
    case frames
    /// Uncompressed video, 4:4:4, BT.709, limited range.
    case y4m
    /// The frames' bytes, straight alpha, one after the other.
    case rgba
  }

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
  public var format: Format
  /// The place.
  public var destination: Destination

  /// An output of `format` at `destination`.
  public init(_ format: Format, to destination: Destination) {
    (self.format, self.destination) = (format, destination)
  }
}

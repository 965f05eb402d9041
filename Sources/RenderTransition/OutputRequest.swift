public import SceneFormat

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

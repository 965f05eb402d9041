/// Where a scene is: in a file, on the standard input or another stream, or in a revision of a git
/// repository.
public enum SceneAddress: Hashable, Sendable {
  /// The file at a path.
  case file(String)
  /// The standard input, written `-`.
  case standardInput
  /// What flows at a path: a pipe, a device, or whatever `/dev/stdin` and `/dev/fd/3` are.
  case stream(String)
  /// The file at a path of a revision, written `git:REV:path`: from the top folder of the repository
  /// that the current folder is in, or from the current folder if it begins with `./`.
  case revision(String, path: String)

  /// The address that people write as `text`.
  public init(_ text: String) {
    if text == "-" {
      self = .standardInput
    } else if let revision = Self.revision(of: text) {
      self = revision
    } else {
      self = Self.isStream(text) ? .stream(text) : .file(text)
    }
  }

  /// Whether it can be read only once.
  public var isReadOnce: Bool {
    switch self {
    case .standardInput, .stream: true
    case .file, .revision: false
    }
  }

  /// Shells call a pipe, or a file that they have opened, by a name in a folder where no scene can
  /// have its pictures.
  private static func isStream(_ path: String) -> Bool {
    guard let status = FileStatus(path), !status.isFolder else { return false }
    return status.isStream || ["/dev/", "/proc/"].contains(where: path.hasPrefix)
  }

  private static func revision(of text: String) -> SceneAddress? {
    guard text.hasPrefix("git:") else { return nil }
    let rest = text.dropFirst(4)
    guard let colon = rest.firstIndex(of: ":"), colon != rest.startIndex else { return nil }
    return .revision(String(rest[..<colon]), path: String(rest[rest.index(after: colon)...]))
  }
}

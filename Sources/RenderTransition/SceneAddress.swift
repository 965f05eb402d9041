/// Where a scene is: in a file, on the standard input, or in a revision of a git repository.
public enum SceneAddress: Hashable, Sendable {
  /// The file at a path.
  case file(String)
  /// The standard input, written `-`.
  case standardInput
  /// The file at a path of a revision, written `git:REV:path`: from the top folder of the repository
  /// that the current folder is in, or from the current folder if it begins with `./`.
  case revision(String, path: String)

  /// The address that people write as `text`.
  public init(_ text: String) {
    self = text == "-" ? .standardInput : Self.revision(of: text) ?? .file(text)
  }

  private static func revision(of text: String) -> SceneAddress? {
    guard text.hasPrefix("git:") else { return nil }
    let rest = text.dropFirst(4)
    guard let colon = rest.firstIndex(of: ":"), colon != rest.startIndex else { return nil }
    return .revision(String(rest[..<colon]), path: String(rest[rest.index(after: colon)...]))
  }
}

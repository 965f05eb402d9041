/// A git repository of its own for one test.
public struct ScratchRepository: Sendable {
  /// Its top folder.
  public let folder: ScratchFolder
  private let git: OutsideProgram

  /// Makes a repository without a commit; nil, saying so, where git is missing.
  public init?() throws {
    guard let git = OutsideProgram("git") else { return nil }
    (self.git, folder) = (git, try ScratchFolder())
    try run(["init", "-q", "-b", "main"])
  }

  /// Commits everything that is there; answers the commit's full name.
  @discardableResult
  public func commit(_ message: String) throws -> String {
    try run(["add", "-A"])
    let author = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    try run(author + ["commit", "-q", "--no-gpg-sign", "--allow-empty", "-m", message])
    return try run(["rev-parse", "HEAD"]).filter { $0 != "\n" }
  }

  /// Runs git in the repository; answers what it prints.
  @discardableResult
  public func run(_ arguments: [String]) throws -> String {
    let bytes = try git.output(["-C", folder.path] + arguments) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }
}

import Glibc

/// A file that cannot be read or written, and why.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried.
  public enum Action: String, Hashable, Sendable {
    case read, write
  }

  /// What went wrong.
  public enum Reason: Hashable, Sendable {
    /// The system's answer, by its number.
    case system(Int32)
    /// Larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// A folder, a device, a socket.
    case notRegular
    /// Its real place is outside of the asset root.
    case outsideRoot
    /// A folder that holds something which this program has not written.
    case foreignFolder(String)
    /// A link, in a place where none is followed.
    case link
    /// One of the files that the scene is made of, or a folder that holds one.
    case input
    /// The asset root is not there.
    case noFolder
    /// The current folder is in no git repository, or there is no git.
    case noRepository
    /// Git does not know this revision.
    case noRevision(String)
    /// It lies outside of the git repository, or in a submodule or a clone within.
    case otherRepository
    /// Git cannot read its content; a partial clone lacks some, and nothing is fetched.
    case noObject
  }

  /// The file.
  public let path: String
  /// What was tried.
  public let action: Action
  /// What went wrong.
  public let reason: Reason

  /// `reason` kept `action` from being done to the file at `path`.
  public init(_ action: Action, _ path: String, _ reason: Reason) {
    (self.action, self.path, self.reason) = (action, path, reason)
  }

  /// The error that the system has just reported.
  static func last(_ action: Action, _ path: String) -> FileError {
    FileError(action, path, .system(errno))
  }

  /// Whether there is no such file.
  public var isAboutMissing: Bool {
    // Nor is there one beneath a file.
    [.system(ENOENT), .system(ENOTDIR)].contains(reason)
  }

  /// Whether nobody reads any more what is written.
  public var isBrokenPipe: Bool { reason == .system(EPIPE) }

  /// One sentence.
  public var description: String {
    "cannot \(action.rawValue) \"\(path)\": \(sentence)"
  }

  /// What is wrong, without the path.
  var sentence: String {
    switch reason {
    // Of all that is used here, only the standard streams can be closed already.
    case .system(EBADF): "it is closed"
    case .system(let code): Self.sentence(of: code)
    case .tooLarge(let limit): "it is larger than \(limit) bytes"
    case .notRegular: "it is not a regular file"
    case .outsideRoot: "it lies outside of the asset root"
    case .link: "it is a symbolic link, which is not followed here"
    case .input: "the scene is made of it"
    case .noFolder: "there is no such folder"
    case .noRepository: "there is no git repository here"
    case .noRevision(let name): "git knows no revision \"\(name)\" here"
    case .otherRepository: "it is not part of this git repository"
    case .noObject: "git does not have its content here"
    case .foreignFolder(let name):
      "the folder holds \"\(name)\", which is not in its manifest; choose another folder"
    }
  }

  /// What the system says of one of its numbers.
  static func sentence(of code: Int32) -> String {
    unsafe String(cString: strerror(code))
  }
}

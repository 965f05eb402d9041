import Glibc

/// A git repository whose revisions can be read; it is never changed.
public struct GitRepository: Hashable, Sendable {
  /// The real path of its top folder.
  public let root: String
  let git: GitCommand

  /// The repository that `folder` lies in; nil if there is none, or no git.
  ///
  /// A bare repository is ignored: a pull request can add one as plain files.
  public init?(containing folder: String = ".") {
    let question = ["rev-parse", "--show-toplevel", "--absolute-git-dir"]
    guard let found = GitCommand(place: ["-C", folder]).lines(question), found.count == 2,
      let real = Folder.realPath(found[0])
    else { return nil }
    root = real
    git = GitCommand(place: ["-C", real, "--git-dir=\(real)/.git", "--work-tree=\(real)"])
    // Git before 2.38 accepts a bare one, whose core.worktree can name any folder.
    guard git.lines(["rev-parse", "--absolute-git-dir"])?.first == found[1] else { return nil }
  }

  /// The full name of the commit that `revision` means; nil if it means none.
  public func commit(_ revision: String) -> String? {
    guard !revision.isEmpty else { return nil }
    let name = git.lines(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"])?.first
    // For "^HEAD", git prints "^" before the name.
    return name?.allSatisfy(\.isHexDigit) == true ? name : nil
  }

  /// The commit that last changed the file at the real path `path`; nil if none is known.
  public func lastCommit(changing path: String) -> String? {
    guard let inside = ownPath(of: path) else { return nil }
    return git.lines(["rev-list", "-1", "HEAD", "--", inside])?.first
  }

  /// What the real path `path` of a file is beneath the top folder; nil if it lies outside, or in
  /// another repository: a submodule or a clone.
  public func ownPath(of path: String) -> String? {
    guard let inside = beneathRoot(path) else { return nil }
    var folder = root
    for part in inside.split(separator: "/").dropLast() {
      folder += "/\(part)"
      // If the system does not say, it may be another one.
      guard (try? FileStatus("\(folder)/.git") == nil) == true else { return nil }
    }
    return inside
  }

  /// Why git does not list the folder at the path `folder` in `commit`: it is not there, or it is
  /// in a submodule, or git has failed.
  func reasonAgainst(_ folder: String, in commit: String) -> FileError.Reason {
    let above = folder.indices.filter { folder[$0] == "/" }.map { String(folder[..<$0]) }
    for folder in above + [folder] {
      let question = ["ls-tree", "-z", "--full-tree", commit, "--", folder]
      guard let entries = git.records(question) else { return .noObject }
      guard let entry = entries.first else { return .system(ENOENT) }
      if entry.hasPrefix("160000 ") { return .otherRepository }
    }
    return .noObject
  }

  /// What the real path `path` is beneath the top folder, which is the empty path itself; nil if it
  /// lies outside.
  func beneathRoot(_ path: String) -> String? {
    if path == root { return "" }
    let prefix = root == "/" ? "/" : root + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
  }
}

/// Runs `git` to look things up: nothing is changed, and no program that a repository's
/// configuration names is run.
///
/// Ask plumbing only: `log`, `diff` and `status` run filters, hooks and gpg.
struct GitCommand: Hashable, Sendable {
  /// The flags that say which folder and which repository are meant.
  var place: [String]

  private static let flags =
    ["git", "--no-pager", "--no-replace-objects", "--literal-pathspecs"]
    + [
      "core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false",
      "protocol.allow=never", "safe.bareRepository=explicit",
    ].flatMap { ["-c", $0] }

  // protocol.ext.allow in a repository's configuration overrides protocol.allow, but not this empty
  // list of allowed protocols.
  private static let variables = [
    "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0",
    "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=",
  ]

  /// More than any list or file that is asked for.
  static let outputLimit = 512 << 20

  /// What git answers to `arguments`; nil if it refuses, is missing, or says too much.
  func output(_ arguments: [String]) -> [UInt8]? {
    ChildProcess.output(
      of: Self.flags + place + arguments, limit: Self.outputLimit, variables: Self.variables,
      without: "GIT_")
  }

  /// What git answers, as records that end in the byte `end`.
  func records(_ arguments: [String], endingIn end: UInt8 = 0) -> [String]? {
    output(arguments).map { bytes in
      bytes.split(separator: end).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// What git answers, as lines.
  func lines(_ arguments: [String]) -> [String]? { records(arguments, endingIn: 0x0A) }
}

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
      if FileStatus("\(folder)/.git") != nil { return nil }
    }
    return inside
  }

  /// Whether the folder at the path `folder`, or one above it, is a submodule in `commit`.
  func hasSubmodule(with folder: String, in commit: String) -> Bool {
    let above = folder.indices.filter { folder[$0] == "/" }.map { String(folder[..<$0]) }
    return (above + [folder]).contains { folder in
      let entry = git.records(["ls-tree", "-z", "--full-tree", commit, "--", folder])?.first
      return entry?.hasPrefix("160000 ") == true
    }
  }

  /// What the real path `path` is beneath the top folder, which is the empty path itself; nil if it
  /// lies outside.
  func beneathRoot(_ path: String) -> String? {
    if path == root { return "" }
    let prefix = root == "/" ? "/" : root + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
  }
}

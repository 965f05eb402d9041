/// A git repository whose revisions can be read; it is never changed.
public struct GitRepository: Hashable, Sendable {
  /// The real path of its top folder.
  public let root: String

  /// The repository that `folder` lies in; nil if there is none, or no git.
  public init?(containing folder: String = ".") {
    let top = GitCommand(folder: folder).word(["rev-parse", "--show-toplevel"])
    guard let top, let real = Folder.realPath(top) else { return nil }
    root = real
  }

  /// The full name of the commit that `revision` means; nil if it means none.
  public func commit(_ revision: String) -> String? {
    // What begins with a dash could be taken for a flag, whatever stands before it.
    guard !revision.isEmpty, !revision.hasPrefix("-") else { return nil }
    return git.word(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"])
  }

  /// The commit that last changed the file at the real path `path`; nil if none is known.
  public func lastCommit(changing path: String) -> String? {
    guard let inside = beneathRoot(path) else { return nil }
    return git.word(["log", "-1", "--format=%H", "--", ":(literal)\(inside)"])
  }

  /// The real paths of the files that are not as `commit` has them, new ones too; nil if git cannot
  /// tell.
  public func changedFiles(since commit: String) -> Set<String>? {
    let changed = git.records(["diff", "--name-only", "--no-renames", "-z", commit, "--"])
    let new = git.records(["ls-files", "--others", "--exclude-standard", "-z"])
    guard let changed, let new else { return nil }
    return Set((changed + new).map { "\(root)/\($0)" })
  }

  /// What the real path `path` is beneath the top folder, which is the empty path itself; nil if it
  /// lies outside.
  public func beneathRoot(_ path: String) -> String? {
    if path == root { return "" }
    let prefix = root == "/" ? "/" : root + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
  }

  var git: GitCommand { GitCommand(folder: root) }
}

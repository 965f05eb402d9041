/// Tells which files of a git repository are not as a commit has them.
///
/// Bytes are compared without git's filters, which are programs: a file that git converts (line
/// ends, LFS) counts as changed though git says that it is not. So do ignored files and those of
/// submodules.
public struct ChangedFiles {
  private let repository: GitRepository
  private let old: RevisionFolder
  private var known: [String: Bool] = [:]

  /// The files that are not as in `commit`, a full name; nil if git cannot list it.
  public init?(since commit: String, in repository: GitRepository) {
    guard let old = try? RevisionFolder("", scenePath: "", commit: commit, of: repository) else {
      return nil
    }
    (self.repository, self.old) = (repository, old)
  }

  /// Whether the file at the real path `path` is new, gone or different; false outside of the
  /// repository's top folder.
  public mutating func contains(_ path: String) -> Bool {
    guard let inside = repository.beneathRoot(path) else { return false }
    // Scenes share fonts and pictures.
    if let answer = known[path] { return answer }
    let answer = differs(path, inside)
    known[path] = answer
    return answer
  }

  private func differs(_ path: String, _ inside: String) -> Bool {
    guard old.hasFile(inside) else { return FileStatus(path) != nil }
    // A larger old file is refused by its size, before git is asked for it.
    guard let new = try? TextFile.read(path, limit: GitCommand.outputLimit),
      let bytes = try? old.read(inside, limit: new.count)
    else { return true }
    return bytes != new
  }
}

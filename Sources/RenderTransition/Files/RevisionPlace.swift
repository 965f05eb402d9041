/// Where a file's folder is in a repository.
struct RevisionPlace {
  /// Beneath the top folder; empty for the top folder itself.
  var folder: String
  /// Beneath `folder`.
  var filePath: String

  /// The place of the file at `path`, with its own folder as the root or the wider one that is at
  /// `wider` in the working tree.
  init(_ path: String, wider: String?, in repository: GitRepository) throws(FileError) {
    let full = try Self.parts(of: path, in: repository)
    var top = Array(full.dropLast())
    if let wider {
      let beneath = Folder.realPath(wider).flatMap(repository.beneathRoot)
      top = (beneath ?? "").split(separator: "/").map(String.init)
      guard beneath != nil, full.starts(with: top) else {
        throw FileError(.read, path, .outsideRoot)
      }
    }
    folder = top.joined(separator: "/")
    filePath = full.dropFirst(top.count).joined(separator: "/")
  }

  // As git has it: a path that begins with "./" or "../" is seen from the current folder.
  private static func parts(
    of path: String, in repository: GitRepository
  ) throws(FileError) -> [String] {
    var parts: [String] = []
    if path.hasPrefix("./") || path.hasPrefix("../") {
      let here = Folder.realPath(".").flatMap(repository.beneathRoot)
      parts = (here ?? "").split(separator: "/").map(String.init)
    }
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(String(part))
      } else if parts.popLast() == nil {
        throw FileError(.read, path, .outsideRoot)
      }
    }
    guard !parts.isEmpty else { throw FileError(.read, path, .notRegular) }
    return parts
  }
}

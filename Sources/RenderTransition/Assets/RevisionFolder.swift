import Glibc
import SceneFormat

/// The folder that holds a scene's files, as it was in a revision: read without a checkout.
package struct RevisionFolder: FileSource {
  package let scenePath: String
  private let git: GitCommand
  private let entries: [String: GitFile]

  /// What git knows of a file.
  private struct GitFile {
    enum Kind { case file, link, repository }
    var kind: Kind
    var object: String
    var size: Int
  }

  /// The folder at `folder` beneath the top of `repository`, as `commit` has it, with the scene at
  /// `scenePath` in it.
  init(
    _ folder: String, scenePath: String, commit: String, of repository: GitRepository
  ) throws(FileError) {
    (git, self.scenePath) = (repository.git, scenePath)
    guard let records = git.records(["ls-tree", "-r", "-l", "-z", "\(commit):\(folder)"]) else {
      throw FileError(
        .read, folder.isEmpty ? scenePath : folder,
        folder.isEmpty ? .noObject : repository.reasonAgainst(folder, in: commit))
    }
    let pairs = records.compactMap(Self.entry)
    entries = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// The folder of the file at `path` in a revision of `repository`, which is the one that the
  /// current folder is in unless given, or the wider folder that is at `wider` in the working tree;
  /// errors call it `shown`.
  package init(
    of path: String, inRevision revision: String, of repository: GitRepository? = nil,
    wider: String? = nil, shownAs shown: String
  ) throws(FileError) {
    do throws(FileError) {
      guard let repository = repository ?? GitRepository() else {
        throw FileError(.read, shown, .noRepository)
      }
      guard let commit = repository.commit(revision) else {
        throw FileError(.read, shown, .noRevision(revision))
      }
      let place = try RevisionPlace(path, wider: wider, in: repository)
      try self.init(
        place.folder, scenePath: place.filePath, commit: commit, of: repository)
    } catch {
      throw FileError(.read, shown, error.reason)
    }
  }

  // A record is "MODE TYPE OBJECT SIZE<tab>PATH". A submodule has the size "-", an object that a
  // partial clone lacks has "BAD".
  private static func entry(_ record: String) -> (String, GitFile)? {
    guard let tab = record.firstIndex(of: "\t") else { return nil }
    let words = record[..<tab].split(separator: " ")
    guard words.count == 4 else { return nil }
    let kind: GitFile.Kind =
      words[1] == "commit" ? .repository : words[0] == "120000" ? .link : .file
    let entry = GitFile(kind: kind, object: String(words[2]), size: Int(words[3]) ?? 0)
    return (String(record[record.index(after: tab)...]), entry)
  }

  package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard let entry = entries[try locate(path)] else {
      throw FileError(.read, path, reasonAgainst(path))
    }
    guard entry.size <= limit else { throw FileError(.read, path, .tooLarge(limit: limit)) }
    guard let bytes = git.output(["cat-file", "blob", entry.object]), bytes.count == entry.size
    else { throw FileError(.read, path, .noObject) }
    return bytes
  }

  /// The bytes of the file that the folder was opened for; errors call it `shown`.
  package func readFile(limit: Int, shownAs shown: String) throws(FileError) -> [UInt8] {
    do {
      return try read(scenePath, limit: limit)
    } catch {
      throw FileError(.read, shown, error.reason)
    }
  }

  package func readHead(of path: String, count: Int) throws(FileError) -> FileHead {
    // git tells a file as a whole.
    let bytes = try read(path, limit: .max)
    return FileHead(bytes: bytes, size: bytes.count)
  }

  package func hasFile(_ path: String) -> Bool {
    guard let located = try? locate(path) else { return false }
    return entries[located] != nil
  }

  package func names(in path: String) -> [String] {
    guard let folder = try? locate(path) else { return [] }
    let prefix = folder.isEmpty ? "" : folder + "/"
    let inside = entries.keys.filter { $0.hasPrefix(prefix) }.compactMap { name in
      name.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
    }
    return Set(inside).sorted()
  }

  package func reasonAgainst(_ path: String) -> FileError.Reason {
    do {
      let located = try locate(path)
      if entries[located] != nil { return .system(EIO) }
      return entries.keys.contains { $0.hasPrefix(located + "/") } ? .notRegular : .system(ENOENT)
    } catch {
      return error.reason
    }
  }

  package func realPath(_ path: String) -> String? { nil }
}

// Links, which git stores as files that hold where they lead.
extension RevisionFolder {
  /// As many as the system would follow.
  private static let mostLinks = 40

  /// The path with all links followed; throws if one leads out of the root.
  private func locate(_ path: String) throws(FileError) -> String {
    var done: [String] = []
    var rest = path.split(separator: "/").map(String.init)[...]
    var links = 0
    while let part = rest.popFirst() {
      if part == "." { continue }
      if part == ".." {
        guard done.popLast() != nil else { throw FileError(.read, path, .outsideRoot) }
        continue
      }
      done.append(part)
      guard let entry = entries[done.joined(separator: "/")] else { continue }
      if entry.kind == .repository { throw FileError(.read, path, .otherRepository) }
      guard entry.kind == .link else { continue }
      links += 1
      guard links <= Self.mostLinks else { throw FileError(.read, path, .system(ELOOP)) }
      done.removeLast()
      rest = try target(of: entry, namedBy: path)[...] + rest
    }
    return done.joined(separator: "/")
  }

  private func target(of link: GitFile, namedBy path: String) throws(FileError) -> [String] {
    guard link.size <= Int(PATH_MAX), let bytes = git.output(["cat-file", "blob", link.object])
    else { throw FileError(.read, path, .noObject) }
    guard bytes.first != UInt8(ascii: "/") else { throw FileError(.read, path, .outsideRoot) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "/").map(String.init)
  }
}

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
    guard old.hasFile(inside) else { return (try? FileStatus(path) == nil) != true }
    // A larger old file is refused by its size, before git is asked for it.
    guard let new = try? TextFile.read(path, limit: GitCommand.outputLimit),
      let bytes = try? old.read(inside, limit: new.count)
    else { return true }
    return bytes != new
  }
}

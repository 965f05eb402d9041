import Glibc
import SceneFormat

/// The folder that holds a scene's files, as it was in a revision: read without a checkout.
struct RevisionFolder: FileSource {
  let scenePath: String
  private let git: GitCommand
  private let entries: [String: Entry]

  /// What git knows of a file.
  private struct Entry {
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
      let isForeign = repository.hasSubmodule(with: folder, in: commit)
      throw FileError(
        .read, folder.isEmpty ? scenePath : folder,
        isForeign ? .otherRepository : .system(ENOENT))
    }
    let pairs = records.compactMap(Self.entry)
    entries = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// The folder of the file at `path` in a revision of `repository`, which is the one that the current
  /// folder is in unless given, or the wider folder that is at `wider` in the working tree; errors call
  /// it `shown`.
  init(
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
  private static func entry(_ record: String) -> (String, Entry)? {
    guard let tab = record.firstIndex(of: "\t") else { return nil }
    let words = record[..<tab].split(separator: " ")
    guard words.count == 4 else { return nil }
    let kind: Entry.Kind =
      words[1] == "commit" ? .repository : words[0] == "120000" ? .link : .file
    let entry = Entry(kind: kind, object: String(words[2]), size: Int(words[3]) ?? 0)
    return (String(record[record.index(after: tab)...]), entry)
  }

  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard let entry = entries[try locate(path)] else {
      throw FileError(.read, path, reasonAgainst(path))
    }
    guard entry.size <= limit else { throw FileError(.read, path, .tooLarge(limit: limit)) }
    guard let bytes = git.output(["cat-file", "blob", entry.object]), bytes.count == entry.size
    else { throw FileError(.read, path, .noObject) }
    return bytes
  }

  /// What is in the file that the folder was opened for; errors call it `shown`.
  func readFile(limit: Int, shownAs shown: String) throws(FileError) -> [UInt8] {
    do {
      return try read(scenePath, limit: limit)
    } catch {
      throw FileError(.read, shown, error.reason)
    }
  }

  func readHead(of path: String, count: Int) throws(FileError) -> FileHead {
    // git tells a file as a whole.
    let bytes = try read(path, limit: .max)
    return FileHead(bytes: bytes, size: bytes.count)
  }

  func hasFile(_ path: String) -> Bool {
    guard let located = try? locate(path) else { return false }
    return entries[located] != nil
  }

  func names(in path: String) -> [String] {
    guard let folder = try? locate(path) else { return [] }
    let prefix = folder.isEmpty ? "" : folder + "/"
    let inside = entries.keys.filter { $0.hasPrefix(prefix) }.compactMap { name in
      name.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
    }
    return Set(inside).sorted()
  }

  func reasonAgainst(_ path: String) -> FileError.Reason {
    do {
      let located = try locate(path)
      if entries[located] != nil { return .system(EIO) }
      return entries.keys.contains { $0.hasPrefix(located + "/") } ? .notRegular : .system(ENOENT)
    } catch {
      return error.reason
    }
  }

  func realPath(_ path: String) -> String? { nil }
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

  private func target(of link: Entry, namedBy path: String) throws(FileError) -> [String] {
    guard link.size <= Int(PATH_MAX), let bytes = git.output(["cat-file", "blob", link.object])
    else { throw FileError(.read, path, .noObject) }
    guard bytes.first != UInt8(ascii: "/") else { throw FileError(.read, path, .outsideRoot) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "/").map(String.init)
  }
}

package import Codecs
import Glibc
package import SceneFormat

/// A folder of files on its way: filled beside its place, then swapped in.
package struct OutputFolder: OutputPlace {
  /// As it was asked for.
  private let name: String
  private let draft: Draft
  /// The draft's.
  private let inside: OpenFolder
  /// How many files are flushed at the same time.
  private let jobs: Int
  private let index: FolderIndex
  package private(set) var byteCount = 0
  /// The files that were written, but perhaps not flushed.
  private var names: [String] = []

  /// Begins a folder for `target`; a folder that is there must be ours or empty.
  ///
  /// It is ours if its `index` lists exactly what it holds.
  package init(
    _ target: OutputTarget, as shown: String, jobs: Int, _ index: FolderIndex
  ) throws(FileError) {
    (name, self.jobs, self.index) = (PathName.trimmed(shown), jobs, index)
    _ = try index.ownFolder(target.name, in: target.folder, as: shown)
    (draft, inside) = try Draft.folder(for: target, as: shown)
  }

  package mutating func write(_ output: SinkOutput) throws {
    guard case .file(let file, let bytes) = output else { return }
    let handle = try Draft.adding(file, to: inside, as: "\(name)/\(file)")
    defer { handle.close() }
    try handle.write(bytes)
    // To wait for the disk after every frame would keep the others from being drawn: `flush` does.
    handle.beginFlush()
    names.append(file)
    byteCount += bytes.count
  }

  // One file after the other would wait for the disk to turn to each.
  package mutating func flush() throws {
    let (names, inside) = (names, inside)
    _ = try parallelMap(names.count, jobs: jobs) { index in
      let handle = try FileHandle.reading(names[index], in: inside)
      defer { handle.close() }
      try handle.flush()
    }
  }

  package mutating func commit() throws {
    let (index, name, target) = (index, name, draft.target)
    if let mode = try target.status?.mode { target.folder.allow(mode, draft.name) }
    try draft.commit { (entry) throws(FileError) in
      try index.ownFolder(entry, in: target.folder, as: name)
    }
  }

  package mutating func abandon() { draft.discard() }
}

/// The file in a folder that lists the others, by which the folder is known as ours.
package struct FolderIndex: Sendable {
  private let name: String
  private let files: @Sendable (JSONNode) -> [String]?

  /// An index is not larger.
  private static let limit = 16 << 20

  /// The index called `name`; `files` are those that it lists, nil if it is not one of ours.
  package init(_ name: String, files: @escaping @Sendable (JSONNode) -> [String]?) {
    (self.name, self.files) = (name, files)
  }

  /// The folder called `entry`, nil for none; throws unless it is empty or holds exactly what its
  /// index lists.
  func ownFolder(
    _ entry: String, in parent: OpenFolder, as shown: String
  ) throws(FileError) -> ReplacedFolder? {
    while true {
      guard let status = try parent.status(of: entry, for: .write) else { return nil }
      guard status.isFolder else { throw FileError(.write, shown, .system(ENOTDIR)) }
      let folder = try parent.folder(entry, for: .write)
      do throws(FileError) {
        return ReplacedFolder(
          folder: folder, number: status.number, names: try ownNames(in: folder, as: shown))
      } catch {
        // Another run may have replaced it while it was read.
        guard try parent.status(of: entry, for: .write)?.number != status.number else {
          throw error
        }
      }
    }
  }

  /// Removes what the index at `path` lists, but not the index, to which new files are added then.
  package func clear(_ path: String) throws(FileError) {
    let target = try OutputTarget(following: path)
    let old = try ownFolder(target.name, in: target.folder, as: path)
    for inner in old?.names ?? [] where inner != name { try old?.folder.remove(inner) }
  }

  /// The names in a folder that is ours.
  private func ownNames(in folder: OpenFolder, as shown: String) throws(FileError) -> [String] {
    Draft.removeLeftovers(in: folder)
    let names = try folder.names(for: .write)
    guard !names.isEmpty else { return [] }
    guard names.contains(name) else { throw FileError(.write, shown, .foreignFolder(names[0])) }
    let handle = try FileHandle.reading(name, in: folder)
    defer { handle.close() }
    let bytes = try handle.readAll(limit: Self.limit)
    let root = try? JSONParser.parse(bytes, file: name, limits: Limits())
    guard let listed = root.flatMap(files) else {
      throw FileError(.write, shown, .foreignFolder(name))
    }
    for inner in names {
      guard inner == name || listed.contains(inner),
        try folder.status(of: inner, for: .write)?.isRegular == true
      else { throw FileError(.write, shown, .foreignFolder(inner)) }
    }
    return names
  }
}

/// A folder that gives way to a new one: open, for it has to be removed when the new one is in place,
/// and nothing may fail then.
struct ReplacedFolder {
  let folder: OpenFolder
  let number: UInt
  let names: [String]
}

/// A folder of frames.
package enum FrameFolder {
  /// The file that lists the others.
  package static let manifestName = "manifest.json"

  static let index = FolderIndex(manifestName) { root in
    // Screens have names too: only what is listed as a frame's file is one.
    let files = (root["frames"]?.elements ?? []).compactMap { $0["file"]?.text }
    let frames = files.filter { $0.hasPrefix("frame-") && $0.hasSuffix(".png") }
    // A manifest without frames is not one of ours.
    return frames.isEmpty ? nil : frames
  }
}

import Codecs
import Glibc
import SceneFormat

/// A folder of frames on its way: filled beside its place, then swapped in.
struct OutputFolder: OutputPlace {
  /// As it was asked for.
  private let name: String
  private let draft: Draft
  /// The draft's.
  private let inside: OpenFolder
  /// How many files are flushed at the same time.
  private let jobs: Int
  private(set) var byteCount = 0
  /// The files that were written, but perhaps not flushed.
  private var names: [String] = []

  /// Begins a folder for `target`; a folder that is there must be ours or empty.
  init(_ target: OutputTarget, as shown: String, jobs: Int) throws(FileError) {
    (name, self.jobs) = (PathName.trimmed(shown), jobs)
    _ = try Self.ownFolder(at: target, as: shown)
    (draft, inside) = try Draft.folder(for: target, as: shown)
  }

  mutating func write(_ output: SinkOutput) throws {
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
  mutating func flush() throws {
    let (names, inside) = (names, inside)
    let outcomes = FramePump.sideBySide(names.count, jobs: jobs) { index in
      Result { () throws(FileError) in
        let handle = try FileHandle.reading(names[index], in: inside)
        defer { handle.close() }
        try handle.flush()
      }
    }
    for outcome in outcomes { try outcome.get() }
  }

  mutating func commit() throws {
    let old = try Self.ownFolder(at: draft.target, as: name)
    if let mode = try draft.target.status?.mode { draft.target.folder.allow(mode, draft.name) }
    try draft.commit(over: old)
  }

  mutating func abandon() { draft.discard() }

  /// The folder that is there, nil for none; throws unless it is empty or holds exactly what its
  /// manifest lists.
  private static func ownFolder(
    at target: OutputTarget, as name: String
  ) throws(FileError) -> ReplacedFolder? {
    guard let status = try target.status else { return nil }
    guard status.isFolder else { throw FileError(.write, name, .system(ENOTDIR)) }
    let folder = try target.folder.folder(target.name, for: .write)
    let names = try folder.names(for: .write)
    let found = ReplacedFolder(folder: folder, names: names)
    guard !names.isEmpty else { return found }
    guard names.contains(FrameFolder.manifestName) else {
      throw FileError(.write, name, .foreignFolder(names[0]))
    }
    let listed = try FrameFolder.names(in: folder)
    // A manifest without frames is not one of ours.
    guard listed.count > 1 else {
      throw FileError(.write, name, .foreignFolder(FrameFolder.manifestName))
    }
    for inner in names {
      guard listed.contains(inner), try folder.status(of: inner, for: .write)?.isRegular == true
      else { throw FileError(.write, name, .foreignFolder(inner)) }
    }
    return found
  }
}

/// A folder that gives way to a new one: open, for it has to be removed when the new one is in place,
/// and nothing may fail then.
struct ReplacedFolder {
  let folder: OpenFolder
  let names: [String]
}

/// The names in a folder of frames.
package enum FrameFolder {
  /// The file that lists the others.
  package static let manifestName = "manifest.json"
  /// A manifest of ours is not larger.
  private static let manifestLimit = 16 << 20

  /// The names that the folder's manifest lists, and its own; that alone where it lists no frames.
  static func names(in folder: OpenFolder) throws(FileError) -> Set<String> {
    let handle = try FileHandle.reading(manifestName, in: folder)
    defer { handle.close() }
    let bytes = try handle.readAll(limit: manifestLimit)
    // Screens have names too: only what is listed as a frame's file is one.
    let root = try? JSONParser.parse(bytes, file: manifestName, limits: Limits())
    let files = (root?["frames"]?.elements ?? []).compactMap { $0["file"]?.text }
    return Set(files.filter { $0.hasPrefix("frame-") && $0.hasSuffix(".png") } + [manifestName])
  }
}

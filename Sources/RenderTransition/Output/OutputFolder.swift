import CFiles
import Codecs
import Glibc

/// A folder of frames on its way: filled beside its place, then swapped in.
struct OutputFolder: OutputPlace {
  /// As it was asked for.
  private let name: String
  private let path: String
  private let temporary: String
  private(set) var byteCount = 0
  /// What was written, but perhaps not to the disk.
  private var names: [String] = []

  /// Begins to fill what shall stand at `path`; what is there must be ours or empty.
  init(_ path: String) throws(FileError) {
    name = path
    let named = Folder.Path(path)
    self.path = try Folder.target(of: named.text)
    try Self.require(ownFolder: self.path, calledBy: path)
    try Folder.make(Folder.Path(self.path).folder)
    temporary = Folder.draft(of: self.path)
    guard unsafe mkdir(temporary, 0o777) == 0 else { throw .last(.write, path) }
  }

  mutating func write(_ output: SinkOutput) throws {
    guard case .file(let name, let bytes) = output else { return }
    let handle = try FileHandle.creating(
      "\(temporary)/\(name)", as: "\(Folder.Path(self.name).text)/\(name)")
    defer { handle.close() }
    try handle.write(bytes)
    // To wait for the disk after every frame would keep the others from being drawn: `commit` does.
    handle.beginFlush()
    names.append(name)
    byteCount += bytes.count
  }

  mutating func commit() throws {
    try flush()
    guard let status = FileStatus(path) else { return try Folder.move(temporary, to: path) }
    try Self.require(ownFolder: path, calledBy: name)
    Folder.allow(status.mode, temporary)
    if unsafe rt_swap_paths(temporary, path) != 0 { return Folder.removeAll(temporary) }
    // Where the system cannot swap, there is a moment without a folder.
    let old = temporary + ".old"
    try Folder.move(path, to: old)
    do {
      try Folder.move(temporary, to: path)
    } catch {
      try Folder.move(old, to: path)
      throw error
    }
    Folder.removeAll(old)
  }

  // Who waits for one file after the other waits for the disk to turn to each.
  private func flush() throws(FileError) {
    let outcomes = FramePump.sideBySide(names.count) { Self.flush("\(temporary)/\(names[$0])") }
    for outcome in outcomes { try outcome.get() }
  }

  private static func flush(_ path: String) -> Result<Void, FileError> {
    Result { () throws(FileError) in
      let handle = try FileHandle.reading(path)
      defer { handle.close() }
      try handle.flush()
    }
  }

  mutating func abandon() {
    Folder.removeAll(temporary)
  }

  // An existing folder gives way only if it is empty or holds exactly what its manifest lists.
  private static func require(
    ownFolder path: String, calledBy name: String
  ) throws(FileError) {
    guard let status = FileStatus(path) else { return }
    guard status.isFolder else { throw FileError(.write, name, .system(ENOTDIR)) }
    let names = Folder.names(in: path)
    guard !names.isEmpty else { return }
    guard names.contains(FrameFolder.manifestName) else {
      throw FileError(.write, name, .foreignFolder(names[0]))
    }
    let listed = try FrameFolder.names(in: path)
    // A list of no frames is somebody else's.
    guard listed.count > 1 else {
      throw FileError(.write, name, .foreignFolder(FrameFolder.manifestName))
    }
    let foreign = names.first {
      !listed.contains($0) || FileStatus("\(path)/\($0)")?.isRegular != true
    }
    if let foreign {
      throw FileError(.write, name, .foreignFolder(foreign))
    }
  }
}

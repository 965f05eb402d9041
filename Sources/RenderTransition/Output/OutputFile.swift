import Codecs
import Glibc

/// A file on its way: written beside its place, flushed, then renamed, so that at any moment the
/// old file is whole or the new one is.
struct OutputFile: OutputPlace {
  private let path: String
  /// nil for what is written through: a device, a FIFO, the standard output.
  private let temporary: String?
  private let handle: FileHandle
  private(set) var byteCount = 0
  /// How much of it the disk was told to begin with.
  private var handedOn = 0

  /// So many bytes at a time are worth the disk's while.
  private static let portion = 1 << 20

  /// Begins to write what shall stand at `path`.
  init(_ path: String) throws(FileError) {
    // The system takes a name to end there.
    guard !path.utf8.contains(0) else { throw FileError(.write, path, .system(EINVAL)) }
    let status = FileStatus(path)
    if let status, !status.isRegular {
      guard !status.isFolder else { throw FileError(.write, path, .system(EISDIR)) }
      // Where /dev/stdout leads to, a pipe has no name.
      (self.path, temporary) = (path, nil)
      handle = try .writingThrough(path)
      handle.widen()
      return
    }
    // A link stays a link: what it points to is replaced.
    let real = try Folder.target(of: path)
    self.path = real
    try Folder.make(Folder.Path(real).folder)
    let temporary = Folder.draft(of: real)
    self.temporary = temporary
    handle = try .creating(temporary, as: path)
    // What takes a file's place may be read by those who could read that.
    if let status { Folder.allow(status.mode, temporary) }
  }

  /// The standard output, written through.
  static var standardOutput: OutputFile { OutputFile(through: .standardOutput) }

  private init(through handle: FileHandle) {
    handle.widen()
    (path, temporary, self.handle) = (handle.path, nil, handle)
  }

  mutating func write(_ output: SinkOutput) throws {
    guard case .bytes(let bytes) = output else { return }
    try handle.write(bytes)
    byteCount += bytes.count
    guard temporary != nil, byteCount - handedOn >= Self.portion else { return }
    handle.beginFlush()
    handedOn = byteCount
  }

  mutating func commit() throws {
    guard let temporary else { return handle.close() }
    try handle.flush()
    handle.close()
    try Folder.move(temporary, to: path)
  }

  mutating func abandon() {
    handle.close()
    if let temporary { Folder.remove(temporary) }
  }
}

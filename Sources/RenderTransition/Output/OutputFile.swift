import Codecs
import Glibc

/// A file on its way: written beside its place, flushed, then renamed, so that at any moment the
/// old file is whole or the new one is.
struct OutputFile: OutputPlace {
  /// nil for what is written through: a device, a FIFO, the standard output.
  private let draft: Draft?
  private let handle: FileHandle
  private(set) var byteCount = 0
  /// How much of it the disk was told to begin with.
  private var handedOn = 0

  /// So many bytes at a time are worth the disk's while.
  private static let portion = 1 << 20

  /// Begins to write what shall stand at `path`.
  ///
  /// A link stays a link: what it points to is replaced.
  init(_ path: String) throws(FileError) {
    // The system takes a name to end there.
    guard !path.utf8.contains(0) else { throw FileError(.write, path, .system(EINVAL)) }
    if let status = FileStatus(path), !status.isRegular, !status.isFolder {
      // Where /dev/stdout leads to, a pipe has no name.
      self.init(through: try .writingThrough(path))
    } else {
      try self.init(OutputTarget(following: path), as: path)
    }
  }

  /// Begins to write what shall stand at `target`; errors call it `shown`.
  init(_ target: OutputTarget, as shown: String) throws(FileError) {
    let status = target.status
    if let status, !status.isRegular {
      throw FileError(.write, shown, status.isFolder ? .system(EISDIR) : .notRegular)
    }
    let begun = try Draft.file(for: target, as: shown)
    (draft, handle) = (begun.draft, begun.file)
    // What takes a file's place may be read by those who could read that.
    if let status { target.folder.allow(status.mode, begun.draft.name) }
  }

  /// The standard output, written through.
  static var standardOutput: OutputFile { OutputFile(through: .standardOutput) }

  private init(through handle: FileHandle) {
    handle.widen()
    (draft, self.handle) = (nil, handle)
  }

  mutating func write(_ output: SinkOutput) throws {
    guard case .bytes(let bytes) = output else { return }
    try handle.write(bytes)
    byteCount += bytes.count
    guard draft != nil, byteCount - handedOn >= Self.portion else { return }
    handle.beginFlush()
    handedOn = byteCount
  }

  mutating func flush() throws {
    if draft != nil { try handle.flush() }
  }

  mutating func commit() throws {
    handle.close()
    try draft?.commit()
  }

  mutating func abandon() {
    handle.close()
    draft?.discard()
  }
}

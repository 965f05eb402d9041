package import Codecs
import Glibc

/// A file on its way: written beside its place, flushed, then renamed, so that at any moment the
/// old file is whole or the new one is.
package struct OutputFile: OutputPlace {
  /// nil for a device, a FIFO, the standard output or another descriptor, which are written directly.
  private let draft: Draft?
  private let handle: FileHandle
  package private(set) var byteCount = 0
  /// How much of it the disk was told to begin with.
  private var handedOn = 0

  /// So many bytes at a time are worth the disk's while.
  private static let portion = 1 << 20

  /// Begins to write what shall stand at `path`.
  ///
  /// A link stays a link: what it points to is replaced. What `/dev/stdout` and the like lead to is
  /// written where its descriptor stands: the shell may have opened it to append.
  init(_ path: String) throws(FileError) {
    // The system takes a name to end there.
    guard !path.utf8.contains(0) else { throw FileError(.write, path, .system(EINVAL)) }
    let status = try FileStatus(path, for: .write)
    if status?.isRegular == true, let number = Folder.descriptor(at: path) {
      self.init(through: try .inherited(number, path: path))
    } else if let status, !status.isRegular, !status.isFolder {
      // Where /dev/stdout leads to, a pipe has no name.
      self.init(through: try .writingThrough(path))
    } else {
      try self.init(OutputTarget(following: path, making: false), as: path)
    }
  }

  /// Begins to write what shall stand at `destination`.
  init(_ destination: OutputRequest.Destination) throws(FileError) {
    switch destination {
    case .standardOutput: self = .standardOutput
    case .path(let path): try self.init(path)
    case .beneath(_, let rest):
      try self.init(OutputTarget(destination), as: destination.path ?? rest)
    }
  }

  /// Begins to write what shall stand at `target`; errors call it `shown`.
  package init(_ target: OutputTarget, as shown: String) throws(FileError) {
    let status = try target.status
    if let status, !status.isRegular {
      throw FileError(.write, shown, status.isFolder ? .system(EISDIR) : .notRegular)
    }
    let begun = try Draft.file(for: target, as: shown)
    (draft, handle) = (begun.draft, begun.file)
    // A replaced file keeps its permissions.
    if let status { target.folder.allow(status.mode, begun.draft.name) }
  }

  /// The file beside its place; nil for what is written directly.
  var draftHandle: FileHandle? { draft == nil ? nil : handle }

  /// The standard output, written through.
  static var standardOutput: OutputFile { OutputFile(through: .standardOutput) }

  private init(through handle: FileHandle) {
    handle.widen()
    (draft, self.handle) = (nil, handle)
  }

  package mutating func write(_ output: SinkOutput) throws {
    guard case .bytes(let bytes) = output else { return }
    try handle.write(bytes)
    byteCount += bytes.count
    guard draft != nil, byteCount - handedOn >= Self.portion else { return }
    handle.beginFlush()
    handedOn = byteCount
  }

  package mutating func flush() throws {
    if draft != nil { try handle.flush() }
  }

  package mutating func commit() throws {
    try draft?.commit()
    // Not before: it holds the draft's lock.
    handle.close()
  }

  package mutating func abandon() {
    handle.close()
    draft?.discard()
  }
}

/// A small file that is written as a whole.
public enum TextFile {
  /// Writes the file at `path`: at any moment the old one is whole, or the new one is.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    try write(bytes, to: OutputFile(path))
  }

  /// Writes the file at `path` beneath the folder `root`, of which no part may be a link.
  public static func write(_ bytes: [UInt8], to path: String, beneath root: String) throws {
    let target = try OutputTarget(path, beneath: root)
    try write(bytes, to: OutputFile(target, as: target.folder.path(of: target.name)))
  }

  package static func write(_ bytes: [UInt8], to file: consuming OutputFile) throws {
    do {
      try file.write(.bytes(bytes))
      try file.flush()
      try file.commit()
    } catch {
      file.abandon()
      throw error
    }
  }

  /// The bytes of the file at `path`, if there are at most `limit`.
  public static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let handle = try FileHandle.reading(path)
    defer { handle.close() }
    return try handle.readAll(limit: limit)
  }

  /// The first bytes of the file at `path`, `count` of them if there are as many.
  public static func readHead(of path: String, count: Int) throws(FileError) -> [UInt8] {
    let handle = try FileHandle.reading(path)
    defer { handle.close() }
    return try handle.readHead(count)
  }

  /// Adds `bytes` to the end of the file at `path`, which is made if it is not there.
  public static func append(_ bytes: [UInt8], to path: String) throws(FileError) {
    let handle = try FileHandle.appending(path)
    defer { handle.close() }
    try handle.write(bytes)
  }
}

/// Where a file or a folder of files is to be: a name in a folder that is held open.
package struct OutputTarget: Sendable {
  package let folder: OpenFolder
  package let name: String

  /// The place that the user has named: links lead where they say, be it not there yet.
  ///
  /// `missing` says whether folders above it are made.
  package init(following path: String, making missing: Bool = true) throws(FileError) {
    let real = try Folder.target(of: PathName.trimmed(path))
    if missing { try Folder.make(PathName.folder(real)) }
    name = PathName.last(real)
    do throws(FileError) {
      folder = try OpenFolder(PathName.folder(real), for: .write)
    } catch {
      if !missing, error.isAboutMissing {
        throw FileError(.write, path, .noFolder)
      }
      throw FileError(.write, path, error.reason)
    }
  }

  /// The place of a file or a folder; the standard output has none.
  init(_ destination: OutputRequest.Destination) throws(FileError) {
    switch destination {
    case .path(let path): try self.init(following: path)
    case .beneath(let root, let rest): try self.init(rest, beneath: root)
    case .standardOutput: throw FileError(.write, "standard output", .notRegular)
    }
  }

  /// The place at `path` beneath the folder `root`, which the program has named.
  ///
  /// No part of the path may be a link. `missing` says whether folders on the way are made.
  package init(
    _ path: String, beneath root: String, making missing: Bool = true
  ) throws(FileError) {
    if missing { try Folder.make(root) }
    let root = try OpenFolder(root, for: .write)
    (folder, name) = try root.place(at: path, for: .write, making: missing)
  }

  /// The place of a file that the program has named after one of the user's, such as a lock.
  ///
  /// No link is followed beneath the current folder; elsewhere, the user has named the folder.
  package init(beside path: String, making missing: Bool = false) throws(FileError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let here = try FileStatus(".", for: .write).map { [$0.device, $0.number] }
    var root = path.hasPrefix("/") ? parts.count - 1 : 0
    if path.hasPrefix("/") {
      for end in 1..<parts.count {
        let above = try FileStatus(parts[..<end].joined(separator: "/") + "/", for: .write)
        guard above.map({ [$0.device, $0.number] }) != here else {
          root = end
          break
        }
      }
    } else if let up = parts.lastIndex(of: "..") {
      root = up + 1
    }
    let folder = parts[..<root].joined(separator: "/") + (path.hasPrefix("/") ? "/" : "")
    try self.init(
      parts[root...].joined(separator: "/"), beneath: folder.isEmpty ? "." : folder,
      making: missing)
  }

  /// Removes the file, or says why it cannot be.
  package func remove() throws(FileError) { try folder.remove(name) }

  /// The status of the target, a link not followed; nil if there is none.
  var status: FileStatus? {
    get throws(FileError) { try folder.status(of: name, for: .write) }
  }
}

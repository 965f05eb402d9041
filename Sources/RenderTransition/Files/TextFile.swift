import Codecs

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

  static func write(_ bytes: [UInt8], to file: consuming OutputFile) throws {
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

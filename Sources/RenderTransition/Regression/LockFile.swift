import Codecs

/// A lock's file: read as a whole, and replaced as a whole.
public struct LockFile: Hashable, Sendable {
  /// Where it is.
  public let path: String

  /// The lock's file at `path`.
  public init(_ path: String) { self.path = path }

  /// Why a lock is not there.
  public enum Failure: Error, Hashable, Sendable {
    /// The file cannot be read or written.
    case file(FileError)
    /// What is in it is no lock.
    case text(LockError)
  }

  /// The lock; nil if there is no file.
  public func read() throws(Failure) -> SceneLock? {
    guard FileStatus(path) != nil else { return nil }
    do {
      let handle = try FileHandle.reading(path)
      defer { handle.close() }
      let bytes = try handle.readAll(limit: LockReader.byteLimit)
      return try LockReader.lock(bytes, file: path)
    } catch let error as LockError {
      throw .text(error)
    } catch let error as FileError {
      throw .file(error)
    } catch {
      return nil
    }
  }

  /// Throws if a lock cannot be there: no part of the path beneath the current folder may be a link.
  public func checkPlace() throws(FileError) { _ = try OutputTarget(beside: path) }

  /// Puts `lock` in the place of what is there; answers false if that was the same.
  @discardableResult
  public func replace(with lock: SceneLock) throws -> Bool {
    let text = Array(lock.text.utf8)
    let target = try OutputTarget(beside: path, making: true)
    if let handle = try? FileHandle.reading(target.name, in: target.folder) {
      defer { handle.close() }
      if let old = try? handle.readAll(limit: LockReader.byteLimit), old == text { return false }
    }
    try TextFile.write(text, to: OutputFile(target, as: path))
    return true
  }

  /// Removes the file.
  public func remove() throws(FileError) {
    let target = try OutputTarget(beside: path)
    try target.folder.remove(target.name)
  }
}

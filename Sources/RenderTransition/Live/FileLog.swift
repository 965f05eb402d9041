import Glibc
package import Pixels
import Synchronization

/// Notes which files are read or looked for, and tells which of them have changed since.
///
/// A file has changed if its bytes have, if a link leads to another one, or if it appears or is gone.
/// Bytes are read again only if the system's times say that they may have changed.
public final class FileLog: Sendable {
  private let entries = Mutex<[String: Entry]>([:])

  /// A log of nothing.
  public init() {}

  /// Notes that something is looked for at `path`; call it before it is opened.
  package func note(_ path: String) {
    let stamp = FileStamp(path)
    entries.withLock { if $0[path] == nil { $0[path] = Entry(stamp: stamp) } }
  }

  /// Notes that the file at `path`, which was noted before, had these bytes.
  package func note(_ path: String, held bytes: [UInt8]) {
    note(path, held: FrameHash(ofBytes: bytes), by: nil)
  }

  /// Notes the file at `path` with its bytes, if there are at most `limit`.
  package func note(file path: String, limit: Int) {
    note(path)
    if let bytes = try? TextFile.read(path, limit: limit) { note(path, held: bytes) }
  }

  /// Notes a folder at `path`; `content` hashes those of its names that matter.
  package func note(_ path: String, by content: @escaping @Sendable () -> FrameHash?) {
    note(path)
    note(path, held: content(), by: content)
  }

  private func note(_ path: String, held hash: FrameHash?, by content: Entry.Content?) {
    let stamp = FileStamp(path)
    entries.withLock { entries in
      // If it was written in the meantime, its first bytes may have been read before that.
      guard let entry = entries[path], entry.stamp == stamp, entry.hash == nil else { return }
      entries[path] = Entry(stamp: stamp, hash: hash, content: content)
    }
  }

  /// Forgets the file at `path`, under all of its names.
  package func forget(_ path: String) {
    let place = PathName.identity(path)
    entries.withLock { entries in
      entries = entries.filter { PathName.identity($0.key) != place }
    }
  }

  /// All paths that were noted.
  public var paths: Set<String> { entries.withLock { Set($0.keys) } }

  /// The paths at which something is not as it was noted, in alphabetical order.
  public func changes() -> [String] {
    entries.withLock { entries in
      entries.keys.sorted().filter { entries[$0]?.isChanged(at: $0) == true }
    }
  }

  /// What was found at a path.
  private struct Entry {
    typealias Content = @Sendable () -> FrameHash?

    /// nil if nothing was there.
    var stamp: FileStamp?
    /// The hash of what was read; nil if that was not all of it.
    var hash: FrameHash?
    /// Computes the hash; nil hashes the file's bytes.
    var content: Content?
    /// Whether a later write could leave the stamp unchanged: times of some file systems have steps of
    /// two seconds.
    private var isRecent: Bool

    init(stamp: FileStamp?, hash: FrameHash? = nil, content: Content? = nil) {
      (self.stamp, self.hash, self.content) = (stamp, hash, content)
      var now = timespec()
      unsafe clock_gettime(CLOCK_REALTIME, &now)
      isRecent = stamp.map { $0.status.changeSeconds > now.tv_sec - 3 } ?? false
    }

    /// Whether something else is at `path` now.
    mutating func isChanged(at path: String) -> Bool {
      let found = FileStamp(path)
      if found == stamp, hash == nil || !isRecent { return false }
      guard let found, let stamp, found.realPath == stamp.realPath else { return true }
      // The time of a folder also changes when an unrelated file is added.
      guard let hash else { return !(found.status.isFolder && stamp.status.isFolder) }
      guard hash == self.hash(of: found) else { return true }
      self = Entry(stamp: found, hash: hash, content: content)
      return false
    }

    private func hash(of found: FileStamp) -> FrameHash? {
      guard content == nil else { return content?() }
      let bytes = try? TextFile.read(found.realPath, limit: stamp?.status.size ?? 0)
      return bytes.map(FrameHash.init(ofBytes:))
    }
  }
}

/// What the system says of the file at a path.
private struct FileStamp: Hashable, Sendable {
  /// Where it is, behind all links.
  let realPath: String
  let status: FileStatus

  /// The stamp of what is at `path`; nil if nothing is there, or may be seen.
  init?(_ path: String) {
    guard let realPath = Folder.realPath(path), let status = try? FileStatus(realPath) else {
      return nil
    }
    (self.realPath, self.status) = (realPath, status)
  }
}

import Glibc
import Synchronization

/// Waits for inotify events about a set of paths, which need not exist.
///
/// Every folder on the way to a path is watched, behind all links: renamed folders and swapped links are
/// noticed, too. Writes of other machines to a network file system are not, and the system limits the
/// number of watches. So compare the files with a `FileLog` whenever `wait` returns, and at least every
/// `mostSeconds`.
package final class FolderWatch: Sendable {
  /// The longest time between two comparisons.
  package static let mostSeconds = 1.0

  /// The inotify descriptor; nil if the system has none left.
  private let events: FileHandle?
  private let bell: (reading: FileHandle, writing: FileHandle)
  private let watched = Mutex(Watched())

  fileprivate struct Watched {
    var paths: Set<String> = []
    /// The names that matter in each watched folder, by the number that the system gave it.
    var names: [Int32: Set<String>] = [:]
  }

  /// Writes that are complete, and changes of names.
  private static let happenings =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
    | IN_MOVE_SELF | IN_ONLYDIR

  /// A watch of no paths.
  package convenience init() throws(FileError) {
    let events = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    try self.init(events: events < 0 ? nil : FileHandle(descriptor: events, path: "inotify"))
  }

  /// A watch that reads `events`; without them, `wait` returns only when it is woken or time is up.
  init(events: FileHandle?) throws(FileError) {
    (self.events, bell) = (events, try FileHandle.pipe())
    bell.reading.makeNonblocking()
    bell.writing.makeNonblocking()
  }

  deinit {
    for file in [events, bell.reading, bell.writing] { file?.close() }
  }

  /// Watches `paths` instead of those before, and wakes the thread that waits.
  ///
  /// They may have changed before they were watched.
  package func watch(_ paths: Set<String>) {
    watched.withLock { watched in
      watched.paths = paths
      renew(&watched)
    }
    wake()
  }

  /// Ends the wait of another thread, or the next one.
  package func wake() { _ = try? bell.writing.writeSome([0], waiting: 0) }

  /// Waits for an event about the paths or for `wake`; false if `seconds` pass without either.
  @discardableResult
  package func wait(seconds: Double) -> Bool {
    let end = Stopwatch.seconds() + seconds
    while true {
      let left = end - Stopwatch.seconds()
      var sources = [events?.descriptor ?? -1, bell.reading.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard left > 0, unsafe poll(&sources, 2, Int32(min(left, 3600) * 1000) + 1) != 0 else {
        return false
      }
      if sources[1].revents != 0, let bytes = try? bell.reading.readSome(4096), !bytes.isEmpty {
        return true
      }
      guard sources[0].revents != 0, let bytes = try? events?.readSome(65_536) else { continue }
      let isHit = watched.withLock { watched in
        guard watched.areConcerned(by: bytes) else { return false }
        // Folders may have been made, renamed or linked to.
        renew(&watched)
        return true
      }
      if isHit { return true }
    }
  }
}

extension FolderWatch {
  /// Waits for a change of the files in `log`; answers their paths, or none after so many seconds.
  package func changes(of log: FileLog, within seconds: Double) -> [String] {
    watch(log.paths)
    let start = Stopwatch.seconds()
    while true {
      let left = seconds - (Stopwatch.seconds() - start)
      wait(seconds: min(left, Self.mostSeconds))
      let changes = log.changes()
      if left <= 0 || !changes.isEmpty { return changes }
    }
  }
}

// Placing watches, and reading events.
extension FolderWatch {
  /// Watches the folders on the way to each path, and no others.
  private func renew(_ watched: inout Watched) {
    guard let events else { return }
    var lookups: [String: Set<String>] = [:]
    for path in watched.paths { Self.addLookups(of: path, to: &lookups) }
    var names: [Int32: Set<String>] = [:]
    for (folder, looked) in lookups {
      let number = unsafe inotify_add_watch(
        events.descriptor, folder.isEmpty ? "/" : folder, UInt32(Self.happenings))
      // Refused if it is no folder, is missing, or exceeds the limit.
      if number >= 0 { names[number, default: []].formUnion(looked) }
    }
    for number in watched.names.keys where names[number] == nil {
      inotify_rm_watch(events.descriptor, number)
    }
    watched.names = names
  }

  /// Adds the names that the system looks up on its way to `path`, by the real path of their folder (empty
  /// for the topmost one); and the empty name in what is there, which may be a folder.
  private static func addLookups(of path: String, to names: inout [String: Set<String>]) {
    var folder = path.hasPrefix("/") ? "" : Folder.realPath(".") ?? ""
    var rest = Array(path.split(separator: "/").reversed())
    // As many links as the system follows: they may lead in a circle.
    var links = 40
    while links > 0, let name = rest.popLast() {
      if name == "." { continue }
      if name == ".." {
        folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
        continue
      }
      names[folder, default: []].insert(String(name))
      if let link = Folder.destination(ofLink: "\(folder)/\(name)") {
        links -= 1
        if link.hasPrefix("/") { folder = "" }
        rest += link.split(separator: "/").reversed()
      } else {
        folder += "/\(name)"
      }
    }
    names[folder, default: []].insert("")
  }
}

extension FolderWatch.Watched {
  /// Whether one of the events that were read is about the paths.
  fileprivate func areConcerned(by events: [UInt8]) -> Bool {
    var rest = events[...]
    let size = MemoryLayout<inotify_event>.size
    while rest.count >= size {
      let event = unsafe rest.withUnsafeBytes { unsafe $0.loadUnaligned(as: inotify_event.self) }
      let bytes = rest.dropFirst(size).prefix(Int(event.len))
      rest = rest.dropFirst(size + bytes.count)
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      guard let names = names[event.wd] else { continue }
      let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      // Without a name, it is about the folder itself.
      if name.isEmpty || names.contains("") || names.contains(name) { return true }
    }
    return false
  }
}

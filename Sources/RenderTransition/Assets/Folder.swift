import CSystem
import Glibc

/// Names, links and folders of the file system.
package enum Folder {
  /// The names in the folder at `path`, in alphabetical order; none if it cannot be read.
  package static func names(in path: String) -> [String] { (try? listing(path)) ?? [] }

  /// The names in the folder at `path`, in alphabetical order.
  package static func listing(_ path: String) throws(FileError) -> [String] {
    guard let stream = unsafe opendir(path) else { throw .last(.read, path) }
    defer { unsafe closedir(stream) }
    return try unsafe names(in: stream, at: path, for: .read)
  }

  /// The names that `stream` lists, in alphabetical order; errors call the folder `path`.
  fileprivate static func names(
    in stream: OpaquePointer, at path: String, for action: FileError.Action
  ) throws(FileError) -> [String] {
    var names: [String] = []
    while true {
      // The end of the list and a failure look the same but for this number.
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw .last(action, path) }
    return names.sorted()
  }

  /// The path with all links, `.` and `..` resolved; nil if nothing is there.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Where something written to `path` is to be: what links there lead to, be it not there yet.
  static func target(of path: String) throws(FileError) -> String {
    var place = path
    // As many as the system follows.
    for _ in 0..<40 {
      if let real = realPath(place) { return real }
      guard let link = destination(ofLink: place) else { return place }
      place = link.hasPrefix("/") ? link : "\(PathName.folder(place))/\(link)"
    }
    throw FileError(.write, path, .system(ELOOP))
  }

  /// The descriptor of this process that `path` leads to, as `/dev/stdout` does; nil for none.
  static func descriptor(at path: String) -> Int32? {
    var place = path
    for _ in 0..<40 {
      if realPath(PathName.folder(place)) == "/proc/\(getpid())/fd" {
        return Int32(PathName.last(place))
      }
      guard let link = destination(ofLink: place) else { return nil }
      place = link.hasPrefix("/") ? link : "\(PathName.folder(place))/\(link)"
    }
    return nil
  }

  /// What the link at `path` says; nil if none is there.
  static func destination(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink(path, &bytes, bytes.count)
    return count > 0
      ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// Makes the folder at `path` and those above it, as far as they are missing.
  static func make(_ path: String) throws(FileError) {
    guard !path.isEmpty, try FileStatus(path, for: .write)?.isFolder != true else { return }
    let above = PathName.folder(path)
    if above != path, above != "." { try make(above) }
    guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last(.write, path) }
  }
}

/// A folder that is held open by its descriptor: no link and no rename leads the names in it
/// elsewhere.
///
/// Checking a path and then using it leaves a moment in which a folder of the path can be replaced
/// by a link; a descriptor leaves none.
package final class OpenFolder: Sendable {
  fileprivate let descriptor: Int32
  /// As errors call it; empty for the current folder.
  let path: String

  // O_PATH, which Glibc keeps to itself: a folder that may not be listed can still be written to.
  private static let flags = 0o10000000 | O_DIRECTORY | O_CLOEXEC

  /// Opens the folder at `path`, links followed.
  init(_ path: String, for action: FileError.Action) throws(FileError) {
    let descriptor = unsafe open(path, Self.flags)
    guard descriptor >= 0 else { throw .last(action, path) }
    (self.descriptor, self.path) = (descriptor, path == "." ? "" : path)
  }

  private init(descriptor: Int32, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { close(descriptor) }

  /// Opens the folder called `name` in this one, which may not be a link.
  func folder(_ name: String, for action: FileError.Action) throws(FileError) -> OpenFolder {
    try refuseLink(name, for: action)
    let inner = unsafe openat(descriptor, name, Self.flags | O_NOFOLLOW)
    guard inner >= 0 else { throw .last(action, path(of: name)) }
    return OpenFolder(descriptor: inner, path: path(of: name))
  }

  /// The folder that holds what is at `path` beneath this one, and its name there.
  ///
  /// No part of the path may be a link. `missing` says whether folders on the way are made.
  func place(
    at path: String, for action: FileError.Action, making missing: Bool = false
  ) throws(FileError) -> (folder: OpenFolder, name: String) {
    let parts = path.split(separator: "/").map(String.init).filter { $0 != "." }
    guard let name = parts.last, !parts.contains("..") else {
      throw FileError(action, self.path(of: path), .notRegular)
    }
    var folder = self
    for part in parts.dropLast() {
      if missing { try folder.make(part) }
      folder = try folder.folder(part, for: action)
    }
    try folder.refuseLink(name, for: action)
    return (folder, name)
  }

  /// The status of the entry `name`, a link not followed; nil if there is none.
  func status(
    of name: String, for action: FileError.Action
  ) throws(FileError) -> FileStatus? {
    try FileStatus(
      name, in: descriptor, followingLinks: false, for: action, as: path(of: name))
  }

  /// Throws if a link is called `name` here.
  func refuseLink(_ name: String, for action: FileError.Action) throws(FileError) {
    if try status(of: name, for: action)?.isLink == true {
      throw FileError(action, path(of: name), .link)
    }
  }

  /// The path of the entry `name`, as errors call it.
  func path(of name: String) -> String {
    path.isEmpty || path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }

  /// The names in the folder, in alphabetical order.
  func names(for action: FileError.Action) throws(FileError) -> [String] {
    let listed = try listed(for: action).descriptor
    guard let stream = unsafe fdopendir(listed) else { throw .last(action, path) }
    defer { unsafe closedir(stream) }
    return try unsafe Folder.names(in: stream, at: path, for: action)
  }

  /// Makes a folder called `name`; one that is there already is fine.
  func make(_ name: String) throws(FileError) {
    guard unsafe mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST else {
      throw .last(.write, path(of: name))
    }
  }

  /// Sets the permissions of the entry `name`.
  func allow(_ mode: mode_t, _ name: String) {
    // Some file systems know no modes, which is no fault.
    _ = unsafe fchmodat(descriptor, name, mode, 0)
  }

  /// Renames `old` to `new` in one step; a file of that name is replaced.
  func move(_ old: String, to new: String) throws(FileError) {
    guard unsafe renameat(descriptor, old, descriptor, new) == 0 else {
      throw .last(.write, path(of: new))
    }
  }

  /// Exchanges two entries in one step; false if the system cannot.
  func swap(_ one: String, _ other: String) -> Bool {
    unsafe rt_swap_names(descriptor, one, other) != 0
  }

  /// Removes the file called `name`, or says why it cannot be.
  package func remove(_ name: String) throws(FileError) {
    guard unsafe unlinkat(descriptor, name, 0) == 0 else { throw .last(.write, path(of: name)) }
  }

  /// Removes the folder called `name` and the files in it; nothing deeper.
  func removeFolder(_ name: String) {
    guard let folder = try? folder(name, for: .write) else { return }
    for inner in (try? folder.names(for: .write)) ?? [] { try? folder.remove(inner) }
    removeEmptyFolder(name)
  }

  /// Removes the file or the folder called `name` if no process holds its lock.
  func removeUnlocked(_ name: String) {
    guard let status = try? status(of: name, for: .write), status.isRegular || status.isFolder
    else { return }
    let opened = unsafe openat(descriptor, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { return }
    let handle = FileHandle(descriptor: opened, path: path(of: name))
    defer { handle.close() }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0, let held = try? handle.status,
      // It has perhaps been moved to its place in the meantime.
      let found = try? self.status(of: name, for: .write), found.number == held.number
    else { return }
    if held.isFolder { removeFolder(name) } else { try? remove(name) }
  }

  /// The folder, opened in the way that can be locked.
  func listed(for action: FileError.Action) throws(FileError) -> FileHandle {
    let listed = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard listed >= 0 else { throw .last(action, path) }
    return FileHandle(descriptor: listed, path: path)
  }

  /// Removes the folder called `name` if nothing is in it.
  func removeEmptyFolder(_ name: String) {
    _ = unsafe unlinkat(descriptor, name, AT_REMOVEDIR)
  }
}

extension FileHandle {
  /// Opens the regular file called `name` in `folder` for reading; a link is not followed.
  package static func reading(_ name: String, in folder: OpenFolder) throws(FileError) -> FileHandle
  {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
    return try regular(
      unsafe openat(folder.descriptor, name, flags), path: folder.path(of: name))
  }

  /// Makes a new file called `name` in `folder`; errors call it `shown`, which is what it is to
  /// become.
  static func creating(
    _ name: String, in folder: OpenFolder, as shown: String, mode: mode_t = 0o666
  ) throws(FileError) -> FileHandle {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
    return try new(unsafe openat(folder.descriptor, name, flags, mode), path: shown)
  }
}

/// Parts of paths, without looking at the file system.
package enum PathName {
  /// The path without needless parts: no `.`, no `//`, no `/` at the end, and `..` taken back.
  package static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// The path without `/` at its end.
  package static func trimmed(_ path: String) -> String {
    let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
    return end.map { String(path[...$0]) } ?? String(path.prefix(1))
  }

  /// The last part of the path.
  package static func last(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The way from a folder to another one, with `/` at its end; empty where they are the same.
  package static func way(from folder: String, to other: String) -> String {
    let (start, end) = (
      identity(folder).split(separator: "/"), identity(other).split(separator: "/")
    )
    let common = zip(start, end).prefix { $0 == $1 }.count
    let up = start.dropFirst(common).map { _ in "../" }
    return (up + end.dropFirst(common).map { "\($0)/" }).joined()
  }

  /// The folder that a path is in; `.` if it names none.
  package static func folder(_ path: String) -> String {
    let path = trimmed(path)
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a scene's path without its ending; what its outputs are called.
  package static func stem(_ path: String) -> String {
    if isStream(path) { return "scene" }
    let name = last(path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Whether shells call a stream by this name.
  ///
  /// `/dev/shm` is a folder of files like any other.
  package static func isStream(_ path: String) -> Bool {
    let isDevice = path.hasPrefix("/dev/") && !path.hasPrefix("/dev/shm/")
    return path == "-" || isDevice || path.hasPrefix("/proc/")
  }

  /// The name with `-` in the place of all bytes but letters and digits.
  package static func plain(_ name: String) -> String {
    String(
      decoding: name.utf8.map { byte in
        let isPlain = (48...57).contains(byte) || (97...122).contains(byte | 0x20)
        return isPlain ? byte : UInt8(ascii: "-")
      }, as: UTF8.self)
  }

  /// Every folder above a normal path, the nearest first; the folder that a path is relative to is
  /// the empty one.
  package static func parents(_ path: String) -> [String] {
    let folders = path.indices.filter { path[$0] == "/" && $0 != path.startIndex }.reversed()
      .map { String(path[..<$0]) }
    if path.isEmpty || path == "/" || path.hasPrefix("..") { return folders }
    return folders + [path.hasPrefix("/") ? "/" : ""]
  }
}

// One name for all names of a file.
extension PathName {
  /// The name that the system resolves `path` to; of what is not there yet, the folder's name and
  /// the rest, behind all links.
  package static func identity(_ path: String) -> String {
    var place = path
    // As many links as the system follows. A longer path names nothing, and cannot be written.
    for _ in 0..<40 where place.utf8.count < PATH_MAX {
      guard let (folder, rest) = parted(place) else { break }
      guard let first = rest.first, let link = Folder.destination(ofLink: "\(folder)/\(first)")
      else { return normal(([folder[...]] + rest).joined(separator: "/")) }
      let target = link.hasPrefix("/") ? link : "\(folder)/\(link)"
      place = ([target[...]] + rest.dropFirst()).joined(separator: "/")
    }
    return normal(path)
  }

  /// The real name of as much of `path` as is there, and the parts that are not.
  private static func parted(_ path: String) -> (folder: String, rest: [Substring])? {
    var parts = path.split(separator: "/")
    var rest: [Substring] = []
    let root = path.hasPrefix("/") ? "/" : "./"
    while true {
      if let found = Folder.realPath(root + parts.joined(separator: "/")) { return (found, rest) }
      guard let last = parts.popLast() else { return nil }
      rest.insert(last, at: 0)
    }
  }
}

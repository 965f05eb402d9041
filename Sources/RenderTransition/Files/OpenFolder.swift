import CSystem
import Glibc

/// A folder that is held open by its descriptor: no link and no rename leads the names in it
/// elsewhere.
///
/// Checking a path and then using it leaves a moment in which a folder of the path can be replaced
/// by a link; a descriptor leaves none.
final class OpenFolder: Sendable {
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

  /// What is called `name` here, a link not followed; nil if there is nothing.
  func status(of name: String) -> FileStatus? {
    var raw = stat()
    guard unsafe fstatat(descriptor, name, &raw, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return FileStatus(raw)
  }

  /// Throws if a link is called `name` here.
  func refuseLink(_ name: String, for action: FileError.Action) throws(FileError) {
    if status(of: name)?.isLink == true { throw FileError(action, path(of: name), .link) }
  }

  /// The path of what is called `name` here, as errors call it.
  func path(of name: String) -> String {
    path.isEmpty || path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }

  /// The names in the folder, in alphabetical order.
  func names(for action: FileError.Action) throws(FileError) -> [String] {
    let listed = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard listed >= 0, let stream = unsafe fdopendir(listed) else { throw .last(action, path) }
    defer { unsafe closedir(stream) }
    return unsafe Folder.names(in: stream)
  }

  /// Makes a folder called `name`; one that is there already is fine.
  func make(_ name: String) throws(FileError) {
    guard unsafe mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST else {
      throw .last(.write, path(of: name))
    }
  }

  /// Lets those do something with what is called `name` whom `mode` names.
  func allow(_ mode: mode_t, _ name: String) {
    // Some file systems know no modes, which is no fault.
    _ = unsafe fchmodat(descriptor, name, mode, 0)
  }

  /// Gives what is called `old` the name `new` in one step; a file of that name is replaced.
  func move(_ old: String, to new: String) throws(FileError) {
    guard unsafe renameat(descriptor, old, descriptor, new) == 0 else {
      throw .last(.write, path(of: new))
    }
  }

  /// Lets two names change what they mean in one step; answers whether the system can.
  func swap(_ one: String, _ other: String) -> Bool {
    unsafe rt_swap_names(descriptor, one, other) != 0
  }

  /// Removes the file called `name`, or says why it cannot be.
  func remove(_ name: String) throws(FileError) {
    guard unsafe unlinkat(descriptor, name, 0) == 0 else { throw .last(.write, path(of: name)) }
  }

  /// Removes the folder called `name` and the files in it; nothing deeper.
  func removeFolder(_ name: String) {
    guard let folder = try? folder(name, for: .write) else { return }
    for inner in (try? folder.names(for: .write)) ?? [] { try? folder.remove(inner) }
    _ = unsafe unlinkat(descriptor, name, AT_REMOVEDIR)
  }
}

extension FileHandle {
  /// Opens the regular file called `name` in `folder` for reading; a link is not followed.
  static func reading(_ name: String, in folder: OpenFolder) throws(FileError) -> FileHandle {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
    return try regular(
      unsafe openat(folder.descriptor, name, flags), path: folder.path(of: name))
  }

  /// Makes a new file called `name` in `folder`; errors call it `shown`, which is what it is to
  /// become.
  static func creating(
    _ name: String, in folder: OpenFolder, as shown: String
  ) throws(FileError) -> FileHandle {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    return try new(unsafe openat(folder.descriptor, name, flags, 0o666), path: shown)
  }
}

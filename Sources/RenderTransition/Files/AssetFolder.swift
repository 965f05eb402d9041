import Glibc
import SceneFormat

/// The folder that holds a scene's files; nothing outside of it is ever opened.
struct AssetFolder: Hashable, FileSource {
  /// Its real path, without links.
  let root: String
  /// What the scene's own path is beneath it.
  let scenePath: String

  /// The folder of the scene at `scene`, or the wider folder `wider`.
  init(scene: String, wider: String?) throws(FileError) {
    let parts = Folder.Path(scene)
    guard let home = Folder.realPath(parts.folder) else { throw .last(.read, scene) }
    guard let wider else {
      (root, scenePath) = (home, parts.name)
      return
    }
    guard let real = Folder.realPath(wider) else { throw FileError(.read, wider, .noFolder) }
    let prefix = real == "/" ? "/" : real + "/"
    guard home == real || home.hasPrefix(prefix) else {
      throw FileError(.read, scene, .outsideRoot)
    }
    root = real
    scenePath = home == real ? parts.name : home.dropFirst(prefix.count) + "/" + parts.name
  }

  /// The real path of the file at `path` beneath the root; throws if a link leads out of it.
  func locate(_ path: String) throws(FileError) -> String {
    let named = "\(root)/\(path)"
    guard let real = Folder.realPath(named) else { throw .last(.read, path) }
    guard real == root || real.hasPrefix(root == "/" ? "/" : root + "/") else {
      throw FileError(.read, path, .outsideRoot)
    }
    return real
  }

  /// The bytes of the file at `path` beneath the root, if there are at most `limit`.
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let handle = try open(path)
    defer { handle.close() }
    return try handle.readAll(limit: limit)
  }

  func readHead(of path: String, count: Int) throws(FileError) -> FileHead {
    let handle = try open(path)
    defer { handle.close() }
    return FileHead(bytes: try handle.readHead(count), size: handle.size)
  }

  private func open(_ path: String) throws(FileError) -> FileHandle {
    do {
      // All links are followed now: one that shows up on the way leads somewhere else.
      let beneath = try locate(path).utf8.dropFirst(root.utf8.count)
      let place = try OpenFolder(root, for: .read).place(at: String(beneath) ?? "", for: .read)
      return try FileHandle.reading(place.name, in: place.folder)
    } catch {
      // People know the file by the name that the scene gives it.
      throw FileError(error.action, path, error.reason)
    }
  }

  /// Whether a regular file is at `path` beneath the root.
  func hasFile(_ path: String) -> Bool {
    guard let real = try? locate(path) else { return false }
    return FileStatus(real)?.isRegular == true
  }

  /// The names in the folder at `path` beneath the root, in alphabetical order.
  func names(in path: String) -> [String] {
    guard let real = try? locate(path.isEmpty ? "." : path) else {
      return path.isEmpty ? Folder.names(in: root) : []
    }
    return Folder.names(in: real)
  }

  /// Why the file at `path` cannot be read.
  func reasonAgainst(_ path: String) -> FileError.Reason {
    do {
      let real = try locate(path)
      return FileStatus(real)?.isRegular == true ? .system(EIO) : .notRegular
    } catch {
      return error.reason
    }
  }

  func realPath(_ path: String) -> String? { try? locate(path) }
}

import Glibc

/// Where a file or a folder of files is to be: a name in a folder that is held open.
struct OutputTarget: Sendable {
  let folder: OpenFolder
  let name: String

  /// The place that the user has named: links lead where they say, be it not there yet, and folders
  /// above it are made.
  init(following path: String) throws(FileError) {
    let real = Folder.Path(try Folder.target(of: Folder.Path(path).text))
    try Folder.make(real.folder)
    name = real.name
    do throws(FileError) {
      folder = try OpenFolder(real.folder, for: .write)
    } catch {
      throw FileError(.write, path, error.reason)
    }
  }

  /// The place at `path` beneath the folder `root`, which the program has named.
  ///
  /// No part of the path may be a link. `missing` says whether folders on the way are made.
  init(_ path: String, beneath root: String, making missing: Bool = true) throws(FileError) {
    if missing { try Folder.make(root) }
    let root = try OpenFolder(root, for: .write)
    (folder, name) = try root.place(at: path, for: .write, making: missing)
  }

  /// The place of a file that the program has named after one of the user's, such as a lock.
  ///
  /// No link is followed beneath the current folder; elsewhere, the user has named the folder.
  init(beside path: String, making missing: Bool = false) throws(FileError) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let here = FileStatus(".").map { [$0.device, $0.number] }
    var root = path.hasPrefix("/") ? parts.count - 1 : 0
    if path.hasPrefix("/") {
      let ends = (1..<parts.count).first { end in
        let above = FileStatus(parts[..<end].joined(separator: "/") + "/")
        return above.map { [$0.device, $0.number] } == here
      }
      root = ends ?? root
    } else if let up = parts.lastIndex(of: "..") {
      root = up + 1
    }
    let folder = parts[..<root].joined(separator: "/") + (path.hasPrefix("/") ? "/" : "")
    try self.init(
      parts[root...].joined(separator: "/"), beneath: folder.isEmpty ? "." : folder,
      making: missing)
  }

  /// What is there, a link not followed; nil if there is nothing.
  var status: FileStatus? { folder.status(of: name) }
}

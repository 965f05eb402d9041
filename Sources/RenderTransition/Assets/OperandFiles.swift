import Glibc

/// The files that a command line names, wherever they lie, and those of a scene, if it names one.
///
/// Of the folders in which the named files lie, nothing else is opened.
struct OperandFiles: FileSource {
  private let scene: (any FileSource)?
  /// The folder of each named file, opened for that file.
  private let named: [String: AssetFolder]
  let scenePath: String

  /// What the path of a named file begins with, and no path beneath a root.
  private static let mark = "./"

  /// The files that are called `names` in the current folder, and those of `scene`; what is read of
  /// the former is noted in `log`.
  init(
    _ names: [String], beside scene: (any FileSource)? = nil, log: FileLog? = nil
  ) throws(FileError) {
    var named: [String: AssetFolder] = [:]
    for name in names {
      named[name] = try AssetFolder(
        scene: Folder.realPath(name) ?? name, called: name, wider: nil, log: log)
    }
    (self.named, self.scene, scenePath) = (named, scene, scene?.scenePath ?? names.first ?? "")
  }

  /// The path of the file that the command line calls `name`; nil if it names none so.
  ///
  /// One that lies beneath the scene's root is a file of the scene, which can name others.
  func path(of name: String) -> String? {
    guard let folder = named[name] else { return nil }
    return (scene as? AssetFolder)?.path(of: folder) ?? Self.mark + name
  }

  /// What the command line calls the file at `path`; nil for a file of the scene.
  func name(of path: String) -> String? {
    path.hasPrefix(Self.mark) ? String(path.dropFirst(Self.mark.count)) : nil
  }

  /// Where the file at `path` is.
  private func place(of path: String) throws(FileError) -> (files: any FileSource, path: String) {
    if let folder = name(of: path).map({ named[$0] }) {
      if let folder { return (folder, folder.scenePath) }
    } else if let scene {
      return (scene, path)
    }
    throw FileError(.read, path, .system(ENOENT))
  }

  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let place = try place(of: path)
    return try place.files.read(place.path, limit: limit)
  }

  func readHead(of path: String, count: Int) throws(FileError) -> FileHead {
    let place = try place(of: path)
    return try place.files.readHead(of: place.path, count: count)
  }

  func hasFile(_ path: String) -> Bool {
    (try? place(of: path)).map { $0.files.hasFile($0.path) } ?? false
  }

  func names(in path: String) -> [String] { scene?.names(in: path) ?? [] }

  func reasonAgainst(_ path: String) -> FileError.Reason {
    (try? place(of: path)).map { $0.files.reasonAgainst($0.path) } ?? .system(ENOENT)
  }

  func realPath(_ path: String) -> String? {
    (try? place(of: path)).flatMap { $0.files.realPath($0.path) }
  }
}

import Codecs
import Glibc
import SceneFormat

/// The files beneath an asset root, wherever they come from; nothing outside of it is ever opened.
///
/// Paths are beneath the root, their parts joined by `/`.
package protocol FileSource: Sendable {
  /// What the scene's own path is beneath the root.
  var scenePath: String { get }

  /// The bytes of the file at `path`, if there are at most `limit`.
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]

  /// The first bytes of the file at `path`, `count` of them or more if there are as many.
  func readHead(of path: String, count: Int) throws(FileError) -> FileHead

  /// Whether a regular file is at `path`.
  func hasFile(_ path: String) -> Bool

  /// The names in the folder at `path`, in alphabetical order; the root is the empty path.
  func names(in path: String) -> [String]

  /// Why the file at `path` cannot be read.
  func reasonAgainst(_ path: String) -> FileError.Reason

  /// The file's path in the file system, without links; nil for what lies somewhere else.
  func realPath(_ path: String) -> String?
}

/// How a file begins.
package struct FileHead: Hashable, Sendable {
  /// The first bytes, perhaps all of them.
  var bytes: [UInt8]
  /// How many bytes the file has.
  var size: Int

  /// The whole file, if that is what `bytes` are.
  var file: [UInt8]? { bytes.count == size ? bytes : nil }
}

/// The folder that holds a scene's files; nothing outside of it is ever opened.
struct AssetFolder: FileSource {
  /// Its real path, without links.
  let root: String
  /// What the scene's own path is beneath it.
  let scenePath: String
  /// Notes what is read or looked for, by paths that begin as the user wrote them: a link in these may
  /// be swapped.
  private let log: FileLog?
  private let namedScene: String
  private let namedRoot: String

  /// The folder of the scene at `scene`, or the wider folder `wider`; the user may have called the scene
  /// otherwise.
  init(
    scene: String, called named: String? = nil, wider: String?, log: FileLog? = nil
  ) throws(FileError) {
    (self.log, namedScene) = (log, named ?? scene)
    namedRoot = wider ?? PathName.folder(scene)
    log?.note(namedScene)
    let name = PathName.last(scene)
    guard let home = Folder.realPath(PathName.folder(scene)) else { throw .last(.read, scene) }
    guard let wider else {
      (root, scenePath) = (home, name)
      return
    }
    guard let real = Folder.realPath(wider) else { throw FileError(.read, wider, .noFolder) }
    let prefix = real == "/" ? "/" : real + "/"
    guard home == real || home.hasPrefix(prefix) else {
      throw FileError(.read, scene, .outsideRoot)
    }
    root = real
    scenePath = home == real ? name : home.dropFirst(prefix.count) + "/" + name
  }

  /// The path beneath this root of the file that `folder` was opened for; nil if it lies elsewhere.
  func path(of folder: AssetFolder) -> String? {
    let (real, prefix) = ("\(folder.root)/\(folder.scenePath)", root == "/" ? root : root + "/")
    return real.hasPrefix(prefix) ? String(real.dropFirst(prefix.count)) : nil
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

  /// Notes that something is looked for at `path`; answers by which path.
  @discardableResult
  private func note(_ path: String) -> String {
    let prefix = namedRoot == "." ? "" : namedRoot.hasSuffix("/") ? namedRoot : namedRoot + "/"
    let named = path == scenePath ? namedScene : prefix + path
    log?.note(named)
    return named
  }

  /// The bytes of the file at `path` beneath the root, if there are at most `limit`.
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let named = note(path)
    let handle = try open(path)
    defer { handle.close() }
    let bytes = try handle.readAll(limit: limit)
    log?.note(named, held: bytes)
    return bytes
  }

  func readHead(of path: String, count: Int) throws(FileError) -> FileHead {
    let named = note(path)
    let handle = try open(path)
    defer { handle.close() }
    let head = FileHead(bytes: try handle.readHead(count), size: handle.size)
    if let bytes = head.file { log?.note(named, held: bytes) }
    return head
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
    note(path)
    return (try? FileStatus(locate(path))?.isRegular) == true
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
      return try FileStatus(real)?.isRegular == true ? .system(EIO) : .notRegular
    } catch {
      return error.reason
    }
  }

  func realPath(_ path: String) -> String? { try? locate(path) }
}

/// The files beneath an asset root, as reading a scene sees them.
struct SceneFiles: AssetSource {
  private(set) var folder: any FileSource
  /// The scene's folder as the user wrote it, with a `/` at its end if it is not empty.
  let shownFolder: String
  /// The scene's own text, where it does not come from a file.
  var text: [UInt8]?
  /// What that text is called.
  var shownScene: String?
  /// The scene, where it is made of pictures.
  var tree: JSONNode?
  /// What the command line says in the place of what the scene says.
  var changes = SceneChanges()
  /// What pictures may have.
  var imageLimits = ImageLimits()
  /// The pictures that are in SVGs, by paths such as `home.svg#1`.
  var pictures: [String: [UInt8]] = [:]
  /// Images that are decoded already, by the hashes of their files; nil where none are kept.
  var decoded: DecodedImages?

  func bytes(of path: String, limit: Int) throws(AssetFailure) -> [UInt8] {
    if let text, path == folder.scenePath { return text }
    do {
      return try folder.read(path, limit: limit)
    } catch {
      throw error.failure
    }
  }

  func hasFile(at path: String) -> Bool {
    (text != nil && path == folder.scenePath) || folder.hasFile(path)
  }

  func failure(of path: String) -> AssetFailure {
    FileError(.read, path, folder.reasonAgainst(path)).failure
  }

  func fileNames(in path: String) -> [String] { folder.names(in: path) }

  func imageSize(of path: String) throws(AssetFailure) -> (width: Int, height: Int) {
    let header = try header(of: path)
    return (header.width, header.height)
  }

  func imageSize(ofBytes bytes: [UInt8]) throws(AssetFailure) -> (width: Int, height: Int) {
    do {
      let header = try PictureHeader(bytes, limits: imageLimits)
      return (header.width, header.height)
    } catch {
      throw .notAnImage("\(error)")
    }
  }

  /// The header of the picture at `path`, of which `head` may have been read.
  func header(of path: String, _ head: FileHead? = nil) throws(AssetFailure) -> PictureHeader {
    do {
      return try PictureHeader(
        head?.file ?? folder.read(path, limit: imageLimits.fileBytes), limits: imageLimits)
    } catch let error as FileError {
      throw error.failure
    } catch PictureError.foreign(let format) {
      // Beneath a wider root, and on the standard input, names are not seen from the current folder.
      let (real, shown) = (folder.realPath(path), shownPath(path))
      let name = real.map { Folder.realPath(shown) == $0 ? shown : $0 }
      throw .foreignFormat("\(format)", conversion: name.flatMap { format.conversion(of: $0) })
    } catch {
      throw .notAnImage("\(error)")
    }
  }

  func shownPath(_ path: String) -> String {
    if let shownScene, path == folder.scenePath { return shownScene }
    return (folder as? OperandFiles)?.name(of: path) ?? shownFolder + path
  }

  func operand(_ text: String, at place: Place) -> String? {
    // A picture is named by itself.
    guard place.isInFlag || place.file == text else { return nil }
    return (folder as? OperandFiles)?.path(of: text)
  }
}

extension SceneFiles {
  /// The sceneFiles of the scene that the user calls `scene`.
  init(_ folder: any FileSource, scene: String, text: [UInt8]? = nil) {
    (self.folder, self.text) = (folder, text)
    // Only if the root is the scene's own folder can its name be put before every path.
    let isPlain = scene.hasSuffix(folder.scenePath)
    shownFolder = isPlain ? String(scene.dropLast(folder.scenePath.count)) : ""
  }

  /// The same with what the command line says, and the recipe file that it names.
  mutating func change(by changes: SceneChanges, log: FileLog?) throws(FileError) {
    self.changes = changes
    if let file = changes.recipeFile {
      folder = try OperandFiles([file], beside: folder, log: log)
    }
  }

  /// The same with edits of texts.
  mutating func edit(by edits: [SceneEdit], limits: Limits) throws(LoadFailure) {
    guard !edits.isEmpty else { return }
    folder = try DraftFolder(folder, editedBy: edits, shownFolder: shownFolder, limits: limits)
  }

  /// The files of which there are edits, as people call them, and their texts.
  var drafts: [(file: String, text: [UInt8])] {
    let texts = (folder as? DraftFolder)?.texts ?? [:]
    return texts.sorted { $0.key < $1.key }.map { (shownFolder + $0, $1) }
  }

  /// Writes the edited texts in the place of their files, none of them through a link; answers their
  /// paths.
  ///
  /// None takes its place before all are whole.
  func writeEdits() throws -> [String] {
    var files: [OutputFile] = []
    do {
      for (file, text) in drafts {
        files.append(try OutputFile(OutputTarget(beside: file), as: file))
        try files[files.count - 1].write(.bytes(text))
        try files[files.count - 1].flush()
      }
      try Draft.together {
        for index in files.indices { try files[index].commit() }
      }
    } catch {
      for index in files.indices { files[index].abandon() }
      throw error
    }
    return drafts.map(\.file)
  }

  /// The real paths of the files that `sources` are the texts of.
  func realPaths(of sources: [SourceText]) -> [String] {
    // What cannot be located was never a file: a recipe that is built in.
    sources.compactMap { folder.realPath(String($0.file.dropFirst(shownFolder.count))) }
  }
}

import Codecs
import SceneFormat

/// The files beneath an asset root, as reading a scene sees them.
struct AssetShelf: AssetSource {
  let folder: any FileSource
  /// The scene's folder as the user wrote it, with a `/` at its end if it is not empty.
  let shownFolder: String
  /// The scene's own text, where it does not come from a file.
  var text: [UInt8]?
  /// What that text is called.
  var shownScene: String?

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
    let head: FileHead
    do {
      head = try folder.readHead(of: path, count: PNGHeader.byteCount)
    } catch {
      throw error.failure
    }
    do {
      let header = try PNGHeader(head.bytes)
      return (header.width, header.height)
    } catch {
      throw .notAnImage("\(error)")
    }
  }

  func shownPath(_ path: String) -> String {
    if let shownScene, path == folder.scenePath { return shownScene }
    return shownFolder + path
  }
}

extension AssetShelf {
  /// The shelf of the scene that the user calls `scene`.
  init(_ folder: any FileSource, scene: String, text: [UInt8]? = nil) {
    (self.folder, self.text) = (folder, text)
    // Only if the root is the scene's own folder can its name be put before every path.
    let isPlain = scene.hasSuffix(folder.scenePath)
    shownFolder = isPlain ? String(scene.dropLast(folder.scenePath.count)) : ""
  }

  /// The real paths of the files that `sources` are the texts of.
  func realPaths(of sources: [SourceText]) -> [String] {
    // What cannot be located was never a file: a recipe that is built in.
    sources.compactMap { folder.realPath(String($0.file.dropFirst(shownFolder.count))) }
  }
}

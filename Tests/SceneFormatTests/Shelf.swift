import SceneFormat

/// Files in memory.
struct Shelf: AssetSource {
  var texts: [String: String] = [:]
  /// The sizes of images by their paths.
  var images: [String: (width: Int, height: Int)] = [:]

  init(_ texts: [String: String] = [:], images: [String: (width: Int, height: Int)] = [:]) {
    (self.texts, self.images) = (texts, images)
  }

  func bytes(of path: String, limit: Int) throws(AssetFailure) -> [UInt8] {
    guard let text = texts[path] else { throw .missing }
    guard text.utf8.count <= limit else { throw .tooLarge }
    return Array(text.utf8)
  }

  func hasFile(at path: String) -> Bool { texts[path] != nil || images[path] != nil }

  func fileNames(in folder: String) -> [String] {
    let prefix = folder.isEmpty ? "" : "\(folder)/"
    return (Array(texts.keys) + Array(images.keys)).filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }.filter { !$0.contains("/") }.sorted()
  }

  func imageSize(of path: String) throws(AssetFailure) -> (width: Int, height: Int) {
    guard let size = images[path] else { throw .missing }
    return size
  }

  /// What is known of the scene `text`, with the files of this shelf beside it.
  func reading(
    _ text: String, limits: Limits = Limits()
  ) -> SceneReading {
    var shelf = self
    shelf.texts["scene.json"] = text
    return SceneReading(of: "scene.json", from: shelf, limits: limits)
  }
}

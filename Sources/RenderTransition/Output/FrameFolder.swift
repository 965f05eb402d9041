/// The names in a folder of frames.
enum FrameFolder {
  /// The file that lists the others.
  static let manifestName = "manifest.json"
  /// A manifest is small; what is larger is none of ours.
  private static let manifestLimit = 16 << 20

  /// The names that the folder's manifest lists, and its own.
  static func names(in folder: OpenFolder) throws(FileError) -> Set<String> {
    let handle = try FileHandle.reading(manifestName, in: folder)
    defer { handle.close() }
    let bytes = try handle.readAll(limit: manifestLimit)
    // Only frames can be listed, so their names are all that has to be found.
    let text = String(decoding: bytes, as: UTF8.self)
    let quoted = text.split(separator: "\"").map(String.init)
    return Set(quoted.filter { $0.hasPrefix("frame-") && $0.hasSuffix(".png") } + [manifestName])
  }
}

/// The files beneath the asset root, as far as reading a scene needs them.
///
/// Paths are beneath the root, their parts joined by `/`, with no `.` and `..` left. Who implements
/// it sees to it that no symbolic link leads out of the root.
public protocol AssetSource: Sendable {
  /// The bytes of a regular file of at most `limit` bytes.
  func bytes(of path: String, limit: Int) throws(AssetFailure) -> [UInt8]

  /// Whether there is a regular file.
  func hasFile(at path: String) -> Bool

  /// Why there is no regular file.
  func failure(of path: String) -> AssetFailure

  /// The names of the files in a folder, for suggestions; the root is the empty path.
  func fileNames(in folder: String) -> [String]

  /// The size of an image in pixels.
  func imageSize(of path: String) throws(AssetFailure) -> (width: Int, height: Int)

  /// The size of an image in pixels by the bytes of its file.
  func imageSize(ofBytes bytes: [UInt8]) throws(AssetFailure) -> (width: Int, height: Int)

  /// How a file is called in front of people, such as `scenes/push.json`.
  func shownPath(_ path: String) -> String

  /// The path of the file that a command line names as `text` at `place`; nil where a file names it.
  func operand(_ text: String, at place: Place) -> String?
}

extension AssetSource {
  /// A folder is there, or nothing.
  public func failure(of path: String) -> AssetFailure {
    fileNames(in: path).isEmpty ? .missing : .notRegular
  }

  /// Not known.
  public func imageSize(ofBytes bytes: [UInt8]) throws(AssetFailure) -> (width: Int, height: Int) {
    throw .notAnImage("its size is not known")
  }

  /// The path itself.
  public func shownPath(_ path: String) -> String { path }

  /// None.
  public func operand(_ text: String, at place: Place) -> String? { nil }
}

// Paths that a scene names.
extension Reading {
  /// The path beneath the root that `text` names, seen from the file that is being read.
  mutating func path(_ text: String, at place: Place) -> AssetPath? {
    // Behind the name of an SVG may be the number of a picture in it.
    let name = text.prefix { $0 != "#" }
    let file = Notation.isSVGFile(String(name)) ? String(name) : text
    if let operand = assets.operand(file, at: place) {
      return AssetPath(path: operand + text.dropFirst(file.count), place: place)
    }
    do {
      let folder = openFiles.last.map(RelativePath.folder) ?? []
      return AssetPath(path: try RelativePath.resolve(text, in: folder), place: place)
    } catch {
      note(.asset(error), at: place)
      return nil
    }
  }

  /// The path of a file that must be there.
  mutating func asset(_ node: JSONNode?) -> AssetPath? {
    guard let node, let text = node.text, !text.isEmpty else { return nil }
    guard let asset = path(text, at: node.place), countAsset(asset) else { return nil }
    if pictures[asset.path] != nil || assets.hasFile(at: asset.path) { return asset }
    noteMissing(text, asset)
    return nil
  }

  /// Whether one more file is allowed; notes the first that is not.
  private mutating func countAsset(_ asset: AssetPath) -> Bool {
    let limit = limits.count(.assets)
    guard assetPaths.insert(asset.path).inserted, assetPaths.count > limit else { return true }
    if assetPaths.count == limit + 1 {
      note(.limit(.assets, allowed: limits[.assets]), at: asset.place)
    }
    return false
  }

  private mutating func noteMissing(_ text: String, _ asset: AssetPath) {
    let failure = assets.failure(of: asset.path)
    guard failure == .missing else {
      note(.asset(.unusable(text, failure)), at: asset.place)
      return
    }
    let folder = RelativePath.folder(of: asset.path)
    let names = assets.fileNames(in: folder.joined(separator: "/")).sorted()
    let name = asset.path.split(separator: "/").last.map(String.init) ?? ""
    let nearest = suggestion(for: name, in: names).map { nearest in
      text.hasSuffix(name) ? text.dropLast(name.count) + nearest : nearest
    }
    note(
      .asset(.missing(text, tried: [assets.shownPath(asset.path)], suggestion: nearest)),
      at: asset.place)
  }

  /// An image with its larger versions.
  mutating func image(_ node: JSONNode?) -> ImageSource? {
    guard let file = asset(node) else { return nil }
    if pictures[file.path] != nil { return ImageSource(file: file) }
    return ImageSource(
      file: file, hasDouble: isEnlarged(file, by: 2), hasTriple: isEnlarged(file, by: 3))
  }

  /// Whether the image has a larger version; notes where the system does not say.
  private mutating func isEnlarged(_ file: AssetPath, by factor: Int) -> Bool {
    let path = RelativePath.enlarged(file.path, by: factor)
    guard !assets.hasFile(at: path) else { return true }
    let failure = assets.failure(of: path)
    if case .unreadable = failure { note(.asset(.unusable(path, failure)), at: file.place) }
    return false
  }
}

/// Paths as scenes write them.
enum RelativePath {
  /// The path beneath the root that `text` means in `folder`.
  static func resolve(_ text: String, in folder: [String]) throws(AssetProblem) -> String {
    guard !text.isEmpty, !text.utf8.contains(0) else { throw .badPath(text) }
    guard !text.hasPrefix("/") else { throw .absolutePath(text) }
    guard !isAddress(text) else { throw .address(text) }
    var parts = folder
    for part in text.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(String(part))
      } else if parts.popLast() == nil {
        throw .outsideRoot(text)
      }
    }
    guard !parts.isEmpty else { throw .badPath(text) }
    return parts.joined(separator: "/")
  }

  /// Whether it begins like `https:` or `data:`.
  static func isAddress(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = text.utf8[..<colon]
    return scheme.count > 1
      && scheme.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "+") }
  }

  /// The parts of the path of the folder in which a file lies.
  static func folder(of path: String) -> [String] {
    path.split(separator: "/").dropLast().map(String.init)
  }

  /// `name@2x.png` for `name.png`.
  static func enlarged(_ path: String, by factor: Int) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else {
      return "\(path)@\(factor)x"
    }
    return "\(path[..<dot])@\(factor)x\(path[dot...])"
  }
}

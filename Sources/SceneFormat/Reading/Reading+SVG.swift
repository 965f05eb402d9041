import Formatting
import Geometry

// SVG files as screens.
extension Reading {
  /// The SVG file that `node` names; notes what keeps it from being one.
  mutating func svgDocument(_ node: JSONNode) -> SVGDocument? {
    guard let path = asset(node)?.path else { return nil }
    if let known = svgFiles[path] { return known }
    let root = source(at: path, namedAt: node.place, within: .svgBytes) {
      source, limits throws(SceneError) in
      try XMLReader.parse(source.bytes, file: source.file, limits: limits)
    }
    var notes = SVGNotes()
    var document = root.flatMap { SVGDocument($0, limits: limits, &notes) }
    mistakes += notes.all
    let pictures = pictures(document?.images ?? [], of: path)
    document?.pictures = pictures
    document?.fonts = Set(fonts.map(\.name) + lostFonts)
    svgFiles[path] = .some(document)
    return document
  }

  /// The files of the pictures of the SVG at `path`, those in itself among them, by the places of their
  /// elements.
  private mutating func pictures(
    _ images: [XMLNode], of path: String
  ) -> [Place: SVGPictureFile] {
    var files: [Place: SVGPictureFile] = [:]
    var (known, number) = ([String: SVGPictureFile](), 0)
    for image in images {
      guard let href = image.href, let text = href.text, known.count <= limits.count(.assets) else {
        continue
      }
      if known[text] == nil {
        let bytes = SVGPictureFile.embedded(in: text)?.bytes
        number += bytes == nil ? 0 : 1
        known[text] =
          bytes.map { embedded($0, "#\(number)", in: path, href.place) }
          ?? pictureFile(text, besides: path)
      }
      files[image.place] = known[text]
    }
    return files
  }

  /// A picture in the SVG at `path`, where it is the one called `name`.
  private mutating func embedded(
    _ bytes: [UInt8], _ name: String, in path: String, _ place: Place
  ) -> SVGPictureFile {
    pictures[path + name] = bytes
    if bytes.count > limits.count(.imageBytes) {
      note(.limit(.imageBytes, allowed: limits[.imageBytes]), at: place)
    }
    return SVGPictureFile(path: name, pixels: try? assets.imageSize(ofBytes: bytes))
  }

  /// A file that the SVG at `path` names; nil for an address, for nothing is fetched.
  private func pictureFile(_ text: String, besides path: String) -> SVGPictureFile? {
    guard !text.isEmpty, !RelativePath.isAddress(text) else { return nil }
    let name = String(removingPercents: text)
    let file = try? RelativePath.resolve(name, in: RelativePath.folder(of: path))
    return SVGPictureFile(path: name, pixels: file.flatMap { try? assets.imageSize(of: $0) })
  }

  /// The screen that the SVG file is which `node` names.
  mutating func svgScreen(_ node: JSONNode) -> Screen? {
    guard let tree = svgTree(node) else { return nil }
    _ = check(tree, .screen)
    return screenObject(tree)
  }

  /// A screen that names an SVG, with the keys of the SVG: its own layers are above.
  mutating func completed(_ screen: JSONNode, bySVG member: JSONMember) -> JSONNode {
    if let image = screen.member("image") {
      note(.structure(.conflictingKeys("svg", "image")), at: image.place)
    }
    guard let tree = svgTree(member.value) else {
      hasAllIDs = false
      return screen
    }
    _ = check(tree, .screen)
    var whole = screen
    if whole["background"] == nil, let background = tree["background"] {
      whole = whole.replacing("background", with: background)
    }
    let layers = (tree["layers"]?.elements ?? []) + (screen["layers"]?.elements ?? [])
    return whole.replacing("layers", with: JSONNode(.list(layers), at: screen.place))
  }

  /// An image layer whose file is an SVG as a box with the SVG's layers; others as they are.
  mutating func drawn(_ layer: JSONNode) -> JSONNode {
    guard layer["type"]?.text == "image", let source = layer["src"],
      Notation.isSVGFile(source.text ?? "")
    else { return layer }
    guard let document = svgDocument(source) else {
      hasAllIDs = false
      return .object([("frame", layer["frame"])], at: layer.place)
    }
    var notes = SVGNotes()
    let drawn = SVGScreen.layer(
      layer, showing: document, called: source.text ?? "", limits: limits, &notes)
    mistakes += notes.all
    for child in drawn["layers"]?.elements ?? [] where child.place.file == document.root.place.file
    {
      _ = check(child, .layer)
    }
    return drawn
  }

  /// The screen file that draws what the SVG at `path` does, and the pictures that are in the SVG by
  /// the names that it gives them.
  mutating func imported(
    _ path: JSONNode, toFiles: String, namePicture: (String) -> String
  ) -> (screen: JSONNode, pictures: [String: [UInt8]])? {
    guard svgScreen(path) != nil, var document = svgDocument(path) else { return nil }
    var files: [String: [UInt8]] = [:]
    for image in document.images {
      guard let picture = document.pictures[image.place], let address = image.href?.text else {
        continue
      }
      var name = toFiles + picture.path
      if let (bytes, ending) = SVGPictureFile.embedded(in: address) {
        name = namePicture("\(picture.path.dropFirst()).\(ending)")
        files[name] = bytes
      }
      document.pictures[image.place]?.path = name
    }
    // What there is to say of it has been said.
    var notes = SVGNotes()
    let screen = SVGScreen.json(
      of: document, called: "", covering: nil,
      reserved: Set(ScreenPart.allCases.map(\.rawValue)), limits: limits, &notes)
    let version = JSONMember("version", JSONNode(.number(1), at: screen.place))
    return (JSONNode(.object([version] + (screen.members ?? [])), at: screen.place), files)
  }

  /// The SVG as a screen is written that covers the canvas; warns of one that is cut for that.
  private mutating func svgTree(_ node: JSONNode) -> JSONNode? {
    guard let document = svgDocument(node) else { return nil }
    let box = document.viewBox
    if let canvas = canvasSize {
      let scale = max(canvas.width / box.width, canvas.height / box.height)
      // A canvas is rounded up to whole points.
      if box.width * scale > canvas.width + 1 || box.height * scale > canvas.height + 1 {
        let warning = Warning.shape(
          width: Int(box.width.rounded()), height: Int(box.height.rounded()), unit: "points",
          screen: canvas)
        mistakes.append(SceneError(warning: warning, at: node.place))
      }
    }
    var notes = SVGNotes()
    let tree = SVGScreen.json(
      of: document, called: node.text ?? "", covering: canvasSize,
      reserved: Set(ScreenPart.allCases.map(\.rawValue)), limits: limits, &notes)
    mistakes += notes.all
    return tree
  }
}

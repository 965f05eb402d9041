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
    let document = root.flatMap { SVGDocument($0, limits: limits, &notes) }
    mistakes += notes.all
    svgFiles[path] = .some(document)
    return document
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
      of: document, covering: canvasSize, reserved: Set(ScreenPart.allCases.map(\.rawValue)),
      limits: limits, &notes)
    mistakes += notes.all
    return tree
  }
}

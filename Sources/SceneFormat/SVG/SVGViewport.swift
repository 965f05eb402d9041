import Geometry

// Copies of elements, and what has a viewport of its own.
extension SVGScreen {
  /// What a `use` shows: the element that it names, moved, its names behind that of the `use`.
  mutating func copy(
    _ node: XMLNode, called name: String?, _ style: SVGStyle
  ) -> SVGElement.Kind? {
    guard let text = node.href?.text, text.hasPrefix("#"),
      let target = document.ids[String(text.dropFirst())]
    else {
      notes.note(.reference, at: node.href?.place(ofCharacter: 0) ?? node.place)
      return nil
    }
    let prefix = namePrefix
    namePrefix = name.map { "\($0)." }
    defer { namePrefix = prefix }
    let origin = rect(of: node, document.units(), usual: ["0", "0", "0", "0"]).origin
    let copy = followed(from: node) { $0.element(target, in: style, usedBy: node) }
    guard var copy else { return nil }
    copy.transform = copy.transform.then(.translation(x: origin.x, y: origin.y))
    return .group([copy])
  }

  /// What a nested `svg` or a `symbol` shows: its box, fitted into its viewport, of which a `use` may say
  /// the size, and cut there.
  mutating func viewport(
    _ node: XMLNode, usedBy user: XMLNode?, _ style: SVGStyle
  ) -> SVGElement.Kind? {
    var sized = node
    for key in ["width", "height"] where user?[key] != nil {
      sized.attributes.removeAll { $0.name == key }
      sized.attributes += user?.attributes.filter { $0.name == key } ?? []
    }
    let rect = rect(of: sized, document.units(), usual: ["0", "0", "100%", "100%"])
    guard !rect.isEmpty else { return nil }
    let outer = document.viewBox
    defer { document.viewBox = outer }
    var map = Transform.translation(x: rect.x, y: rect.y)
    document.viewBox = Rect(rect.size)
    if let box = notes.value(node["viewBox"], SVGUnits.viewBox) {
      map = .mapping(box, to: SVGFit(of: node).place(box.size, in: rect))
      document.viewBox = box
    }
    let children = elements(of: node, in: style)
    guard !children.isEmpty else { return nil }
    var content = SVGElement(
      place: node.place, style: style, transform: map, kind: .group(children))
    let isCut = !["visible", "auto"].contains(style.word(.overflow) ?? "hidden")
    if isCut, !isInside(rect, content) {
      content.cuts.clip = map.inverse.map { ($0.bounds(of: rect), 0) }
    }
    return .group([content])
  }
}

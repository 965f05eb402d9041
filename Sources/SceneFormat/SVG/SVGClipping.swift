import Geometry

// Clip paths and masks.
extension SVGScreen {
  /// `element`, cut as its style says; nil where nothing is left of it.
  mutating func cut(_ element: SVGElement) -> SVGElement? {
    cut(element, by: element.style, of: element)
  }

  /// `element`, cut as `style` says; units of bounds are those of the bounds of `whole`.
  private mutating func cut(
    _ element: SVGElement, by style: SVGStyle, of whole: SVGElement
  ) -> SVGElement? {
    var element = element
    for (property, tag, gap) in [
      (SVGProperty.clipPath, "clipPath", SVGGap.clip), (.mask, "mask", .mask),
    ] {
      guard let value = style[property], !["none", ""].contains(value.text ?? "") else { continue }
      guard let reference = Reference(value) else {
        notes.note(gap, at: value.place(ofCharacter: 0))
        continue
      }
      guard let node = document.ids[reference.id], node.tag == tag else {
        notes.note(.reference, at: value.place(ofCharacter: 0))
        continue
      }
      let prefix = namePrefix
      namePrefix = nil
      let cut = followed(from: node) { screen in
        tag == "mask"
          ? screen.mask(node, element, of: whole) : screen.clip(node, element, of: whole)
      }
      namePrefix = prefix
      guard let cut else { return nil }
      element = cut
    }
    return element
  }

  private mutating func clip(
    _ node: XMLNode, _ element: SVGElement, of whole: SVGElement
  ) -> SVGElement? {
    let style = document.style(of: node)
    // Groups count for nothing in it.
    let areas = node.elements.filter { !["g", "a"].contains($0.tag) }
      .compactMap { self.element($0, in: style)?.silhouette(.clipRule) }
    guard !areas.isEmpty,
      let units = space(of: node, "clipPathUnits", usual: "userSpaceOnUse", whole),
      let mask = cut(
        mask(node, style, areas, transform(style[.transform]).then(units)), by: style, of: whole)
    else { return nil }
    var element = element
    guard let box = box(of: mask), element.cuts.clip == nil else {
      element.cuts.add(mask, isLuminance: false)
      return element
    }
    switch element.kind {
    case .group: break
    case .shape, .image, .text: element.kind = .group([element.content])
    }
    element.cuts.clip = box
    return element
  }

  private mutating func mask(
    _ node: XMLNode, _ element: SVGElement, of whole: SVGElement
  ) -> SVGElement? {
    let style = document.style(of: node)
    let content = elements(of: node, in: style)
    guard !content.isEmpty,
      let units = space(of: node, "maskContentUnits", usual: "userSpaceOnUse", whole),
      let region = rect(
        of: node, in: "maskUnits", of: whole, usual: ["-10%", "-10%", "120%", "120%"])
    else { return nil }
    var mask = mask(node, style, content, units)
    if !isInside(region, mask) { mask.cuts.clip = (region, 0) }
    let isLuminance = style.word(.maskType) != "alpha" && !isWhite(mask)
    guard let seen = cut(mask, by: style, of: whole) else { return nil }
    var element = element
    element.cuts.add(seen, isLuminance: isLuminance)
    return element
  }

  /// A group of what is in a clip path or a mask, from whose units `units` leads to user space.
  private func mask(
    _ node: XMLNode, _ style: SVGStyle, _ content: [SVGElement], _ units: Transform
  ) -> SVGElement {
    var inner = SVGElement(place: node.place, style: style, kind: .group(content))
    inner.transform = units
    return SVGElement(place: node.place, style: style, kind: .group([inner]))
  }

  /// The upright rectangle that is all of a clip path; nil where it is something else.
  private func box(of element: SVGElement) -> (rect: Rect, radius: Double)? {
    let map = element.transform
    guard element.cuts.isNone, map.isUpright else { return nil }
    let inside: (rect: Rect, radius: Double)? =
      switch element.kind {
      case .group(let children): children.count == 1 ? box(of: children[0]) : nil
      case .shape(let shape): shape.box
      case .image, .text: nil
      }
    guard let (rect, radius) = inside, radius == 0 || map.a == map.d else { return nil }
    return (map.bounds(of: rect), radius * map.a)
  }

  /// Whether everything that an element draws is white.
  private mutating func isWhite(_ element: SVGElement) -> Bool {
    // What there is to say of the paints is said when they are drawn.
    let said = notes
    defer { notes = said }
    return element.leaves.allSatisfy { leaf in
      guard case .shape = leaf.kind else { return false }
      return fill(of: leaf).isWhite && stroke(of: leaf).paint.isWhite
    }
  }

  /// Whether a rectangle cuts nothing of an element off.
  mutating func isInside(_ rect: Rect, _ element: SVGElement) -> Bool {
    let said = notes
    defer { notes = said }
    let isDrawnOver = element.isFiltered || element.leaves.contains { stroke(of: $0).width > 0 }
    return !isDrawnOver
      && element.bounds(in: element.transform).map { rect.contains($0) } ?? true
  }
}

extension Rect {
  /// Whether `other` is in it, but for what rounding leaves.
  func contains(_ other: Rect) -> Bool {
    let slack = 1e-6
    return other.x >= x - slack && other.y >= y - slack && other.maxX <= maxX + slack
      && other.maxY <= maxY + slack
  }
}

// Units.
extension SVGScreen {
  /// From the units that an attribute names to the user space of an element; nil where they are of
  /// bounds that have no area.
  func space(
    of node: XMLNode, _ key: String, usual: String, _ element: SVGElement
  ) -> Transform? {
    guard (node[key]?.text ?? usual) == "objectBoundingBox" else { return .identity }
    guard let box = element.bounds(in: .identity), !box.isEmpty else { return nil }
    return .mapping(Rect(x: 0, y: 0, width: 1, height: 1), to: box)
  }

  /// The rectangle of `node` in the user space of an element, in the units that an attribute names; nil
  /// for none.
  mutating func rect(
    of node: XMLNode, in key: String, of element: SVGElement, usual: [String]
  ) -> Rect? {
    let isOfBounds = node[key]?.text != "userSpaceOnUse"
    let units = isOfBounds ? SVGUnits(viewport: Size(width: 1, height: 1)) : document.units()
    let rect = rect(of: node, units, usual: usual)
    guard !rect.isEmpty else { return nil }
    return space(of: node, key, usual: "objectBoundingBox", element)?.bounds(of: rect)
  }

  /// The rectangle of an element's `x`, `y`, `width` and `height`.
  mutating func rect(of node: XMLNode, _ units: SVGUnits, usual: [String]) -> Rect {
    let wholes = [SVGUnits.Whole.horizontal, .vertical, .horizontal, .vertical]
    let sides = zip(["x", "y", "width", "height"], zip(wholes, usual)).map { key, side in
      let length = node.length(key) ?? JSONNode(.text(side.1), at: node.place)
      return notes.length(length, side.0, units) ?? 0
    }
    return Rect(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
  }
}

import Geometry
import Pixels

/// Writes the JSON of the screen that an SVG is, with the places of the SVG.
///
/// The elements are read first, with their styles and names; then they become layers, for whose
/// frames the bounds of all that is in them must be known.
struct SVGScreen {
  private let document: SVGDocument
  private let limits: Limits
  private var names: SVGNames
  private var notes: SVGNotes

  /// The keys `background` and `layers` of the screen, scaled to cover one of `size` points from its
  /// top; nil where that is not known.
  static func json(
    of document: SVGDocument, covering size: Size?, reserved: Set<String>, limits: Limits,
    _ notes: inout SVGNotes
  ) -> JSONNode {
    var screen = SVGScreen(
      document: document, limits: limits, names: SVGNames(reserved: reserved), notes: notes)
    defer { notes = screen.notes }
    let box = document.viewBox
    let size = size ?? Size(width: box.width, height: box.height)
    let scale = max(size.width / box.width, size.height / box.height)
    let map = Transform.translation(x: -box.x - box.width / 2, y: -box.y)
      .then(.scaling(x: scale, y: scale)).then(.translation(x: size.width / 2, y: 0))
    let place = document.root.place
    guard document.rootStyle.word(.display) != "none",
      var root = screen.group(document.root, name: nil, SVGStyle(), document.rootStyle)
    else {
      return .object([], at: place)
    }
    let background = screen.takeBackground(of: &root, map, size)
    var layers: [JSONNode] = []
    screen.addLayers(of: root, map, depth: 0, to: &layers)
    return .object(
      [("background", background), ("layers", JSONNode(.list(layers), at: place))], at: place)
  }
}

// Elements.
extension SVGScreen {
  /// What `node` draws in a parent of the style `parent`; nil for nothing.
  private mutating func element(_ node: XMLNode, in parent: SVGStyle) -> SVGElement? {
    let isGroup = node.tag == "g" || node.tag == "a"
    guard isGroup || SVGShape.tags.contains(node.tag) else {
      if let gap = SVGGap.elements[node.tag] { notes.note(gap, at: node.place) }
      return nil
    }
    let style = document.style(of: node, in: parent, &notes)
    guard style.word(.display) != "none" else { return nil }
    for (property, gap) in SVGGap.properties {
      guard let value = style[property], !["none", ""].contains(value.text ?? ""),
        !(isGroup && property.isInherited)
      else { continue }
      notes.note(gap, at: value.place(ofCharacter: 0))
    }
    if isGroup { return group(node, name: names.name(of: node, &notes), parent, style) }
    let shape = SVGShape(node, document.units, fontSize: style.fontSize, &notes)
    for child in node.elements {
      if let gap = SVGGap.elements[child.tag] { notes.note(gap, at: child.place) }
    }
    guard let shape, !["hidden", "collapse"].contains(style.word(.visibility)) else { return nil }
    return SVGElement(
      place: node.place, name: names.name(of: node, &notes), style: style,
      transform: transform(of: style), kind: .shape(shape), effects: SVGEffects(style, &notes))
  }

  private mutating func group(
    _ node: XMLNode, name: String?, _ parent: SVGStyle, _ style: SVGStyle
  ) -> SVGElement? {
    let children = node.elements.compactMap { element($0, in: style) }
    guard !children.isEmpty else { return nil }
    return SVGElement(
      place: node.place, name: name, style: style, transform: transform(of: style),
      kind: .group(children), effects: SVGEffects(style, &notes))
  }

  private mutating func transform(of style: SVGStyle) -> Transform {
    let value = style[.transform].flatMap { $0.text == "none" ? nil : $0 }
    let written = value.flatMap { value in
      notes.value { () throws(SceneError) in try SVGUnits.transform(value) }
    }
    return written ?? .identity
  }

  /// Takes the rectangle that is painted first out of `element` if it is the screen's background: it
  /// covers all of the screen, and has nothing of its own.
  private mutating func takeBackground(
    of element: inout SVGElement, _ parent: Transform, _ size: Size
  ) -> JSONNode? {
    let map = element.transform.then(parent)
    guard case .group(var children) = element.kind, element.isPlain, var first = children.first
    else { return nil }
    var background: JSONNode?
    if case .shape(let shape) = first.kind {
      background = self.background(first, shape, first.transform.then(map), size)
      if background != nil { children.removeFirst() }
    } else {
      background = takeBackground(of: &first, map, size)
      children[0] = first
    }
    element.kind = .group(children)
    return background
  }

  private mutating func background(
    _ element: SVGElement, _ shape: SVGShape, _ map: Transform, _ size: Size
  ) -> JSONNode? {
    let screen = Rect(x: 0, y: 0, width: size.width, height: size.height)
    guard let (rect, radius) = shape.box, radius == 0, element.name == nil,
      element.effects.isNone, map.isUpright, let back = map.inverse
    else { return nil }
    let (covered, slack) = (map.bounds(of: rect), 1e-6)
    guard covered.x <= slack, covered.y <= slack, covered.x + covered.width >= size.width - slack,
      covered.y + covered.height >= size.height - slack
    else { return nil }
    guard case .none = stroke(of: element).paint else { return nil }
    let fill = fill(of: element)
    return fill.isOpaque
      ? fill.json(in: back.bounds(of: screen), of: rect, at: element.place) : nil
  }
}

// Layers.
extension SVGScreen {
  /// Adds the layers that an element becomes in a parent to which `parent` leads from its user space.
  private mutating func addLayers(
    of element: SVGElement, _ parent: Transform, depth: Int, to layers: inout [JSONNode]
  ) {
    let map = element.transform.then(parent)
    guard case .group(let children) = element.kind else {
      if let layer = shapeLayer(element, map) { layers.append(layer) }
      return
    }
    if element.isPlain {
      for child in children { addLayers(of: child, map, depth: depth, to: &layers) }
    } else if depth >= limits.usableSVGDepth {
      notes.note(
        .limit(.svgDepth, allowed: Double(limits.usableSVGDepth)), at: element.place)
    } else if let box = element.bounds(in: .identity),
      let placement = SVGPlacement(map, about: box.point(atUnit: 0.5, 0.5))
    {
      let inner = Transform.translation(x: -box.x, y: -box.y)
        .then(.scaling(x: placement.scale, y: placement.scale))
      var content: [JSONNode] = []
      for child in children { addLayers(of: child, inner, depth: depth + 1, to: &content) }
      let list = JSONNode(.list(content), at: element.place)
      layers.append(layer(element, placement, box, [("layers", list)]))
    }
  }

  /// A layer around `box` in user space with what all elements have, and with `members`.
  private func layer(
    _ element: SVGElement, _ placement: SVGPlacement, _ box: Rect, type: String? = nil,
    _ members: [(String, JSONNode?)]
  ) -> JSONNode {
    let place = element.place
    let head: [(String, JSONNode?)] = [
      ("id", element.name.map { JSONNode(.text($0), at: place) }),
      ("type", type.map { JSONNode(.text($0), at: place) }),
      ("frame", placement.frame(Size(width: box.width, height: box.height), at: place)),
    ]
    let tail = [("transform", placement.transform(at: place))]
    return .object(head + members + element.effects.members(at: place) + tail, at: place)
  }

  private mutating func shapeLayer(_ element: SVGElement, _ map: Transform) -> JSONNode? {
    guard case .shape(let shape) = element.kind,
      let placement = SVGPlacement(map, about: shape.bounds.point(atUnit: 0.5, 0.5))
    else { return nil }
    let fill = fill(of: element)
    let stroke = stroke(of: element)
    if let box = boxLayer(element, shape, placement, fill, stroke) { return box }
    // A line has no height: its stroke shall have some of the frame.
    let (bounds, place) = (shape.bounds, element.place)
    let room = stroke.width > 0 ? stroke.width : 1
    let (across, down) = (bounds.width > 0 ? 0 : room, bounds.height > 0 ? 0 : room)
    let frame = Rect(
      x: bounds.x - across / 2, y: bounds.y - down / 2, width: bounds.width + across,
      height: bounds.height + down)
    let isEvenOdd = element.style.word(.fillRule) == "evenodd"
    return layer(
      element, placement, frame, type: "shape",
      [
        ("path", shape.path),
        ("viewBox", .numbers([frame.x, frame.y, frame.width, frame.height], at: place)),
        ("fill", fill.json(in: frame, of: bounds, at: place)),
        ("rule", isEvenOdd ? JSONNode(.text("evenodd"), at: place) : nil),
        ("stroke", stroke.json(in: frame, of: bounds, scale: placement.scale, at: place)),
      ])
  }

  /// A rectangle as a box, with its stroke as a border if that looks the same.
  private func boxLayer(
    _ element: SVGElement, _ shape: SVGShape, _ placement: SVGPlacement, _ fill: SVGPaint,
    _ stroke: SVGStroke
  ) -> JSONNode? {
    guard var (rect, radius) = shape.box else { return nil }
    let place = element.place
    var border: JSONNode?
    switch stroke.paint {
    case .none: break
    case .color(let color):
      guard color.isOpaque, stroke.isPlain, radius > 0 || stroke.hasMiters,
        stroke.width < min(rect.width, rect.height)
      else { return nil }
      rect = rect.inset(by: -stroke.width / 2)
      radius += radius > 0 ? stroke.width / 2 : 0
      border = .object(
        [
          ("width", .number(stroke.width * placement.scale, at: place)),
          ("color", JSONNode(.text(color.hexadecimal), at: place)),
        ], at: place)
    case .gradient: return nil
    }
    let corner = radius > 0 ? JSONNode.number(radius * placement.scale, at: place) : nil
    return layer(
      element, placement, rect,
      [
        ("fill", fill.json(in: rect, of: shape.bounds, at: place)), ("cornerRadius", corner),
        ("border", border),
      ])
  }

  private mutating func fill(of element: SVGElement) -> SVGPaint {
    document.paint(.fill, .fillOpacity, of: element.style, initial: .color(.black), &notes)
  }

  private mutating func stroke(of element: SVGElement) -> SVGStroke {
    SVGStroke(element.style, document, &notes)
  }
}

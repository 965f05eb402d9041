import Geometry
import Pixels

// Layers.
extension SVGScreen {
  /// Adds the layers that an element becomes in a parent to which `parent` leads from its user space.
  mutating func addLayers(
    of element: SVGElement, _ parent: Transform, to layers: inout [JSONNode]
  ) {
    level += 1
    defer { level -= 1 }
    if element.isPlain, case .group(let children) = element.kind {
      let map = element.transform.then(parent)
      for child in children { addLayers(of: child, map, to: &layers) }
    } else if let layer = layer(of: element, parent) {
      layers.append(layer)
    }
  }

  /// The one layer that all of an element is; nil for nothing.
  private mutating func layer(of element: SVGElement, _ parent: Transform) -> JSONNode? {
    var (element, map) = (element, element.transform.then(parent))
    while element.isPlain, case .group(let children) = element.kind, children.count == 1 {
      element = children[0]
      map = element.transform.then(map)
    }
    switch element.kind {
    case .shape(let shape): return shapeLayer(element, shape, map)
    case .image(let picture):
      let (rect, place) = (picture.rect, element.place)
      return SVGPlacement(map, about: rect.point(atUnit: 0.5, 0.5)).map { placement in
        layer(
          element, placement, rect, type: "image",
          picture.members(scale: placement.scale, at: place))
      }
    case .text(let text): return textLayer(element, text, map)
    case .group(let children):
      guard var picture = element.cutPicture else { return groupLayer(element, children, map) }
      picture.transform = .identity
      return layer(of: picture, map)
    }
  }

  mutating func groupLayer(
    _ element: SVGElement, _ children: [SVGElement], _ map: Transform
  ) -> JSONNode? {
    guard depth < limits.usableSVGDepth else {
      notes.note(
        .limit(.svgDepth, allowed: Double(limits.usableSVGDepth)), at: element.place)
      return nil
    }
    let clip = element.cuts.clip
    guard let box = clip?.rect ?? element.bounds(in: .identity, isCut: true),
      let placement = SVGPlacement(map, about: box.point(atUnit: 0.5, 0.5))
    else { return nil }
    let radius = (clip?.radius ?? 0) * placement.scale
    depth += 1
    var content: [JSONNode] = []
    for child in children { addLayers(of: child, placement.inside(box), to: &content) }
    depth -= 1
    return layer(
      element, placement, box,
      [
        ("clip", clip.map { _ in JSONNode(.flag(true), at: element.place) }),
        ("cornerRadius", radius > 0 ? .number(radius, at: element.place) : nil),
        ("layers", JSONNode(.list(content), at: element.place)),
      ])
  }

  /// A layer around `box` in user space with what all elements have, and with `members`.
  mutating func layer(
    _ element: SVGElement, _ placement: SVGPlacement, _ box: Rect, type: String? = nil,
    frame: JSONNode? = nil, _ members: [(String, JSONNode?)]
  ) -> JSONNode {
    let place = element.place
    let head: [(String, JSONNode?)] = [
      ("id", element.name.map { JSONNode(.text($0), at: place) }),
      ("type", type.map { JSONNode(.text($0), at: place) }),
      ("frame", frame ?? placement.frame(box.size, at: place)),
    ]
    let tail = [("transform", placement.transform(at: place))]
    let masks = maskMembers(element, placement.inside(box))
    let effects = element.effects.members(at: place) + filterMembers(element, placement.scale)
    let keys = Set(members.filter { $0.1 != nil }.map(\.0))
    return .object(
      head + members + effects.filter { !keys.contains($0.0) } + masks + tail, at: place)
  }

  /// The keys of what masks an element in a layer to whose points `inside` leads.
  private mutating func maskMembers(
    _ element: SVGElement, _ inside: Transform
  ) -> [(String, JSONNode?)] {
    guard let mask = element.cuts.masks.first else { return [] }
    let place = element.place
    // A mask with nothing in it hides everything.
    let layer =
      layer(of: mask, inside) ?? .object([("frame", .numbers([0, 0, 1, 1], at: place))], at: place)
    let isLuminance = element.cuts.isLuminance
    return [
      ("mask", layer), ("maskBy", isLuminance ? JSONNode(.text("luminance"), at: place) : nil),
    ]
  }

  private mutating func shapeLayer(
    _ element: SVGElement, _ shape: SVGShape, _ map: Transform
  ) -> JSONNode? {
    guard countCopies(0, at: element.place),
      let placement = SVGPlacement(map, about: shape.bounds.point(atUnit: 0.5, 0.5))
    else { return nil }
    let fill = fill(of: element)
    if case .pattern(let node, let alpha) = fill {
      let prefix = namePrefix
      defer { namePrefix = prefix }
      return followed(from: node) { screen in
        screen.tiled(element, shape, node, alpha: alpha).flatMap { screen.layer(of: $0, map) }
      }
    }
    // So do many stops of gradients, which each layer has for itself.
    let stroke = stroke(of: element)
    let stops = fill.stopCount + stroke.paint.stopCount
    guard countCopies(stops / 8, at: element.place) else { return nil }
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
  private mutating func boxLayer(
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
          ("color", JSONNode(.text(color.hex), at: place)),
        ], at: place)
    case .gradient, .pattern: return nil
    }
    let corner = radius > 0 ? JSONNode.number(radius * placement.scale, at: place) : nil
    return layer(
      element, placement, rect,
      [
        ("fill", fill.json(in: rect, of: shape.bounds, at: place)), ("cornerRadius", corner),
        ("border", border),
      ])
  }

  mutating func fill(of element: SVGElement) -> SVGPaint {
    document.paint(.fill, .fillOpacity, of: element.style, initial: .color(.black), &notes)
  }

  mutating func stroke(of element: SVGElement) -> SVGStroke {
    SVGStroke(element.style, document, &notes)
  }
}

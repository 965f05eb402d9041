import Geometry
import Pixels

/// Writes the JSON of the screen that an SVG is, with the places of the SVG.
///
/// The elements are read first, with their styles and names; then they become layers, for whose
/// frames the bounds of all that is in them must be known.
struct SVGScreen {
  var document: SVGDocument
  let limits: Limits
  /// What the SVG is called.
  let fileName: String
  private var names: SVGNames
  var notes: SVGNotes
  /// What names begin with; nil where elements get none.
  var namePrefix: String? = ""
  /// How many elements the one that is read is in, and how many references lead to it.
  private var level = 0
  private var references = 0
  /// The elements that are there because others refer to them.
  private var copyCount = 0
  /// What filters make of an element, by their ids.
  var filterResults: [String: [SVGFilter.Copy]?] = [:]
  /// How many layers the one that is written is in.
  private var depth = 0

  private init(
    _ document: SVGDocument, called name: String, _ names: SVGNames, limits: Limits,
    _ notes: SVGNotes
  ) {
    (self.document, fileName, self.names) = (document, name, names)
    (self.limits, self.notes) = (limits, notes)
  }

  /// The keys `background` and `layers` of the screen, scaled to cover one of `size` points from its
  /// top; nil where that is not known.
  static func json(
    of document: SVGDocument, called name: String, covering size: Size?, reserved: Set<String>,
    limits: Limits, _ notes: inout SVGNotes
  ) -> JSONNode {
    var screen = SVGScreen(
      document, called: name, SVGNames(reserved: reserved), limits: limits, notes)
    defer { notes = screen.notes }
    let box = document.viewBox
    let size = size ?? Size(width: box.width, height: box.height)
    let scale = max(size.width / box.width, size.height / box.height)
    let map = Transform.translation(x: -box.x - box.width / 2, y: -box.y)
      .then(.scaling(x: scale, y: scale)).then(.translation(x: size.width / 2, y: 0))
    let place = document.root.place
    guard var root = screen.root() else { return .object([], at: place) }
    let background = screen.takeBackground(of: &root, map, size)
    var layers: [JSONNode] = []
    screen.addLayers(of: root, map, to: &layers)
    return .object(
      [("background", background), ("layers", JSONNode(.list(layers), at: place))], at: place)
  }

  /// The image layer `node` that shows the SVG, as a box that cuts its layers at its edges: those of
  /// the SVG, and before them those that are written.
  ///
  /// The names in it are behind that of the layer; without one, they have none.
  static func layer(
    _ node: JSONNode, showing document: SVGDocument, called name: String, limits: Limits,
    _ notes: inout SVGNotes
  ) -> JSONNode {
    var screen = SVGScreen(document, called: name, SVGNames(reserved: []), limits: limits, notes)
    screen.namePrefix = node["id"]?.text.map { "\($0)." }
    var layers: [JSONNode] = []
    if let map = screen.fitting(node), let root = screen.root() {
      screen.addLayers(of: root, map, to: &layers)
    }
    notes = screen.notes
    layers += node["layers"]?.elements ?? []
    let ofImage = ["type", "src", "fit", "crop", "layers", "clip"]
    let rest = (node.members ?? []).filter { !ofImage.contains($0.key) }
    let own = [
      JSONMember("clip", JSONNode(.flag(true), at: node.place)),
      JSONMember("layers", JSONNode(.list(layers), at: node.place)),
    ]
    return JSONNode(.object(rest + own), at: node.place)
  }

  /// From user space to the points of an image layer, as its `fit` and its `crop` say; notes a frame
  /// that is not known here.
  private mutating func fitting(_ node: JSONNode) -> Transform? {
    func numbers(_ key: String) -> [Double] { node[key]?.elements?.compactMap(\.number) ?? [] }
    let (frame, crop) = (numbers("frame"), numbers("crop"))
    guard frame.count == 4 else {
      notes.note(
        .structure(.wrongKind(expected: "four numbers around an SVG", found: "another frame")),
        at: node["frame"]?.place ?? node.place)
      return nil
    }
    let size = Size(width: frame[2], height: frame[3])
    var box = document.viewBox
    if crop.count == 4 {
      box = Rect(
        x: box.x + crop[0] * box.width, y: box.y + crop[1] * box.height,
        width: crop[2] * box.width, height: crop[3] * box.height)
    }
    guard size.width > 0, size.height > 0, !box.isEmpty else { return nil }
    let (across, down) = (size.width / box.width, size.height / box.height)
    let (x, y): (Double, Double) =
      switch node["fit"]?.text {
      case "contain": (min(across, down), min(across, down))
      case "cover": (max(across, down), max(across, down))
      case "center": (1, 1)
      default: (across, down)
      }
    return Transform.translation(x: -box.x - box.width / 2, y: -box.y - box.height / 2)
      .then(.scaling(x: x, y: y)).then(.translation(x: size.width / 2, y: size.height / 2))
  }

  /// All that is drawn; nil for nothing.
  private mutating func root() -> SVGElement? {
    let style = document.style(of: document.root)
    guard style.word(.display) != "none" else { return nil }
    let children = elements(of: document.root, in: style)
    guard !children.isEmpty else { return nil }
    return cut(
      SVGElement(
        place: document.root.place, style: style, transform: transform(style[.transform]),
        kind: .group(children), effects: SVGEffects(style, &notes)
      ).filtered(filter(of: style) ?? SVGFilter()))
  }
}

// Elements.
extension SVGScreen {
  /// What the elements in `node` draw.
  mutating func elements(of node: XMLNode, in style: SVGStyle) -> [SVGElement] {
    var behind: XMLNode?
    var elements: [SVGElement] = []
    for child in node.elements {
      if SVGFilter.backdrop(of: child) != nil {
        behind = child
      } else if var element = element(child, in: style) {
        if child["data-figma-bg-blur-radius"] != nil, let blur = behind {
          element.takeBackdrop(SVGFilter.backdrop(of: blur) ?? 0)
          behind = nil
        }
        elements.append(element)
      }
    }
    if let behind { notes.note(.foreign, at: behind.place) }
    return elements
  }

  /// What `node` draws in a parent of the style `parent`, perhaps for a `use`; nil for nothing.
  mutating func element(
    _ node: XMLNode, in parent: SVGStyle, usedBy user: XMLNode? = nil
  ) -> SVGElement? {
    let isShape = SVGShape.tags.contains(node.tag)
    guard isShape || Self.tags.contains(node.tag) || (node.tag == "symbol" && user != nil) else {
      if let gap = SVGGap.elements[node.tag] { notes.note(gap, at: node.place) }
      return nil
    }
    guard countElement(node) else { return nil }
    level += 1
    defer { level -= 1 }
    let style = SVGStyle(of: node, in: parent, document.sheet)
    guard style.word(.display) != "none" else { return nil }
    for (property, gap) in SVGGap.properties {
      guard let value = style[property], !["none", ""].contains(value.text ?? ""),
        isShape || !property.isInherited
      else { continue }
      notes.note(gap, at: value.place(ofCharacter: 0))
    }
    let isHidden = ["hidden", "collapse"].contains(style.word(.visibility))
    guard !isHidden || !(isShape || ["image", "text"].contains(node.tag)) else { return nil }
    let name = name(of: node)
    guard let kind = kind(of: node, called: name, usedBy: user, style) else { return nil }
    guard let filter = filter(of: style) else { return nil }
    let element = SVGElement(
      place: node.place, name: name, style: style, transform: transform(style[.transform]),
      kind: kind,
      effects: SVGEffects(style, &notes))
    return cut(element.filtered(filter))?.merged
  }

  /// The name of an element where elements get names.
  mutating func name(of node: XMLNode) -> String? {
    namePrefix.flatMap { names.name(of: node, prefix: $0, &notes) }
  }

  /// The elements that draw something, but for shapes.
  private static let tags: Set = ["g", "a", "use", "svg", "switch", "image", "text"]

  private mutating func kind(
    of node: XMLNode, called name: String?, usedBy user: XMLNode?, _ style: SVGStyle
  ) -> SVGElement.Kind? {
    switch node.tag {
    case "g", "a":
      let children = elements(of: node, in: style)
      return children.isEmpty ? nil : .group(children)
    case "use": return copy(node, called: name, style)
    case "svg", "symbol": return viewport(node, usedBy: user, style)
    case "switch":
      let first = node.elements.first {
        $0.tag != "foreignObject" && ($0["requiredExtensions"]?.text ?? "").isEmpty
      }
      return first.flatMap { element($0, in: style) }.map { .group([$0]) }
    case "image": return picture(node)
    case "text": return text(node, style)
    default:
      for child in node.elements {
        if let gap = SVGGap.elements[child.tag] { notes.note(gap, at: child.place) }
      }
      return SVGShape(node, document.units, fontSize: style.fontSize, &notes)
        .map(SVGElement.Kind.shape)
    }
  }

  /// Whether an element is allowed where it is; notes the first copy that is too much.
  private mutating func countElement(_ node: XMLNode) -> Bool {
    guard level < XMLReader.mostDepth else {
      notes.note(.xml(.tooDeep(XMLReader.mostDepth)), at: node.place)
      return false
    }
    guard references > 0 else { return true }
    // Long paths take time and memory, too.
    return countCopies(1 + (node["d"]?.text?.utf8.count ?? 0) / 400, at: node.place)
  }

  private mutating func countCopies(_ count: Int, at place: Place) -> Bool {
    let limit = limits.count(.layers)
    if copyCount <= limit, copyCount + count > limit {
      notes.note(.limit(.layers, allowed: limits[.layers]), at: place)
    }
    copyCount += count
    return copyCount <= limit
  }

  /// Does `body` in what `node` refers to; nil where references go round in a circle.
  mutating func followed<Value>(
    from node: XMLNode, _ body: (inout SVGScreen) -> Value?
  ) -> Value? {
    guard references < SVGDocument.longestChain else {
      notes.note(.xml(.chain(SVGDocument.longestChain)), at: node.place)
      return nil
    }
    references += 1
    defer { references -= 1 }
    return body(&self)
  }

  /// The transform that an attribute is; none for `none` and for one that is not written.
  mutating func transform(_ written: JSONNode?) -> Transform {
    guard let written, written.text != "none" else { return .identity }
    return notes.value { () throws(SceneError) in try SVGUnits.transform(written) } ?? .identity
  }

  /// Takes the rectangle that is painted first out of `element` if it is the screen's background: it
  /// covers all of the screen, and has nothing of its own.
  private mutating func takeBackground(
    of element: inout SVGElement, _ parent: Transform, _ size: Size
  ) -> JSONNode? {
    let map = element.transform.then(parent)
    // The screen itself cuts what is cut at its edges.
    if let clip = element.cuts.clip, clip.radius == 0, covers(size, clip.rect, map) {
      element.cuts.clip = nil
    }
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
    guard let (rect, radius) = shape.box, radius == 0, element.name == nil,
      element.effects.isNone, element.cuts.isNone, covers(size, rect, map), let back = map.inverse
    else { return nil }
    let said = notes
    let fill = fill(of: element)
    guard fill.isOpaque, case .none = stroke(of: element).paint else {
      // What there is to say of it is said when it becomes a layer.
      notes = said
      return nil
    }
    return fill.json(in: back.bounds(of: Rect(size)), of: rect, at: element.place)
  }

  /// Whether a rectangle is on all of a screen of `size` points, to which `map` leads.
  private func covers(_ size: Size, _ rect: Rect, _ map: Transform) -> Bool {
    map.isUpright && map.bounds(of: rect).contains(Rect(size))
  }
}

// Layers.
extension SVGScreen {
  /// Adds the layers that an element becomes in a parent to which `parent` leads from its user space.
  private mutating func addLayers(
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
    guard let placement = SVGPlacement(map, about: shape.bounds.point(atUnit: 0.5, 0.5)) else {
      return nil
    }
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
    guard countCopies(stops / 16, at: element.place) else { return nil }
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
          ("color", JSONNode(.text(color.hexadecimal), at: place)),
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

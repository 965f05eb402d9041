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
  var level = 0
  private var references = 0
  /// The elements that are there because others refer to them.
  private var copyCount = 0
  /// What filters make of an element, by their ids.
  var filterResults: [String: [SVGFilter.Copy]?] = [:]
  /// How many layers the one that is written is in.
  var depth = 0

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
    let size = size ?? box.size
    let map = Transform.mapping(
      box, to: SVGFit("xMidYMin slice").place(box.size, in: Rect(size)))
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
    let whole = Rect(x: 0, y: 0, width: frame[2], height: frame[3])
    var box = document.viewBox
    if crop.count == 4 {
      box = Rect(
        x: box.x + crop[0] * box.width, y: box.y + crop[1] * box.height,
        width: crop[2] * box.width, height: crop[3] * box.height)
    }
    guard !whole.isEmpty, !box.isEmpty else { return nil }
    let place =
      switch node["fit"]?.text {
      case "contain": SVGFit("").place(box.size, in: whole)
      case "cover": SVGFit("slice").place(box.size, in: whole)
      case "center":
        Rect(
          x: (whole.width - box.width) / 2, y: (whole.height - box.height) / 2, width: box.width,
          height: box.height)
      default: whole
      }
    return .mapping(box, to: place)
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
      return SVGShape(node, document.units(style.fontSize), &notes).map(SVGElement.Kind.shape)
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

  mutating func countCopies(_ count: Int, at place: Place) -> Bool {
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
    guard written?.text != "none" else { return .identity }
    return notes.value(written, SVGUnits.transform) ?? .identity
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

import Geometry

/// An SVG file, read: its elements by their ids, its style sheets, its size.
struct SVGDocument {
  let root: XMLNode
  /// Of several elements with the same id, the first.
  let ids: [String: XMLNode]
  let sheet: StyleSheet
  /// The part of the plane that is the screen.
  var viewBox: Rect
  /// The elements that others are in, by the places of those.
  private let parents: [Place: XMLNode]
  /// The elements that are pictures, in the order in which they are written, and the files of those
  /// that are known, by their places.
  let images: [XMLNode]
  var pictures: [Place: SVGPictureFile] = [:]
  /// The names of fonts that texts can have.
  var fonts: Set<String> = []

  /// The units of an element with a font of this size.
  func units(_ fontSize: Double = 16) -> SVGUnits {
    SVGUnits(viewport: viewBox.size, fontSize: fontSize)
  }

  /// nil for what has no size; notes why.
  init?(_ root: XMLNode, limits: Limits, _ notes: inout SVGNotes) {
    guard root.tag == "svg" else {
      notes.note(
        .structure(.wrongKind(expected: "<svg>", found: "<\(root.name)>")), at: root.place)
      return nil
    }
    guard let viewBox = Self.viewBox(of: root, &notes) else { return nil }
    self.root = root
    self.viewBox = viewBox
    var (ids, sheet) = ([String: XMLNode](), StyleSheet())
    var (images, parents, rest) = ([XMLNode](), [Place: XMLNode](), [root])
    while let node = rest.popLast() {
      for child in node.elements { parents[child.place] = node }
      if let id = node["id"]?.text, ids[id] == nil { ids[id] = node }
      if node.tag == "image" { images.append(node) }
      if node.tag == "style" {
        for case .text(let text) in node.contents { sheet.add(text, &notes, limits: limits) }
      }
      rest += node.elements.reversed()
    }
    (self.ids, self.sheet, self.images, self.parents) = (ids, sheet, images, parents)
  }

  /// The style of an element where it is written, wherever it is used.
  func style(of node: XMLNode) -> SVGStyle {
    SVGStyle(of: node, in: parents[node.place].map(style) ?? SVGStyle(), sheet)
  }

  /// The box that is written, or the width and the height.
  static func viewBox(of root: XMLNode, _ notes: inout SVGNotes) -> Rect? {
    if let node = root["viewBox"] { return notes.value(node, SVGUnits.viewBox) }
    let units = SVGUnits(viewport: .zero)
    var sides: [Double] = []
    for key in ["width", "height"] {
      guard let node = root[key], let text = node.text, !text.contains("%") else { continue }
      guard let side = notes.length(node, .horizontal, units) else { return nil }
      sides.append(side)
    }
    guard sides.count == 2, sides[0] > 0, sides[1] > 0 else {
      notes.note(.structure(.missingKey("viewBox")), at: root.place)
      return nil
    }
    return Rect(x: 0, y: 0, width: sides[0], height: sides[1])
  }
}

extension XMLNode {
  /// What it refers to.
  var href: JSONNode? { self["href"] ?? self["xlink:href"] }

  /// The length that an attribute is; nil where it is not written, or `auto`.
  func length(_ name: String) -> JSONNode? { self[name].flatMap { $0.text == "auto" ? nil : $0 } }
}

// JSON as it is written here.
extension JSONNode {
  /// A number without what rounding leaves behind the ninth digit.
  static func number(_ number: Double, at place: Place) -> JSONNode {
    let rounded = (number * 1e9).rounded() / 1e9
    return JSONNode(.number(rounded.isFinite ? rounded + 0 : number), at: place)
  }

  static func numbers(_ numbers: [Double], at place: Place) -> JSONNode {
    JSONNode(.list(numbers.map { .number($0, at: place) }), at: place)
  }

  static func numbers(_ point: Point, at place: Place) -> JSONNode {
    .numbers([point.x, point.y], at: place)
  }

  /// An object of the members that have a value.
  static func object(_ members: [(String, JSONNode?)], at place: Place) -> JSONNode {
    JSONNode(
      .object(members.compactMap { key, value in value.map { JSONMember(key, $0) } }), at: place)
  }
}

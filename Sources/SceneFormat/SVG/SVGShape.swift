import Formatting
import Geometry

/// The geometry of an element, in user space.
struct SVGShape {
  /// Its path data, as they are written or as the shape is drawn.
  let path: JSONNode
  let outline: Path
  /// The smallest rectangle around the outline.
  let bounds: Rect
  /// The rectangle and the one radius of its corners that it is.
  var box: (rect: Rect, radius: Double)?
  /// The same of a circle, too.
  private(set) var ground: (rect: Rect, radius: Double)?

  /// The elements that are shapes.
  static let tags: Set = ["rect", "circle", "ellipse", "line", "polyline", "polygon", "path"]

  /// The shape of `node`; nil where it draws nothing, or is none.
  init?(_ node: XMLNode, _ units: SVGUnits, _ notes: inout SVGNotes) {
    var attributes = Attributes(node: node, units: units, notes: notes)
    let (path, box) = Self.path(&attributes)
    notes = attributes.notes
    guard let path, let drawn = Self.drawn(path, &notes),
      let outline = try? Path(svg: drawn.text ?? ""),
      let bounds = outline.bounds
    else { return nil }
    (self.path, self.outline, self.bounds, self.box) = (drawn, outline, bounds, box)
    let isRound = ["circle", "ellipse"].contains(node.tag) && bounds.width == bounds.height
    ground = box ?? (isRound ? (bounds, bounds.width / 2) : nil)
  }

  /// The path data up to the first mistake, of which a warning tells.
  private static func drawn(_ path: JSONNode, _ notes: inout SVGNotes) -> JSONNode? {
    let text = path.text ?? ""
    do {
      _ = try Path(svg: text)
      return path
    } catch {
      let place = path.place(ofCharacter: error.offset)
      guard error.problem != .tooLong else {
        notes.note(.structure(.badPathData(error)), at: place)
        return nil
      }
      notes.warn(.svg(.path(error)), at: place)
      var drawn = path
      drawn.kind = .text(String(text.unicodeScalars.prefix(Path.drawnCount(svg: text))))
      return drawn
    }
  }

  /// Its bounds where `transform` leads.
  func bounds(in transform: Transform) -> Rect {
    if transform.b == 0, transform.c == 0 { return transform.bounds(of: bounds) }
    return outline.applying(transform).bounds ?? transform.bounds(of: bounds)
  }

  /// The lengths of an element.
  private struct Attributes {
    let node: XMLNode
    let units: SVGUnits
    var notes: SVGNotes

    mutating func length(_ key: String, _ whole: SVGUnits.Whole) -> Double? {
      notes.length(node.length(key), whole, units)
    }

    mutating func point(_ x: String, _ y: String) -> Point {
      Point(x: length(x, .horizontal) ?? 0, y: length(y, .vertical) ?? 0)
    }
  }

  private typealias Outline = (path: JSONNode?, box: (rect: Rect, radius: Double)?)

  private static func path(_ attributes: inout Attributes) -> Outline {
    let node = attributes.node
    switch node.tag {
    case "path":
      let isEmpty = node["d"]?.text.map { $0 == "none" || $0.allSatisfy(\.isWhitespace) } ?? true
      return (isEmpty ? nil : node["d"], nil)
    case "polyline": return (node["points"].flatMap { line($0, end: "") }, nil)
    case "polygon": return (node["points"].flatMap { line($0, end: "Z") }, nil)
    case "line":
      let (start, end) = (attributes.point("x1", "y1"), attributes.point("x2", "y2"))
      return (data(node, ("M", [start.x, start.y]), ("L", [end.x, end.y])), nil)
    case "rect": return rectangle(&attributes)
    default: return (ellipse(&attributes), nil)
    }
  }

  /// Commands with their numbers as path data.
  private static func data(_ node: XMLNode, _ commands: (String, [Double])...) -> JSONNode {
    let words = commands.map { letter, numbers in
      // Without what rounding leaves behind the ninth digit.
      letter
        + numbers.map { NumberFormat.shortest(($0 * 1e9).rounded() / 1e9) }
        .joined(separator: " ")
    }
    return JSONNode(.text(words.joined()), at: node.place)
  }

  /// The points of a line are path data behind a letter, where each character keeps its place.
  private static func line(_ points: JSONNode, end: String) -> JSONNode? {
    guard let text = points.text, !text.allSatisfy(\.isWhitespace) else { return nil }
    var path = points
    path.kind = .text("M\(text)\(end)")
    path.place.column -= 1
    for index in path.escapes.indices { path.escapes[index].index += 1 }
    return path
  }

  private static func rectangle(_ attributes: inout Attributes) -> Outline {
    let node = attributes.node
    let origin = attributes.point("x", "y")
    guard let width = attributes.length("width", .horizontal), width > 0,
      let height = attributes.length("height", .vertical), height > 0
    else { return (nil, nil) }
    let (rx, ry) = radii(&attributes)
    let (x, y) = (min(rx, width / 2), min(ry, height / 2))
    let rect = Rect(x: origin.x, y: origin.y, width: width, height: height)
    let (left, top, right, bottom) = (origin.x, origin.y, origin.x + width, origin.y + height)
    guard x > 0, y > 0 else {
      let path = data(
        node, ("M", [left, top]), ("H", [right]), ("V", [bottom]), ("H", [left]), ("Z", []))
      return (path, (rect, 0))
    }
    func corner(_ x1: Double, _ y1: Double) -> [Double] { [x, y, 0, 0, 1, x1, y1] }
    let path = data(
      node, ("M", [left + x, top]), ("H", [right - x]), ("A", corner(right, top + y)),
      ("V", [bottom - y]), ("A", corner(right - x, bottom)), ("H", [left + x]),
      ("A", corner(left, bottom - y)), ("V", [top + y]), ("A", corner(left + x, top)), ("Z", []))
    return (path, x == y ? (rect, x) : nil)
  }

  private static func ellipse(_ attributes: inout Attributes) -> JSONNode? {
    let center = attributes.point("cx", "cy")
    var (x, y) = (0.0, 0.0)
    if attributes.node.tag == "circle" {
      x = attributes.length("r", .diagonal) ?? 0
      y = x
    } else {
      (x, y) = radii(&attributes)
    }
    guard x > 0, y > 0 else { return nil }
    func quarter(_ dx: Double, _ dy: Double) -> [Double] {
      [x, y, 0, 0, 1, center.x + dx, center.y + dy]
    }
    return data(
      attributes.node, ("M", [center.x + x, center.y]), ("A", quarter(0, y)),
      ("A", quarter(-x, 0)), ("A", quarter(0, -y)), ("A", quarter(x, 0)), ("Z", []))
  }

  /// `rx` and `ry`, each the other one where it is not written.
  private static func radii(_ attributes: inout Attributes) -> (Double, Double) {
    let x = attributes.length("rx", .horizontal).flatMap { $0 < 0 ? nil : $0 }
    let y = attributes.length("ry", .vertical).flatMap { $0 < 0 ? nil : $0 }
    return (x ?? y ?? 0, y ?? x ?? 0)
  }
}

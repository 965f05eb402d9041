import Formatting
import Geometry

/// Lengths, numbers and transforms as SVG and CSS write them.
struct SVGUnits {
  /// What percents are of.
  enum Whole { case horizontal, vertical, diagonal }

  /// The size of the viewport, of which percents are.
  var viewport: Size
  /// The size of the font.
  var fontSize = 16.0

  /// The pixels of a unit; those of a font's size are multiplied by it.
  private static let units: [(name: String, pixels: Double, isOfFont: Bool)] = [
    ("", 1, false), ("px", 1, false), ("pt", 96.0 / 72, false), ("pc", 16, false),
    ("in", 96, false), ("cm", 96 / 2.54, false), ("mm", 96 / 25.4, false),
    ("q", 96 / 101.6, false), ("em", 1, true), ("ex", 0.5, true), ("rem", 16, false),
  ]

  /// A length in user units.
  func length(_ node: JSONNode, _ whole: Whole) throws(SceneError) -> Double {
    var scanner = SVGPathScanner(node.text ?? "")
    scanner.skipSpace()
    let value = try length(&scanner, of: node, whole)
    try Self.requireEnd(&scanner, of: node, Self.lengthNoun)
    return value
  }

  /// Lengths with spaces or commas between them.
  func lengths(_ node: JSONNode, _ whole: Whole) throws(SceneError) -> [Double] {
    var scanner = SVGPathScanner(node.text ?? "")
    scanner.skipSpace()
    var values: [Double] = []
    while scanner.isAtNumber {
      values.append(try length(&scanner, of: node, whole))
      scanner.skipSeparator()
    }
    try Self.requireEnd(&scanner, of: node, Self.lengthNoun)
    return values
  }

  private func share(_ whole: Whole) -> Double {
    let (width, height) = (viewport.width, viewport.height)
    return switch whole {
    case .horizontal: width
    case .vertical: height
    case .diagonal: ((width * width + height * height) / 2).squareRoot()
    }
  }

  private static let lengthNoun = "a length such as \"12\", \"12px\" or \"50%\""

  private func length(
    _ scanner: inout SVGPathScanner, of node: JSONNode, _ whole: Whole
  ) throws(SceneError) -> Double {
    let number = try Self.number(&scanner, of: node, Self.lengthNoun)
    if scanner.skip("%") { return number / 100 * share(whole) }
    var ahead = scanner
    let name = ahead.word().lowercased()
    guard let unit = Self.units.first(where: { $0.name == name }) else {
      throw Self.mistake(node, at: scanner.offset, Self.lengthNoun)
    }
    scanner = ahead
    return number * unit.pixels * (unit.isOfFont ? fontSize : 1)
  }
}

// Values without units.
extension SVGUnits {
  private static func mistake(_ node: JSONNode, at offset: Int, _ expected: String) -> SceneError {
    let rest = String(decoding: (node.text ?? "").utf8.dropFirst(offset).prefix(32), as: UTF8.self)
    let place = node.place(ofCharacter: offset)
    guard !rest.isEmpty else {
      return SceneError(
        place: place, problem: .syntax(.unexpectedEnd(expected: expected, of: "the value")))
    }
    return SceneError(place: place, problem: .structure(.badNotation(rest, expected: expected)))
  }

  private static func number(
    _ scanner: inout SVGPathScanner, of node: JSONNode, _ expected: String
  ) throws(SceneError) -> Double {
    let start = scanner.offset
    guard let number = try? scanner.number() else { throw mistake(node, at: start, expected) }
    return number
  }

  private static func requireEnd(
    _ scanner: inout SVGPathScanner, of node: JSONNode, _ expected: String
  ) throws(SceneError) {
    scanner.skipSpace()
    guard scanner.isAtEnd else { throw mistake(node, at: scanner.offset, expected) }
  }

  /// A number; a percent is a hundredth of one.
  static func number(_ node: JSONNode) throws(SceneError) -> Double {
    var scanner = SVGPathScanner(node.text ?? "")
    scanner.skipSpace()
    let value = try number(&scanner, of: node, "a number")
    let isPercent = scanner.skip("%")
    try requireEnd(&scanner, of: node, "a number")
    return isPercent ? value / 100 : value
  }

  /// The four numbers of a `viewBox`, of which the last two are positive.
  static func viewBox(_ node: JSONNode) throws(SceneError) -> Rect {
    let noun = "x, y, width and height, such as \"0 0 390 844\""
    var scanner = SVGPathScanner(node.text ?? "")
    scanner.skipSpace()
    let start = scanner.offset
    var numbers: [Double] = []
    for _ in 0..<4 {
      numbers.append(try number(&scanner, of: node, noun))
      scanner.skipSeparator()
    }
    try requireEnd(&scanner, of: node, noun)
    guard numbers[2] > 0, numbers[3] > 0 else { throw mistake(node, at: start, noun) }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// A list of transforms; the last one is done first.
  static func transform(_ node: JSONNode) throws(SceneError) -> Transform {
    var scanner = SVGPathScanner(node.text ?? "")
    var total = Transform.identity
    scanner.skipSpace()
    while !scanner.isAtEnd {
      total = try step(&scanner, of: node).then(total)
      scanner.skipSpace()
      if scanner.skip(",") { scanner.skipSpace() }
    }
    return total
  }

  private static func step(
    _ scanner: inout SVGPathScanner, of node: JSONNode
  ) throws(SceneError) -> Transform {
    let noun = "a transform such as \"translate(8 4)\""
    let start = scanner.offset
    let name = scanner.word()
    scanner.skipSpace()
    guard let function = functions.first(where: { $0.name == name }), scanner.skip("(") else {
      throw mistake(node, at: start, noun)
    }
    scanner.skipSpace()
    var numbers: [Double] = []
    while !scanner.skip(")") {
      numbers.append(try number(&scanner, of: node, "a number of \"\(name)\""))
      scanner.skipSeparator()
    }
    guard function.counts.contains(numbers.count) else {
      let counts = function.counts.map(String.init).joined(separator: " or ")
      throw mistake(node, at: start, "\(counts) numbers of \"\(name)\"")
    }
    return function.make(numbers)
  }

  private static let functions:
    [(name: String, counts: [Int], make: @Sendable ([Double]) -> Transform)] = [
      (
        "matrix", [6],
        { Transform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5]) }
      ),
      ("translate", [1, 2], { .translation(x: $0[0], y: $0.count > 1 ? $0[1] : 0) }),
      ("scale", [1, 2], { .scaling(x: $0[0], y: $0[$0.count - 1]) }),
      ("rotate", [1, 3], { rotation($0[0], about: $0.count > 1 ? ($0[1], $0[2]) : (0, 0)) }),
      (
        "skewX", [1],
        { Transform(a: 1, b: 0, c: Elementary.tanDegrees($0[0]), d: 1, tx: 0, ty: 0) }
      ),
      (
        "skewY", [1],
        { Transform(a: 1, b: Elementary.tanDegrees($0[0]), c: 0, d: 1, tx: 0, ty: 0) }
      ),
    ]

  private static func rotation(_ degrees: Double, about center: (x: Double, y: Double)) -> Transform
  {
    let (cos, sin) = (Elementary.cosDegrees(degrees), Elementary.sinDegrees(degrees))
    return Transform.translation(x: -center.x, y: -center.y)
      .then(Transform(a: cos, b: sin, c: -sin, d: cos, tx: center.x, ty: center.y))
  }
}

extension Path {
  /// The path that SVG path data describes; arcs become cubics.
  ///
  /// - Throws: The first mistake, with its place.
  public init(svg: String) throws(SVGPathError) {
    var reader = SVGPathReader(svg)
    try reader.readAll()
    self.init(reader.elements)
  }
}

/// Follows the commands of SVG path data.
private struct SVGPathReader {
  private(set) var elements: [Path.Element] = []
  private var scanner: SVGPathScanner
  private var current = Point.zero
  private var start = Point.zero
  /// The last control point, which the smooth commands mirror, and the command that it was of.
  private var control: (point: Point, isCubic: Bool)?

  init(_ text: String) {
    scanner = SVGPathScanner(text)
  }

  mutating func readAll() throws(SVGPathError) {
    scanner.skipSpace()
    while !scanner.isAtEnd {
      let offset = scanner.offset
      guard let letter = scanner.letter() else {
        throw SVGPathError(offset: offset, problem: .unknownCommand(scanner.nextCharacter))
      }
      guard !elements.isEmpty || letter | 0x20 == UInt8(ascii: "m") else {
        throw SVGPathError(offset: offset, problem: .noMove)
      }
      try read(letter, at: offset)
      scanner.skipSpace()
    }
  }

  /// Reads the numbers of a command, as often as they are repeated.
  private mutating func read(_ letter: UInt8, at offset: Int) throws(SVGPathError) {
    var command = letter
    scanner.skipSpace()
    if letter | 0x20 == UInt8(ascii: "z") { return close() }
    repeat {
      guard elements.count < 100_000 else {
        throw SVGPathError(offset: scanner.offset, problem: .tooLong)
      }
      try step(command, at: offset)
      // Further pairs behind a move are lines.
      if command | 0x20 == UInt8(ascii: "m") { command -= 1 }
      scanner.skipSeparator()
    } while scanner.isAtNumber
  }

  private mutating func step(_ command: UInt8, at offset: Int) throws(SVGPathError) {
    let isRelative = command & 0x20 != 0
    let origin = isRelative ? current : .zero
    switch UnicodeScalar(command | 0x20) {
    case "m": move(to: try point(command, origin))
    case "l": line(to: try point(command, origin))
    case "h":
      let x = try number(command) + origin.x
      line(to: Point(x: x, y: current.y))
    case "v":
      let y = try number(command) + origin.y
      line(to: Point(x: current.x, y: y))
    case "c", "s": try cubic(command, origin)
    case "q", "t": try quad(command, origin)
    case "a": try arc(command, origin)
    default:
      let text = String(decoding: [command], as: UTF8.self)
      throw SVGPathError(offset: offset, problem: .unknownCommand(text))
    }
  }

  private mutating func number(_ command: UInt8) throws(SVGPathError) -> Double {
    let value = try scanner.number(for: command)
    scanner.skipSeparator()
    return value
  }

  private mutating func point(_ command: UInt8, _ origin: Point) throws(SVGPathError) -> Point {
    let x = try number(command)
    return origin + Point(x: x, y: try number(command))
  }

  private mutating func move(to point: Point) {
    elements.append(.move(point))
    (current, start, control) = (point, point, nil)
  }

  private mutating func line(to point: Point) {
    elements.append(.line(point))
    (current, control) = (point, nil)
  }

  private mutating func close() {
    elements.append(.close)
    (current, control) = (start, nil)
  }

  private mutating func cubic(_ command: UInt8, _ origin: Point) throws(SVGPathError) {
    let isSmooth = command | 0x20 == UInt8(ascii: "s")
    let first = isSmooth ? mirroredControl(isCubic: true) : try point(command, origin)
    let second = try point(command, origin)
    let end = try point(command, origin)
    elements.append(.cubic(first, second, end))
    (current, control) = (end, (second, true))
  }

  private mutating func quad(_ command: UInt8, _ origin: Point) throws(SVGPathError) {
    let isSmooth = command | 0x20 == UInt8(ascii: "t")
    let middle = isSmooth ? mirroredControl(isCubic: false) : try point(command, origin)
    let end = try point(command, origin)
    elements.append(.quad(control: middle, end))
    (current, control) = (end, (middle, false))
  }

  /// The last control point on the other side of the current one.
  private func mirroredControl(isCubic: Bool) -> Point {
    guard let control, control.isCubic == isCubic else { return current }
    return current * 2 - control.point
  }

  private mutating func arc(_ command: UInt8, _ origin: Point) throws(SVGPathError) {
    let radii = Size(width: try number(command), height: try number(command))
    let tilt = try number(command)
    let isLarge = try scanner.flag()
    scanner.skipSeparator()
    let isClockwise = try scanner.flag()
    scanner.skipSeparator()
    let end = try point(command, origin)
    let arc = EllipticalArc(
      from: current, to: end, radii: radii, tiltDegrees: tilt, isLarge: isLarge,
      isClockwise: isClockwise)
    elements += arc.elements
    (current, control) = (end, nil)
  }
}

extension Path {
  /// The path that SVG path data describes; arcs become cubics.
  ///
  /// - Throws: The first mistake, with its place.
  public init(svg: String) throws(SVGPathError) {
    var reader = SVGPathReader(svg)
    try reader.readAll()
    self.init(reader.elements)
  }

  /// How many characters of SVG path data are drawn: those before the step with the first mistake.
  package static func drawnCount(svg: String) -> Int {
    var reader = SVGPathReader(svg)
    try? reader.readAll()
    return reader.drawnCount
  }
}

/// Follows the commands of SVG path data.
private struct SVGPathReader {
  private(set) var elements: [Path.Element] = []
  /// How many characters there are up to the end of the last step.
  private(set) var drawnCount = 0
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
    if letter | 0x20 == UInt8(ascii: "z") {
      close()
      drawnCount = scanner.offset
      return
    }
    repeat {
      guard elements.count < 100_000 else {
        throw SVGPathError(offset: scanner.offset, problem: .tooLong)
      }
      try step(command, at: offset)
      drawnCount = scanner.offset
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

/// Reads numbers, flags and commands from SVG path data and other values of SVG, one after the other.
package struct SVGPathScanner {
  private let bytes: [UInt8]
  /// Bytes read so far; up to the first mistake they are characters, as all syntax is ASCII.
  package private(set) var offset = 0

  /// A scanner at the start of `text`.
  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  package var isAtEnd: Bool { next == nil }

  /// Skips white space.
  package mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) { offset += 1 }
  }

  /// Skips white space and, if a number follows it, a comma.
  package mutating func skipSeparator() {
    skipSpace()
    let start = offset
    guard next == UInt8(ascii: ",") else { return }
    offset += 1
    skipSpace()
    if !isAtNumber { offset = start }
  }

  /// The letter that is next, if there is one.
  package mutating func letter() -> UInt8? {
    guard let byte = next, (byte | 0x20) >= UInt8(ascii: "a"), (byte | 0x20) <= UInt8(ascii: "z")
    else { return nil }
    offset += 1
    return byte
  }

  /// Steps over `byte`; false where something else is next.
  package mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard let next, Unicode.Scalar(next) == byte else { return false }
    offset += 1
    return true
  }

  /// The letters that are next; empty for none.
  package mutating func word() -> String {
    var word = ""
    while let letter = letter() { word.unicodeScalars.append(Unicode.Scalar(letter)) }
    return word
  }

  /// Whether a number could be next.
  package var isAtNumber: Bool {
    guard let byte = next else { return false }
    return isDigit(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
  }

  /// The character that is next, as it is shown to people.
  var nextCharacter: String {
    let rest = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
    return rest.unicodeScalars.first.map { String($0) } ?? ""
  }

  /// A 0 or a 1, which needs no space behind it.
  mutating func flag() throws(SVGPathError) -> Bool {
    guard let byte = next, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
      throw SVGPathError(offset: offset, problem: .flagExpected)
    }
    offset += 1
    return byte == UInt8(ascii: "1")
  }

  /// A decimal number in any of SVG's forms, such as `-.5e3`, for `command`.
  package mutating func number(for command: UInt8 = 0) throws(SVGPathError) -> Double {
    let start = offset
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
    var digits = skipDigits()
    if next == UInt8(ascii: ".") {
      offset += 1
      digits += skipDigits()
    }
    guard digits > 0 else {
      offset = start
      let name = String(decoding: [command], as: UTF8.self)
      throw SVGPathError(offset: start, problem: .numberExpected(command: name))
    }
    skipExponent()
    let value = Double(String(decoding: bytes[start..<offset], as: UTF8.self))
    guard let value, value.magnitude <= 1e9 else {
      throw SVGPathError(offset: start, problem: .numberTooLarge)
    }
    return value
  }

  /// Skips `e` and a number; an `e` without one is left for the next command to complain about.
  private mutating func skipExponent() {
    let start = offset
    guard let byte = next, byte | 0x20 == UInt8(ascii: "e") else { return }
    offset += 1
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
    if skipDigits() == 0 { offset = start }
  }

  private mutating func skipDigits() -> Int {
    let start = offset
    while let byte = next, isDigit(byte) { offset += 1 }
    return offset - start
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}

/// A piece of an ellipse, as SVG describes it: by its ends, the radii and two choices.
struct EllipticalArc {
  let from, to: Point
  /// The lengths of the half axes; their signs do not count.
  let radii: Size
  /// How far the ellipse is turned, clockwise on screen.
  let tiltDegrees: Double
  /// Whether it is the longer way around.
  let isLarge: Bool
  /// Whether it is drawn clockwise on screen.
  let isClockwise: Bool

  init(
    from: Point, to: Point, radii: Size, tiltDegrees: Double, isLarge: Bool, isClockwise: Bool
  ) {
    (self.from, self.to, self.tiltDegrees) = (from, to, tiltDegrees)
    self.radii = Size(width: radii.width.magnitude, height: radii.height.magnitude)
    (self.isLarge, self.isClockwise) = (isLarge, isClockwise)
  }

  /// Cubics, one for each eighth of a turn or less; a line where a radius is 0.
  var elements: [Path.Element] {
    guard from != to else { return [] }
    guard let circle = unitCircle else { return [.line(to)] }
    let count = max(1, Int((circle.sweep.magnitude / 0.7854).rounded(.up)))
    let step = circle.sweep / Double(count)
    let bow = 4 / 3 * Elementary.tan(step / 4)
    return (0..<count).map { index in
      let angle = circle.start + step * Double(index)
      let (first, last) = (direction(angle), direction(angle + step))
      let before = Point(x: first.x - bow * first.y, y: first.y + bow * first.x)
      let after = Point(x: last.x + bow * last.y, y: last.y - bow * last.x)
      let end = index == count - 1 ? to : circle.map.apply(last)
      return .cubic(circle.map.apply(before), circle.map.apply(after), end)
    }
  }

  /// The unit circle's map to this ellipse, and the angles of the piece in radians.
  private var unitCircle: (map: Transform, start: Double, sweep: Double)? {
    let turn = Transform3D.rotation(degrees: tiltDegrees).flattened
    let shape = Transform.scaling(x: radii.width, y: radii.height).then(turn)
    guard radii.width > 1e-9, radii.height > 1e-9, let back = shape.inverse else { return nil }
    // Seen in the circle's own coordinates, the ends are a chord; too long a one enlarges it.
    let (a, b) = (back.apply(from), back.apply(to))
    let half = (b - a) * 0.5
    guard half.length > 0 else { return nil }
    let growth = max(1, half.length)
    let height = max(0, growth * growth - half.length * half.length).squareRoot()
    let side = isLarge == isClockwise ? -1.0 : 1
    let normal = Point(x: -half.y, y: half.x) * (side * height / half.length)
    let center = (a + b) * 0.5 + normal
    let start = Elementary.atan2(a.y - center.y, a.x - center.x)
    var sweep = Elementary.atan2(b.y - center.y, b.x - center.x) - start
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    let map = Transform.scaling(x: growth, y: growth).then(
      .translation(x: center.x, y: center.y)
    ).then(shape)
    return (map, start, sweep)
  }

  private func direction(_ radians: Double) -> Point {
    Point(x: Elementary.cos(radians), y: Elementary.sin(radians))
  }
}

/// A mistake in SVG path data.
public struct SVGPathError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// A letter or sign that is no command.
    case unknownCommand(String)
    /// The data does not begin with `M` or `m`.
    case noMove
    /// Something else, or nothing, where this command wants a number.
    case numberExpected(command: String)
    /// Something other than 0 and 1 where an arc wants a flag.
    case flagExpected
    /// A number beyond a billion.
    case numberTooLarge
    /// More than 100,000 steps.
    case tooLong
  }

  /// Where it is: the number of characters before it.
  public let offset: Int
  /// What it is.
  public let problem: Problem

  /// A mistake at `offset`.
  public init(offset: Int, problem: Problem) {
    (self.offset, self.problem) = (offset, problem)
  }

  /// One sentence for people.
  public var description: String {
    switch problem {
    case .unknownCommand(let text): "'\(text)' is no path command at offset \(offset)"
    case .noMove: "a path begins with M or m, at offset \(offset)"
    case .numberExpected(let command): "'\(command)' wants a number at offset \(offset)"
    case .flagExpected: "an arc wants a flag, 0 or 1, at offset \(offset)"
    case .numberTooLarge: "the number at offset \(offset) is beyond a billion"
    case .tooLong: "the path has more than 100000 steps, at offset \(offset)"
    }
  }
}

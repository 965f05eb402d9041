/// Reads numbers, flags and commands from SVG path data, one after the other.
struct SVGPathScanner {
  private let bytes: [UInt8]
  /// Bytes read so far; up to the first mistake they are characters, as all syntax is ASCII.
  private(set) var offset = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  var isAtEnd: Bool { next == nil }

  /// Skips white space.
  mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) { offset += 1 }
  }

  /// Skips white space and, if a number follows it, a comma.
  mutating func skipSeparator() {
    skipSpace()
    let start = offset
    guard next == UInt8(ascii: ",") else { return }
    offset += 1
    skipSpace()
    if !isAtNumber { offset = start }
  }

  /// The letter that is next, if there is one.
  mutating func letter() -> UInt8? {
    guard let byte = next, (byte | 0x20) >= UInt8(ascii: "a"), (byte | 0x20) <= UInt8(ascii: "z")
    else { return nil }
    offset += 1
    return byte
  }

  /// Whether a number could be next.
  var isAtNumber: Bool {
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
  mutating func number(for command: UInt8) throws(SVGPathError) -> Double {
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

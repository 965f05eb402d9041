extension JSONParser {
  /// A number by RFC 8259's grammar, as the nearest double.
  mutating func number() throws(SceneError) -> JSONNode {
    let start = place
    let text = numberText()
    guard Self.isNumber(text.utf8), let number = Double(text) else {
      throw mistake(.badNumber(text))
    }
    // A number is ASCII, so that its bytes are its columns.
    index += text.utf8.count
    column += text.utf8.count
    return JSONNode(.number(number), at: start)
  }

  /// Everything from here on that could belong to a number.
  func numberText() -> String {
    let end = bytes[index...].firstIndex { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        false
      default: true
      }
    }
    return String(decoding: bytes[index..<(end ?? bytes.count)], as: UTF8.self)
  }

  /// Whether `text` is `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`.
  private static func isNumber(_ text: String.UTF8View) -> Bool {
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = dropDigits(&rest)
    guard whole == 1 || (whole > 1 && !startsWithZero) else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard dropDigits(&rest) > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      guard dropDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// Drops the digits at the front, and says how many there were.
  private static func dropDigits(_ text: inout Substring.UTF8View) -> Int {
    let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    text = text[digits.endIndex...]
    return digits.count
  }
}

extension JSONParser {
  /// A string, its escapes turned into what they stand for.
  mutating func text() throws(SceneError) -> JSONNode {
    let start = place
    var content: [UInt8] = []
    var escapes: [JSONEscape] = []
    var extraColumns = 0
    advance()
    while next != UInt8(ascii: "\"") || isAtEnd {
      guard !isAtEnd else { throw mistake(.unterminatedString, at: start) }
      if next == UInt8(ascii: "\\") {
        let firstColumn = column
        content += Array(String(try escape()).utf8)
        // The character's place in the text is how far the columns went, less what escapes added.
        let before = firstColumn - start.column - 1 - extraColumns
        escapes.append(JSONEscape(index: before, extraColumns: column - firstColumn - 1))
        extraColumns += column - firstColumn - 1
      } else {
        try requirePrintable()
        content.append(next)
        advance()
      }
    }
    advance()
    return JSONNode(.text(String(decoding: content, as: UTF8.self)), at: start, escapes: escapes)
  }

  private func requirePrintable() throws(SceneError) {
    guard next < 0x20 else { return }
    guard next != 0x0A, next != 0x0D else { throw mistake(.unterminatedString) }
    throw mistake(.controlCharacter(Unicode.Scalar(next)))
  }

  /// The character that an escape stands for.
  private mutating func escape() throws(SceneError) -> Unicode.Scalar {
    let start = place
    advance()
    guard !isAtEnd else { throw mistake(.unterminatedString, at: start) }
    let letter = next
    if letter == UInt8(ascii: "u") { return try unicodeEscape(from: start) }
    guard let scalar = Self.shortEscapes.first(where: { $0.letter == letter })?.scalar else {
      throw mistake(.badEscape, at: start)
    }
    advance()
    return scalar
  }

  private static let shortEscapes: [(letter: UInt8, scalar: Unicode.Scalar)] = [
    (UInt8(ascii: "\""), "\""), (UInt8(ascii: "\\"), "\\"), (UInt8(ascii: "/"), "/"),
    (UInt8(ascii: "b"), "\u{8}"), (UInt8(ascii: "f"), "\u{C}"), (UInt8(ascii: "n"), "\n"),
    (UInt8(ascii: "r"), "\r"), (UInt8(ascii: "t"), "\t"),
  ]

  /// A `\u` and four hexadecimal digits, or the two of a surrogate pair.
  private mutating func unicodeEscape(from start: Place) throws(SceneError) -> Unicode.Scalar {
    let high = try hexadecimal(from: start)
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, next == UInt8(ascii: "\\"), index + 1 < bytes.count,
      bytes[index + 1] == UInt8(ascii: "u")
    else { throw mistake(.loneSurrogate, at: start) }
    advance()
    let low = try hexadecimal(from: start)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw mistake(.loneSurrogate, at: start) }
    return scalar
  }

  /// The number that `u` and the four digits behind it stand for.
  private mutating func hexadecimal(from start: Place) throws(SceneError) -> UInt32 {
    var number: UInt32 = 0
    advance()
    for _ in 0..<4 {
      guard let digit = Self.digit(next) else { throw mistake(.badEscape, at: start) }
      number = number << 4 | digit
      advance()
    }
    return number
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}

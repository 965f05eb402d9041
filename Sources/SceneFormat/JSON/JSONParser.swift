/// Reads JSON (RFC 8259), and besides `//` and `/* */` comments, trailing commas and a BOM.
///
/// The plain way is Foundation's decoder, which forgets the places and the order of values; error
/// messages need both. This parser stops at the first
/// mistake, takes time in proportion to the text, and nests no deeper than the limit. Half
/// surrogate pairs and raw control characters in strings are refused.
package struct JSONParser {
  let bytes: [UInt8]
  let file: String
  let depthLimit: Int
  var index = 0
  var line = 1
  /// In characters, from 1; a tab is one.
  var column = 1
  var depth = 0

  /// The value that the whole of `bytes` is.
  package static func parse(
    _ bytes: [UInt8], file: String, limits: Limits
  ) throws(SceneError) -> JSONNode {
    var parser = JSONParser(bytes: bytes, file: file, depthLimit: limits.usableJSONDepth)
    parser.skipByteOrderMark()
    try parser.requireUTF8()
    try parser.skipSpace()
    let value = try parser.value()
    try parser.skipSpace()
    guard parser.isAtEnd else { throw parser.unexpected("the end of the file") }
    return value
  }

  var isAtEnd: Bool { index >= bytes.count }

  /// The byte that comes next; 0 at the end, which no rule waits for.
  var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

  var place: Place { Place(file: file, line: line, column: column) }

  /// Steps over one byte that ends no line.
  mutating func advance() {
    index += 1
    if index >= bytes.count || bytes[index] & 0xC0 != 0x80 { column += 1 }
  }

  /// Steps over a byte, perhaps to a new line; `\r\n` is one line end.
  mutating func advanceOverAnything() {
    let byte = next
    guard byte == 0x0A || (byte == 0x0D && (index + 1 >= bytes.count || bytes[index + 1] != 0x0A))
    else { return advance() }
    index += 1
    line += 1
    column = 1
  }

  func mistake(_ problem: SyntaxProblem, at place: Place? = nil) -> SceneError {
    SceneError(place: place ?? self.place, problem: .syntax(problem))
  }

  /// The mistake that here is something other than `expected`.
  func unexpected(_ expected: String) -> SceneError {
    guard !isAtEnd else { return mistake(.unexpectedEnd(expected: expected)) }
    var decoder = UTF8()
    var rest = bytes[index..<min(bytes.count, index + 4)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
      return mistake(.invalidUTF8)
    }
    return mistake(.unexpected(scalar, expected: expected))
  }
}

extension JSONParser {
  mutating func skipByteOrderMark() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// Throws where `bytes` are no UTF-8.
  static func requireUTF8(_ bytes: [UInt8], file: String) throws(SceneError) {
    var parser = JSONParser(bytes: bytes, file: file, depthLimit: 0)
    parser.skipByteOrderMark()
    try parser.requireUTF8()
  }

  /// Finds the first byte that is no UTF-8, so that everything after may rely on it.
  private func requireUTF8() throws(SceneError) {
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    var walker = self
    while !walker.isAtEnd {
      let length = walker.lengthOfCharacter
      guard length > 0 else { throw walker.mistake(.invalidUTF8) }
      for _ in 0..<length { walker.advanceOverAnything() }
    }
  }

  /// The bytes of the character that comes next; 0 where there is none.
  private var lengthOfCharacter: Int {
    let end = min(bytes.count, index + 4)
    var decoder = UTF8()
    var rest = bytes[index..<end].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return 0 }
    return UTF8.width(scalar)
  }

  /// Steps over white space and comments.
  mutating func skipSpace() throws(SceneError) {
    while !isAtEnd {
      switch next {
      case 0x20, 0x09, 0x0A, 0x0D: advanceOverAnything()
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  mutating func skipComment() throws(SceneError) {
    let start = place
    let second = index + 1 < bytes.count ? bytes[index + 1] : 0
    if second == UInt8(ascii: "/") {
      while !isAtEnd, next != 0x0A, next != 0x0D { advance() }
    } else if second == UInt8(ascii: "*") {
      advance()
      advance()
      while !bytes[index...].starts(with: [0x2A, 0x2F]) {
        guard !isAtEnd else { throw mistake(.unterminatedComment, at: start) }
        advanceOverAnything()
      }
      advance()
      advance()
    } else {
      throw unexpected("a value or a comment")
    }
  }
}

extension JSONParser {
  private mutating func value() throws(SceneError) -> JSONNode {
    switch next {
    case UInt8(ascii: "{"): return try nested { parser throws(SceneError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(SceneError) in try parser.list() }
    case UInt8(ascii: "\""): return try text()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try word("true", .flag(true))
    case UInt8(ascii: "f"): return try word("false", .flag(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "+"), UInt8(ascii: "."): throw mistake(.badNumber(numberText()))
    default: throw unexpected("a value")
    }
  }

  private mutating func word(_ word: String, _ kind: JSONNode.Kind) throws(SceneError) -> JSONNode {
    let (start, first) = (place, index)
    for byte in word.utf8 {
      guard !isAtEnd, next == byte else { throw unexpected(word) }
      advance()
    }
    return JSONNode(kind, at: start, range: first..<index)
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(SceneError) -> JSONNode
  ) throws(SceneError) -> JSONNode {
    guard depth < depthLimit else {
      throw SceneError(place: place, problem: .limit(.jsonDepth, allowed: Double(depthLimit)))
    }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  private mutating func list() throws(SceneError) -> JSONNode {
    let (start, first) = (place, index)
    var elements: [JSONNode] = []
    advance()
    try skipSpace()
    while next != UInt8(ascii: "]") {
      elements.append(try value())
      try separator(before: UInt8(ascii: "]"), named: "a comma or ]")
    }
    advance()
    return JSONNode(.list(elements), at: start, range: first..<index)
  }

  private mutating func object() throws(SceneError) -> JSONNode {
    let (start, first) = (place, index)
    var members: [JSONMember] = []
    advance()
    try skipSpace()
    while next != UInt8(ascii: "}") {
      members.append(try member())
      try separator(before: UInt8(ascii: "}"), named: "a comma or }")
    }
    advance()
    return JSONNode(.object(members), at: start, range: first..<index)
  }

  private mutating func member() throws(SceneError) -> JSONMember {
    guard next == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks or }") }
    let key = try text()
    try skipSpace()
    guard next == UInt8(ascii: ":") else { throw unexpected("a colon") }
    advance()
    try skipSpace()
    let value = try value()
    return JSONMember(
      key.text ?? "", value, at: key.place, range: key.range.lowerBound..<value.range.upperBound)
  }

  /// A comma, after which the list or object may still end.
  private mutating func separator(before end: UInt8, named: String) throws(SceneError) {
    try skipSpace()
    if next == UInt8(ascii: ",") {
      advance()
      try skipSpace()
    } else if next != end || isAtEnd {
      throw unexpected(named)
    }
  }
}

extension JSONParser {
  /// A string, its escapes turned into what they stand for.
  mutating func text() throws(SceneError) -> JSONNode {
    let (start, first) = (place, index)
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
    return JSONNode(
      .text(String(decoding: content, as: UTF8.self)), at: start, range: first..<index,
      escapes: escapes)
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

extension JSONParser {
  /// A number by RFC 8259's grammar, as the nearest double.
  mutating func number() throws(SceneError) -> JSONNode {
    let (start, first) = (place, index)
    let text = numberText()
    guard Self.isNumber(text.utf8), let number = Double(text) else {
      throw mistake(.badNumber(text))
    }
    // A number is ASCII, so that its bytes are its columns.
    index += text.utf8.count
    column += text.utf8.count
    return JSONNode(.number(number), at: start, range: first..<index)
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

/// Reads JSON (RFC 8259), and besides `//` and `/* */` comments, trailing commas and a BOM.
///
/// The plain way is Foundation's decoder, which forgets where a value was written and in which
/// order; people who are told that something is wrong want to know where. It stops at the first
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
  private mutating func skipByteOrderMark() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
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

  private mutating func skipComment() throws(SceneError) {
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
    let start = place
    for byte in word.utf8 {
      guard !isAtEnd, next == byte else { throw unexpected(word) }
      advance()
    }
    return JSONNode(kind, at: start)
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
    let start = place
    var elements: [JSONNode] = []
    advance()
    try skipSpace()
    while next != UInt8(ascii: "]") {
      elements.append(try value())
      try separator(before: UInt8(ascii: "]"), named: "a comma or ]")
    }
    advance()
    return JSONNode(.list(elements), at: start)
  }

  private mutating func object() throws(SceneError) -> JSONNode {
    let start = place
    var members: [JSONMember] = []
    advance()
    try skipSpace()
    while next != UInt8(ascii: "}") {
      members.append(try member())
      try separator(before: UInt8(ascii: "}"), named: "a comma or }")
    }
    advance()
    return JSONNode(.object(members), at: start)
  }

  private mutating func member() throws(SceneError) -> JSONMember {
    guard next == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks or }") }
    let key = try text()
    try skipSpace()
    guard next == UInt8(ascii: ":") else { throw unexpected("a colon") }
    advance()
    try skipSpace()
    return JSONMember(key: key.text ?? "", place: key.place, value: try value())
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

/// A request of HTTP/1.1.
package struct Request: Hashable, Sendable {
  package enum Method: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
  }

  /// A parameter or a header.
  package struct Field: Hashable, Sendable {
    package var name, value: String
  }

  package var method: Method
  /// The segments of the path.
  package var path: [String]
  /// The parameters, decoded, in their order.
  package var query: [Field]
  /// The headers; their names are in small letters.
  package var headers: [Field]
  package var body: [UInt8] = []

  /// The value of a header; nil if there is none.
  package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// Why a request is not answered.
package struct Refusal: Error, Hashable, Sendable {
  /// The status of HTTP.
  package var status: Int
  /// One phrase, without a full stop.
  package var message: String
  /// What would have been right.
  package var hint: String?
  /// The methods that are allowed here.
  package var allowed: [Request.Method] = []

  package init(
    _ status: Int, _ message: String, hint: String? = nil, allowed: [Request.Method] = []
  ) {
    (self.status, self.message, self.hint, self.allowed) = (status, message, hint, allowed)
  }
}

// The parser knows what browsers send. It refuses what two readers could take for two things.
extension Request {
  private static let mostHeaders = 64

  /// Reads a request line and headers with the empty line behind them.
  package init(head: some Collection<UInt8>) throws(Refusal) {
    // Obsolete text is in no value that is used.
    let text = String(head.map { Character(UnicodeScalar($0)) })
    guard text.hasSuffix("\r\n\r\n") else { throw .malformed("the head has no end") }
    let lines = text.unicodeScalars.dropLast(4).split(
      separator: "\r\n".unicodeScalars, omittingEmptySubsequences: false
    ).map(Substring.init)
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1", Self.isToken(words[0]) else {
      throw .malformed("this is no request line of HTTP/1.1")
    }
    (path, query) = try Self.target(words[1])
    guard lines.count - 1 <= Self.mostHeaders else {
      throw Refusal(431, "there are more than \(Self.mostHeaders) headers")
    }
    headers = []
    for line in lines.dropFirst() { headers.append(try Self.header(line)) }
    guard let method = Method(rawValue: String(words[0])) else {
      throw Refusal(405, "there is no such method here", allowed: Method.allCases)
    }
    self.method = method
  }

  private static func header(_ line: Substring) throws(Refusal) -> Field {
    guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]) else {
      throw .malformed("a line is no header")
    }
    let value = line[line.index(after: colon)...]
    guard value.unicodeScalars.allSatisfy({ $0 == "\t" || $0.value >= 0x20 && $0 != "\u{7F}" })
    else { throw .malformed("a header has a control character") }
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let trimmed = value.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return Field(name: line[..<colon].lowercased(), value: String(trimmed))
  }

  /// The path and the parameters of a target.
  private static func target(
    _ text: Substring
  ) throws(Refusal) -> (path: [String], query: [Field]) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard text.first == "/" else { throw .malformed("the target is no path") }
    // No path of a route has anything to decode.
    let path = parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for segment in path where !segment.utf8.allSatisfy(isPlain) || [".", ".."].contains(segment) {
      throw .malformed("the path has a character that no path here has")
    }
    var query: [Field] = []
    for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = decoded(sides[0]), let value = decoded(sides.count > 1 ? sides[1] : "")
      else { throw .malformed("a parameter cannot be decoded") }
      query.append(Field(name: name, value: value))
    }
    return (path.map(String.init), query)
  }

  /// The text of which `text` is the form in a query; nil if there is none, or if it has a zero.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
          let value = UInt8(digits, radix: 16), value != 0
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case 0x21...0x7E where byte != UInt8(ascii: "#"): bytes.append(byte)
      default: return nil
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isPlain($0) || "!#$%&'*+^`|".utf8.contains($0) }
  }

  /// Whether a byte stands for itself in a URL (RFC 3986, unreserved).
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~".utf8.contains(byte)
    }
  }
}

extension Refusal {
  static func malformed(_ message: String) -> Refusal { Refusal(400, message) }
}

package import Formatting

/// A request of HTTP/1.1.
package struct Request: Hashable, Sendable {
  package enum Method: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
  }

  /// A parameter or a header.
  package struct Field: Hashable, Sendable {
    package var name, value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
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
  /// The mistakes of a scene, which say all that there is to say.
  package var mistakes: JSONValue?

  package init(
    _ message: String, status: Int = 400, hint: String? = nil, allowed: [Request.Method] = []
  ) {
    (self.status, self.message, self.hint, self.allowed) = (status, message, hint, allowed)
  }
}

// The parser knows what browsers send, and refuses all that two readers could understand in two ways.
extension Request {
  private static let mostHeaders = 64

  /// Reads a request line and headers with the empty line behind them.
  package init(head: some Collection<UInt8>) throws(Refusal) {
    let text = head.map { Character(UnicodeScalar($0)) }
    var lines = String(text).split(
      separator: "\r\n" as Character, omittingEmptySubsequences: false)
    guard lines.suffix(2) == ["", ""] else { throw Refusal("the head has no end") }
    lines.removeLast(2)
    // No path of a route has anything to decode.
    let form = /([A-Za-z]+) \/([A-Za-z0-9._~\/-]*)(?:\?([!-"$-~]*))? HTTP\/1\.1/
    guard let line = lines.removeFirst().wholeMatch(of: form) else {
      throw Refusal("malformed request line")
    }
    path = line.2.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard !path.contains("."), !path.contains("..") else { throw Refusal("the path has dots") }
    query = []
    for pair in (line.3 ?? "").split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(sides[0]),
        let value = Self.decoded(sides.dropFirst().first ?? "")
      else { throw Refusal("a parameter cannot be decoded") }
      query.append(Field(name, value))
    }
    guard lines.count <= Self.mostHeaders else {
      throw Refusal("there are more than \(Self.mostHeaders) headers", status: 431)
    }
    headers = []
    for line in lines { headers.append(try Self.header(line)) }
    guard let method = Method(rawValue: String(line.1)) else {
      throw Refusal("there is no such method here", status: 405, allowed: Method.allCases)
    }
    self.method = method
  }

  private static func header(_ line: Substring) throws(Refusal) -> Field {
    let colon = line.firstIndex(of: ":") ?? line.startIndex
    let value = line[colon...].dropFirst().drop { $0 == " " || $0 == "\t" }
    guard line[..<colon].wholeMatch(of: /[A-Za-z0-9!#$%&'*+.^_`|~-]+/) != nil,
      value.unicodeScalars.allSatisfy({ $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F })
    else { throw Refusal("a line is no header") }
    return Field(line[..<colon].lowercased(), String(value))
  }

  /// The text of which `text` is the form in a query; nil if there is none, or if it has a zero.
  private static func decoded(_ text: Substring) -> String? {
    let pieces = text.replacing("+", with: " ")
      .split(separator: "%", omittingEmptySubsequences: false)
    var bytes = Array(pieces[0].utf8)
    for piece in pieces.dropFirst() {
      guard piece.prefix(2).allSatisfy(\.isHexDigit), piece.utf8.count >= 2,
        let byte = UInt8(piece.prefix(2), radix: 16), byte != 0
      else { return nil }
      bytes += [byte] + piece.utf8.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

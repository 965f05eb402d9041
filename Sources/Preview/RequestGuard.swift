import Glibc

/// Refuses requests that no page of this server makes.
///
/// The token in the path keeps other users and other pages out, the host a page whose name was
/// made to mean this machine, and origin and type of a `POST` a page that has seen the token.
package struct RequestGuard: Hashable, Sendable {
  /// The first segment of all paths.
  package let token: String

  package init(token: String) { self.token = token }

  /// The headers that are read, of which there may be only one.
  private static let ours = [
    "host", "content-length", "content-type", "origin", "sec-fetch-site", "accept",
  ]
  /// What would make the rest of the connection something else than one request.
  private static let foreign = ["transfer-encoding", "upgrade"]

  /// Checks what is known before the body is read; gives the bytes of the body.
  func check(_ request: Request) throws(Refusal) -> Int {
    let names = request.headers.map(\.name)
    if let name = names.first(where: Self.foreign.contains) {
      throw .malformed("there is no \(name) here")
    }
    if let name = Self.ours.first(where: { name in names.count { $0 == name } > 1 }) {
      throw .malformed("\(name) is there twice")
    }
    guard let host = request.header("host") else { throw .malformed("there is no host") }
    guard Self.isLiteral(host) else {
      throw Refusal(421, "the host is not \"localhost\" and no address")
    }
    guard let first = request.path.first, isToken(first) else { throw .unknownPath }
    let length = request.header("content-length")
    switch request.method {
    case .get:
      guard length == nil else { throw .malformed("GET has no body") }
      return 0
    case .post:
      try checkSender(request, host: host)
      guard let length else { throw Refusal(411, "POST needs a content-length") }
      return try Self.bytes(length)
    }
  }

  /// Refuses a `POST` that a form or another page may have sent.
  private func checkSender(_ request: Request, host: String) throws(Refusal) {
    let type = request.header("content-type")?.lowercased().filter { $0 != " " }
    guard let type, ["application/json", "application/json;charset=utf-8"].contains(type) else {
      throw Refusal(415, "POST takes application/json")
    }
    guard ["http://\(host)", nil].contains(request.header("origin")) else {
      throw Refusal(403, "another page has sent this")
    }
    guard ["same-origin", nil].contains(request.header("sec-fetch-site")) else {
      throw Refusal(403, "another site has sent this")
    }
  }

  /// In a time that says nothing about the token.
  private func isToken(_ text: String) -> Bool {
    text.utf8.count == token.utf8.count
      && zip(text.utf8, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func bytes(_ length: String) throws(Refusal) -> Int {
    guard !length.isEmpty, length.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw .malformed("the content-length is no number")
    }
    guard let bytes = Int(length), bytes <= RequestReader.bodyLimit else {
      throw Refusal(413, "the body is larger than \(RequestReader.bodyLimit) bytes")
    }
    return bytes
  }

  /// Whether a host is `localhost` or an address, with or without a port.
  private static func isLiteral(_ host: String) -> Bool {
    let name = host.wholeMatch(of: /(localhost|[0-9.]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?/)?.1
    guard let name else { return false }
    return name == "localhost" || Address(String(name.filter { !"[]".contains($0) })) != nil
  }
}

/// The literal address of a machine.
package struct Address: Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// Four or 16.
  let bytes: [UInt8]

  /// Reads an address of IPv4 or IPv6; nil for anything else.
  package init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if unsafe inet_pton(AF_INET, text, &bytes) == 1 {
      self.bytes = Array(bytes.prefix(4))
    } else if unsafe inet_pton(AF_INET6, text, &bytes) == 1 {
      self.bytes = bytes
    } else {
      return nil
    }
    description = text
  }

  /// Whether only this machine can reach it.
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
  }

  /// As it is written in a URL.
  package var host: String { bytes.count == 4 ? description : "[\(description)]" }
}

extension Refusal {
  /// Nothing says whether a token or a path is wrong.
  static let unknownPath = Refusal(404, "there is nothing here")
}

/// Reads the request of a connection as its bytes come.
package struct RequestReader: Sendable {
  static let headLimit = 16 << 10
  static let bodyLimit = 1 << 20

  private let admission: RequestGuard
  private var bytes: [UInt8] = []
  /// The request without its body, once its head was read.
  private var head: Request?
  private var bodyBytes = 0

  package init(_ admission: RequestGuard) { self.admission = admission }

  /// Whether nothing has come yet.
  var isEmpty: Bool { bytes.isEmpty && !hasHead }
  var hasHead: Bool { head != nil }

  /// Takes bytes that have come; gives the request when it is whole.
  package mutating func take(_ more: some Collection<UInt8>) throws(Refusal) -> Request? {
    let known = bytes.count
    bytes += more
    if head == nil {
      guard let end = try endOfHead(from: known) else { return nil }
      let request = try Request(head: bytes[..<end])
      bodyBytes = try admission.check(request)
      head = request
      bytes.removeFirst(end)
    }
    guard bytes.count <= bodyBytes else { throw .malformed("there are bytes behind the request") }
    guard bytes.count == bodyBytes, var request = head else { return nil }
    request.body = bytes
    return request
  }

  /// The bytes of the head, if it has come whole; those before `known` have no end of it.
  private func endOfHead(from known: Int) throws(Refusal) -> Int? {
    for index in known..<bytes.count where bytes[index] == UInt8(ascii: "\n") {
      guard bytes[..<index].last == UInt8(ascii: "\r") else {
        throw .malformed("a line feed has no carriage return before it")
      }
      if bytes[..<(index - 1)].suffix(2).elementsEqual("\r\n".utf8), index < Self.headLimit {
        return index + 1
      }
    }
    guard bytes.count <= Self.headLimit else {
      throw Refusal(431, "the head is larger than \(Self.headLimit) bytes")
    }
    return nil
  }
}

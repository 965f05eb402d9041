/// Refuses requests that the page of this server does not make.
///
/// The token stops other users and pages, the host stops DNS rebinding, and origin and content type
/// stop forged POSTs.
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
      throw Refusal("there is no \(name) here")
    }
    if let name = Self.ours.first(where: { name in names.count { $0 == name } > 1 }) {
      throw Refusal("\(name) is there twice")
    }
    guard let host = request.header("host") else { throw Refusal("there is no host") }
    let literal = /(localhost|[0-9]+(\.[0-9]+){3}|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?/
    guard host.wholeMatch(of: literal) != nil else {
      throw Refusal("the host is not \"localhost\" and no address", status: 421)
    }
    guard let first = request.path.first, isToken(first) else { throw .unknownPath }
    let length = request.header("content-length")
    guard request.method == .post else {
      guard length == nil else { throw Refusal("GET has no body") }
      return 0
    }
    try checkSender(request, host: host)
    guard let length else { throw Refusal("POST needs a content-length", status: 411) }
    guard length.wholeMatch(of: /[0-9]+/) != nil else { throw Refusal("the length is no number") }
    guard let bytes = Int(length), bytes <= RequestReader.bodyLimit else {
      throw Refusal("the body is larger than \(RequestReader.bodyLimit) bytes", status: 413)
    }
    return bytes
  }

  /// Refuses a `POST` that a form or another page may have sent.
  private func checkSender(_ request: Request, host: String) throws(Refusal) {
    let type = request.header("content-type")?.lowercased().filter { $0 != " " }
    guard let type, ["application/json", "application/json;charset=utf-8"].contains(type) else {
      throw Refusal("POST takes application/json", status: 415)
    }
    guard ["http://\(host)", nil].contains(request.header("origin")),
      ["same-origin", nil].contains(request.header("sec-fetch-site"))
    else { throw Refusal("cross-origin request", status: 403) }
  }

  /// In a time that says nothing about the token.
  private func isToken(_ text: String) -> Bool {
    text.utf8.count == token.utf8.count
      && zip(text.utf8, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension Refusal {
  /// Nothing says whether a token or a path is wrong.
  static let unknownPath = Refusal("not found", status: 404)
}

/// Reads the request of a connection as its bytes come.
package struct RequestReader: Sendable {
  static let headLimit = 16 << 10
  static let bodyLimit = 1 << 20

  private let admission: RequestGuard
  private var bytes: [UInt8] = []
  /// The request without its body, and the bytes of that, once the head was read.
  private var head: (request: Request, bodyBytes: Int)?

  package init(_ admission: RequestGuard) { self.admission = admission }

  var isEmpty: Bool { bytes.isEmpty && !hasHead }
  var hasHead: Bool { head != nil }

  /// Takes bytes that have come; gives the request when it is whole.
  package mutating func take(_ more: some Collection<UInt8>) throws(Refusal) -> Request? {
    let known = bytes.count
    bytes += more
    if head == nil, let end = try endOfHead(from: known) {
      let request = try Request(head: bytes[..<end])
      head = (request, try admission.check(request))
      bytes.removeFirst(end)
    }
    guard var whole = head else { return nil }
    guard bytes.count <= whole.bodyBytes else {
      throw Refusal("there are bytes behind the request")
    }
    whole.request.body = bytes
    return bytes.count == whole.bodyBytes ? whole.request : nil
  }

  /// The bytes of the head, if it has come whole; those before `known` have no end of it.
  private func endOfHead(from known: Int) throws(Refusal) -> Int? {
    for index in known..<bytes.count where bytes[index] == UInt8(ascii: "\n") {
      guard bytes[..<index].last == UInt8(ascii: "\r") else {
        throw Refusal("a line feed has no carriage return before it")
      }
      if bytes[..<index].suffix(3).elementsEqual("\r\n\r".utf8), index < Self.headLimit {
        return index + 1
      }
    }
    guard bytes.count <= Self.headLimit else {
      throw Refusal("the head is larger than \(Self.headLimit) bytes", status: 431)
    }
    return nil
  }
}

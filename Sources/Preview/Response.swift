package import Formatting

/// The answer to a request.
package struct Response: Hashable, Sendable {
  package var status = 200
  package var headers: [Request.Field]
  package var body: [UInt8]

  private init(_ type: String, _ body: [UInt8], headers: [Request.Field] = []) {
    self.headers = [Request.Field(name: "Content-Type", value: type)] + headers
    self.body = body
  }

  /// What a verb prints with `--json`.
  package static func json(_ value: JSONValue) -> Response {
    Response("application/json", Array((value.text(.compact) + "\n").utf8))
  }

  /// A picture, with headers that say more of it.
  package static func png(_ file: [UInt8], _ headers: [Request.Field] = []) -> Response {
    Response("image/png", file, headers: headers)
  }

  /// A page whose `policy` holds for all that it loads.
  package static func page(_ html: String, policy: String) -> Response {
    // A page cannot say this one of itself.
    let header = Request.Field(
      name: "Content-Security-Policy", value: policy + "; frame-ancestors 'none'")
    return Response("text/html; charset=utf-8", Array(html.utf8), headers: [header])
  }

  /// Says why a request is refused.
  package init(_ refusal: Refusal) {
    self = .json(
      .object([
        "message": .text(refusal.message), "hint": refusal.hint.map(JSONValue.text),
      ]))
    status = refusal.status
    if !refusal.allowed.isEmpty {
      let methods = refusal.allowed.map(\.rawValue).joined(separator: ", ")
      headers.append(Request.Field(name: "Allow", value: methods))
    }
  }

  /// The headers of all answers: a browser takes each for what it says it is, keeps none, and gives
  /// none to another page.
  private static let common = """
    Connection: close
    X-Content-Type-Options: nosniff
    Referrer-Policy: no-referrer
    Cache-Control: no-store
    Cross-Origin-Opener-Policy: same-origin
    Cross-Origin-Resource-Policy: same-origin
    """.split(separator: "\n")

  /// What goes over the connection.
  var bytes: [UInt8] {
    let own = headers.map { "\($0.name): \($0.value)" } + ["Content-Length: \(body.count)"]
    let lines = ["HTTP/1.1 \(status) "] + own + Self.common.map(String.init)
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}

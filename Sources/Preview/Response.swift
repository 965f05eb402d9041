import Codecs
package import Formatting
import Pixels

/// The answer to a request.
package struct Response: Hashable, Sendable {
  package var status = 200
  package var headers: [Request.Field]
  package var body: [UInt8]

  private init(_ type: String, _ body: [UInt8], _ headers: [Request.Field] = []) {
    self.headers = [Request.Field("Content-Type", type)] + headers
    self.body = body
  }

  /// What a verb prints with `--json`.
  package static func json(_ value: JSONValue) -> Response {
    Response("application/json", Array((value.text(.compact) + "\n").utf8))
  }

  /// The same as a text.
  static func text(_ json: String) -> Response { Response("application/json", Array(json.utf8)) }

  /// The files that were written.
  static func written(_ paths: [String]) -> Response {
    .json(.object(["written": .list(paths.map(JSONValue.text))]))
  }

  /// A picture, with the hash of its pixels, as a lock has it.
  static func png(_ picture: Pixmap) throws -> Response {
    let file = try PNGWriter(compression: .fast).file(of: picture)
    return Response("image/png", file, [Request.Field("Frame-Hash", "\(FrameHash(picture))")])
  }

  /// A page whose `policy` holds for all that it loads.
  package static func page(_ html: String, policy: String) -> Response {
    // A page cannot say the last one of itself.
    let header = Request.Field("Content-Security-Policy", policy + "; frame-ancestors 'none'")
    return Response("text/html; charset=utf-8", Array(html.utf8), [header])
  }

  /// Says why a request is refused.
  package init(_ refusal: Refusal) {
    self = .json(
      refusal.mistakes
        ?? .object([
          "message": .text(refusal.message), "hint": refusal.hint.map(JSONValue.text),
        ]))
    status = refusal.status
    if !refusal.allowed.isEmpty {
      let methods = refusal.allowed.map(\.rawValue).joined(separator: ", ")
      headers.append(Request.Field("Allow", methods))
    }
  }

  /// The headers of all answers: a browser takes each for what it says it is, keeps none, and gives
  /// none to another page.
  private static let common = [
    "Connection: close", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
    "Cache-Control: no-store", "Cross-Origin-Opener-Policy: same-origin",
    "Cross-Origin-Resource-Policy: same-origin", "", "",
  ]

  /// What goes over the connection.
  var bytes: [UInt8] {
    let own = headers.map { "\($0.name): \($0.value)" } + ["Content-Length: \(body.count)"]
    return Array((["HTTP/1.1 \(status) "] + own + Self.common).joined(separator: "\r\n").utf8)
      + body
  }
}

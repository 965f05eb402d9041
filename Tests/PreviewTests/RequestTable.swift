/// Requests that a browser, a stranger or a fuzzer may send, each with its status.
struct RequestTable {
  let name: String
  let bytes: [UInt8]
  let status: Int

  private static let token = TestServer.token

  /// A request for `path` beneath the token, with these lines behind the host's.
  private static func get(_ path: String, _ lines: String..., host: String = "localhost") -> String
  {
    let head = ["GET /\(token)/\(path) HTTP/1.1", "Host: \(host)"] + lines
    return head.joined(separator: "\r\n") + "\r\n\r\n"
  }

  /// A `POST` of a page.
  static func post(
    _ path: String, body: String = "{}", type: String = "application/json",
    length: Int? = nil, host: String = "localhost", _ lines: String...
  ) -> String {
    let head =
      [
        "POST /\(token)/\(path) HTTP/1.1", "Host: \(host)", "Content-Type: \(type)",
        "Content-Length: \(length ?? body.utf8.count)",
      ] + lines
    return head.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  private static func line(_ line: String) -> String { "\(line)\r\nHost: localhost\r\n\r\n" }

  private static let texts: KeyValuePairs<String, (String, Int)> = [
    // What is answered.
    "the list": (get("scenes"), 200),
    "the page": (get(""), 200),
    "a host with a port": (get("scenes", host: "localhost:8080"), 200),
    "an address": (get("scenes", host: "127.0.0.1"), 200),
    "an address with a port": (get("scenes", host: "127.0.0.1:41873"), 200),
    "an address of IPv6": (get("scenes", host: "[::1]:41873"), 200),
    "an address of IPv6 without a port": (get("scenes", host: "[2001:db8::1]"), 200),
    "headers of a browser": (
      get(
        "scenes", "Connection: keep-alive", "Accept: */*", "Sec-Fetch-Site: none",
        "Accept-Encoding: gzip, deflate, br", "Cookie: a=b; c=\"d\"", "Priority: u=0, i"), 200
    ),
    "a header without a value": (get("scenes", "X:"), 200),
    "blanks around a value": (get("scenes", "Accept: \t */* \t "), 200),
    "64 headers": (
      get("scenes", (0..<63).map { "A\($0): 1" }.joined(separator: "\r\n")), 200
    ),
    "names of headers in capitals": (
      "GET /\(token)/scenes HTTP/1.1\r\nHOST: localhost\r\n\r\n", 200
    ),
    "a long header": (get("scenes", "A: " + String(repeating: "a", count: 15_000)), 200),
    // Tokens and paths.
    "no token": (line("GET / HTTP/1.1"), 404),
    "a path without a token": (line("GET /scenes HTTP/1.1"), 404),
    "a wrong token": (line("GET /\(token.dropLast())0/scenes HTTP/1.1"), 404),
    "a shorter token": (line("GET /\(token.dropLast())/scenes HTTP/1.1"), 404),
    "a longer token": (line("GET /\(token)0/scenes HTTP/1.1"), 404),
    "a token in capitals": (line("GET /\(token.uppercased())/scenes HTTP/1.1"), 404),
    "a token alone": (line("GET /\(token) HTTP/1.1"), 404),
    "a token in the query": (line("GET /?\(token) HTTP/1.1"), 404),
    "an unknown path": (get("secrets"), 404),
    "a path with a slash behind it": (get("scenes/"), 404),
    "a path with two slashes": (get("/scenes"), 404),
    "the path of a file": (get("scenes/secret.json"), 404),
    "a favicon": (line("GET /favicon.ico HTTP/1.1"), 404),
    "a parent": (get("../scenes"), 400),
    "a parent behind a name": (get("scenes/.."), 400),
    "the same folder": (get("./scenes"), 400),
    "an escaped slash": (get("scenes%2Fsecret.json"), 400),
    "an escaped parent": (get("%2e%2e/scenes"), 400),
    "an escaped letter": (get("s%63enes"), 400),
    "a backslash": (get("..\\scenes"), 400),
    "an escaped zero": (get("scenes%00"), 400),
    "a semicolon": (get("scenes;a=b"), 400),
    "a colon": (get("C:/scenes"), 400),
    "a path in UTF-8": (get("scènes"), 400),
    // Targets and lines.
    "an absolute target": (line("GET http://localhost/\(token)/scenes HTTP/1.1"), 400),
    "another host's target": (line("GET http://evil.example/ HTTP/1.1"), 400),
    "a target that is an authority": (line("CONNECT localhost:80 HTTP/1.1"), 400),
    "a star": (line("OPTIONS * HTTP/1.1"), 400),
    "no target": (line("GET HTTP/1.1"), 400),
    "an empty target": (line("GET  HTTP/1.1"), 400),
    "a target without a slash": (line("GET \(token)/scenes HTTP/1.1"), 400),
    "a fragment": (get("scenes#a"), 400),
    "a fragment behind a query": (get("scenes?a=b#c"), 400),
    "a blank in the target": (get("sce nes"), 400),
    "two blanks": (line("GET  /\(token)/scenes HTTP/1.1"), 400),
    "a tab for a blank": (line("GET\t/\(token)/scenes HTTP/1.1"), 400),
    "HTTP/1.0": (line("GET /\(token)/scenes HTTP/1.0"), 400),
    "HTTP/2.0": (line("GET /\(token)/scenes HTTP/2.0"), 400),
    "HTTP/0.9": ("GET /\(token)/scenes\r\n\r\n", 400),
    "a version in small letters": (line("GET /\(token)/scenes http/1.1"), 400),
    "the preface of HTTP/2": ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    "an empty line first": ("\r\n" + get("scenes"), 400),
    "a bare line feed in the line": ("GET /\(token)/scenes HTTP/1.1\nHost: localhost\r\n\r\n", 400),
    "bare line feeds alone": ("GET /\(token)/scenes HTTP/1.1\nHost: localhost\n\n", 400),
    "a bare carriage return": (get("scenes", "A: b\rc"), 400),
    "a method in small letters": (line("get /\(token)/scenes HTTP/1.1"), 405),
    "HEAD": (line("HEAD /\(token)/scenes HTTP/1.1"), 405),
    "OPTIONS": (line("OPTIONS /\(token)/scenes HTTP/1.1"), 405),
    "a preflight": (
      "OPTIONS /\(token)/scenes HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n"
        + "Access-Control-Request-Method: POST\r\n\r\n", 405
    ),
    "PUT": (line("PUT /\(token)/scenes HTTP/1.1"), 405),
    "DELETE": (line("DELETE /\(token)/scenes HTTP/1.1"), 405),
    "TRACE": (line("TRACE /\(token)/scenes HTTP/1.1"), 405),
    "a method of brackets": (line("G(T /\(token)/scenes HTTP/1.1"), 400),
    // Hosts.
    "no host": ("GET /\(token)/scenes HTTP/1.1\r\n\r\n", 400),
    "two hosts": (get("scenes", "Host: localhost"), 400),
    "two hosts, one of them another": (get("scenes", "Host: evil.example"), 400),
    "a name": (get("scenes", host: "evil.example"), 421),
    "a name with a port": (get("scenes", host: "evil.example:80"), 421),
    "a name that begins as an address": (get("scenes", host: "127.0.0.1.evil.example"), 421),
    "a name that begins with localhost": (get("scenes", host: "localhost.evil.example"), 421),
    "an empty host": (get("scenes", host: ""), 421),
    "a port alone": (get("scenes", host: ":80"), 421),
    "a user before the host": (get("scenes", host: "a@localhost"), 421),
    "a short address": (get("scenes", host: "127.1"), 421),
    "an address that is a number": (get("scenes", host: "2130706433"), 421),
    "a host with a path": (get("scenes", host: "localhost/a"), 421),
    "an open bracket": (get("scenes", host: "[::1"), 421),
    "a zone": (get("scenes", host: "[fe80::1%25eth0]"), 421),
    // Headers.
    "a folded header": (get("scenes", "A: b", " c"), 400),
    "a folded first header": ("GET /\(token)/scenes HTTP/1.1\r\n Host: localhost\r\n\r\n", 400),
    "a blank before a colon": (get("scenes", "A : b"), 400),
    "a line without a colon": (get("scenes", "abc"), 400),
    "a header without a name": (get("scenes", ": b"), 400),
    "a zero in a value": (get("scenes", "A: b\0c"), 400),
    "a bell in a value": (get("scenes", "A: \u{7}"), 400),
    "65 headers": (
      get("scenes", (0..<64).map { "A\($0): 1" }.joined(separator: "\r\n")), 431
    ),
    "a head of 17 KiB": (get("scenes", "A: " + String(repeating: "a", count: 17 << 10)), 431),
    "a line that never ends": (String(repeating: "a", count: 20_000), 431),
    "a header of a letter beyond ASCII": (get("scenes", "é: b"), 400),
    "two kinds of answer": (get("scenes", "Accept: a/b", "Accept: c/d"), 400),
    "Transfer-Encoding": (get("scenes", "Transfer-Encoding: chunked"), 400),
    "Transfer-Encoding and Content-Length": (post("scenes", "Transfer-Encoding: chunked"), 400),
    "Upgrade": (get("scenes", "Connection: Upgrade", "Upgrade: websocket"), 400),
    "HTTP/2 wished for": (get("scenes", "Upgrade: h2c", "HTTP2-Settings: a"), 400),
    // Bodies.
    "GET with a length": (get("scenes", "Content-Length: 0"), 400),
    "GET with a body": (get("scenes", "Content-Length: 2") + "{}", 400),
    "bytes behind a GET": (get("scenes") + "a", 400),
    "two requests at once": (get("scenes") + get("scenes"), 400),
    "bytes behind a body": (post("scenes", body: "{}a", length: 2), 400),
    "two lengths": (post("scenes", "Content-Length: 2"), 400),
    "two other lengths": (post("scenes", "Content-Length: 20"), 400),
    "a negative length": (
      post("scenes").replacing("Content-Length: 2", with: "Content-Length: -2"), 400
    ),
    "a length with a sign": (
      post("scenes").replacing("Content-Length: 2", with: "Content-Length: +2"), 400
    ),
    "a list of lengths": (
      post("scenes").replacing("Content-Length: 2", with: "Content-Length: 2, 2"), 400
    ),
    "a hexadecimal length": (
      post("scenes").replacing("Content-Length: 2", with: "Content-Length: 0x2"), 400
    ),
    "no length": (post("scenes").replacing("Content-Length: 2\r\n", with: ""), 411),
    "a body of 1 MiB and a byte": (post("scenes", body: "", length: 1 << 20 + 1), 413),
    "a length without an end": (
      post("scenes").replacing("Length: 2", with: "Length: 99999999999999999999"), 413
    ),
    // Senders.
    "a form": (post("scenes", type: "application/x-www-form-urlencoded"), 415),
    "plain text": (post("scenes", type: "text/plain"), 415),
    "a form of parts": (post("scenes", type: "multipart/form-data; boundary=a"), 415),
    "JSON in another character set": (
      post("scenes", type: "application/json; charset=utf-16"), 415
    ),
    "no type": (post("scenes").replacing("Content-Type: application/json\r\n", with: ""), 415),
    "two types": (post("scenes", "Content-Type: text/plain"), 400),
    "another page": (post("scenes", "Origin: http://evil.example"), 403),
    "a page of another port": (post("scenes", "Origin: http://localhost:81"), 403),
    "a page over HTTPS": (post("scenes", "Origin: https://localhost"), 403),
    "a page from a file": (post("scenes", "Origin: null"), 403),
    "a page that is there twice": (
      post("scenes", "Origin: http://localhost", "Origin: http://localhost"), 400
    ),
    "another site": (post("scenes", "Sec-Fetch-Site: cross-site"), 403),
    "a site of another port": (post("scenes", "Sec-Fetch-Site: same-site"), 403),
    "a POST that a user has typed": (post("scenes", "Sec-Fetch-Site: none"), 403),
    "POST with a wrong token": (post("scenes").replacing(token, with: "0"), 404),
    "POST to what is read": (post("scenes", "Origin: http://localhost"), 405),
    "POST to nothing": (post("secrets"), 404),
    // Parameters.
    "an unknown parameter": (get("scenes?a=b"), 400),
    "an unknown parameter of the page": (get("?a"), 400),
    "a name without a value": (get("scenes?a"), 400),
    "half an escape": (get("scenes?a=%2"), 400),
    "an escape of letters": (get("scenes?a=%zz"), 400),
    "an escaped zero in a value": (get("scenes?a=%00"), 400),
    "bytes that are no UTF-8": (get("scenes?a=%ff"), 400),
    "an empty query": (get("scenes?"), 200),
  ]

  private static let garbage: [RequestTable] = [
    RequestTable(name: "TLS", bytes: [0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0x0A], status: 400),
    RequestTable(name: "zeros", bytes: [UInt8](repeating: 0, count: 20_000), status: 431),
    RequestTable(
      name: "all bytes", bytes: (0...255).map { UInt8($0) } + Array("\r\n\r\n".utf8), status: 400),
    RequestTable(
      name: "a line of bytes without an end",
      bytes: [UInt8](repeating: 0xFF, count: 100) + Array("\r\n\r\n".utf8), status: 400),
  ]

  static let rows =
    texts.map { RequestTable(name: $0, bytes: Array($1.0.utf8), status: $1.1) } + garbage
}

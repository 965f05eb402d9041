import TestSupport
import Testing

@testable import Preview

@Suite("requests")
struct RequestTests {
  private static let admission = RequestGuard(token: TestServer.token)

  /// What a reader makes of bytes that come in pieces of at most `size`; nil for what is not whole.
  private func read(_ bytes: [UInt8], inPiecesOf size: Int) throws -> Request? {
    var reader = RequestReader(Self.admission)
    var rest = bytes[...]
    while !rest.isEmpty {
      if let request = try reader.take(rest.prefix(size)) { return request }
      rest = rest.dropFirst(size)
    }
    return nil
  }

  @Test("a request has its method, path, parameters, headers and body")
  func parts() throws {
    let post = RequestTable.post("builds/a.b-c_d~", body: "{ }", "X-Y: \t a: b ")
    let request = try #require(try read(Array(post.utf8), inPiecesOf: 1 << 20))
    #expect(request.method == .post)
    #expect(request.path == [TestServer.token, "builds", "a.b-c_d~"])
    #expect(request.header("x-y") == "a: b ")
    #expect(request.header("host") == "localhost")
    #expect(request.header("origin") == nil)
    #expect(request.body == Array("{ }".utf8))
  }

  @Test(
    "parameters are decoded once",
    arguments: [
      ("a=b", ["a=b"]), ("a=b&c=d", ["a=b", "c=d"]), ("a", ["a="]), ("a=", ["a="]),
      ("a=b=c", ["a=b=c"]), ("&&a=b&", ["a=b"]), ("a=b%20c+d", ["a=b c d"]),
      ("a=%2Bb%26%3D", ["a=+b&="]), ("a=%2520", ["a=%20"]), ("a=%C3%A9", ["a=é"]),
      ("%61=b", ["a=b"]), ("a=/../%2e%2e", ["a=/../.."]), ("a=?", ["a=?"]),
    ])
  func decodes(_ query: String, _ expected: [String]) throws {
    let head = "GET /?\(query) HTTP/1.1\r\nHost: a\r\n\r\n"
    let request = try Request(head: Array(head.utf8))
    #expect(request.query.map { "\($0.name)=\($0.value)" } == expected)
  }

  @Test("a request is the same in whatever pieces it comes")
  func pieces() throws {
    for row in RequestTable.rows {
      let whole = try? read(row.bytes, inPiecesOf: .max)
      for size in [1, 7, 1000] {
        let request = try? read(row.bytes, inPiecesOf: size)
        // In pieces, the bytes behind a request are not looked at.
        #expect(whole == nil || request == whole, "\(row.name), \(size)")
      }
    }
  }

  @Test("a changed request is refused or is one, and never has more than was sent")
  func mutations() throws {
    var random = SeededRandom(seed: 59)
    let sources = RequestTable.rows.map(\.bytes).filter { $0.count < 2000 }
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = sources.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(bytes.randomElement(using: &random) ?? 0, at: index)
        }
      }
      guard let request = try? read(bytes, inPiecesOf: .max) else { continue }
      accepted += 1
      #expect(request.path[0] == TestServer.token)
      #expect(request.path.allSatisfy { !$0.contains("/") && $0 != ".." })
      #expect(request.body.isEmpty || request.method == .post)
      #expect(request.body.count < bytes.count)
    }
    #expect(accepted > 100)
  }
}

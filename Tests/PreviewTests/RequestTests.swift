import Testing

@testable import Preview

@Suite("requests")
struct RequestTests {
  private static let admission = RequestGuard(token: "secret")

  @Test("a request is the same in whatever pieces it comes")
  func pieces() throws {
    let text = "GET /secret/scenes?a=b%20c+d HTTP/1.1\r\nHost: localhost:1\r\n\r\n"
    var whole = RequestReader(Self.admission)
    let request = try #require(try whole.take(Array(text.utf8)))
    #expect(request.path == ["secret", "scenes"])
    #expect(request.query == [Request.Field("a", "b c d")])
    var slow = RequestReader(Self.admission)
    for byte in text.utf8.dropLast() { #expect(try slow.take([byte]) == nil) }
    #expect(try slow.take([0x0A]) == request)
  }
}

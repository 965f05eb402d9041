import Dispatch
import Formatting
import Glibc
import RenderTransition
import Synchronization
import Testing

@testable import Preview

@Suite("the server", .serialized)
struct ServerTests {
  private static let start = "GET /\(TestServer.token)/scenes HTTP/1.1\r\nHost: localhost\r\n"
  private static let lists = start + "\r\n"

  @Test("a request over a socket has its status, and no refusal a byte of a scene")
  func statuses() throws {
    let test = try TestServer()
    for row in RequestTable.rows {
      let answer = try test.answer(row.bytes)
      #expect(answer.hasPrefix("HTTP/1.1 \(row.status) "), "\(row.name): \(answer.prefix(200))")
      if row.status != 200 {
        #expect(!answer.contains("secret.json"), "\(row.name)")
        #expect(answer.contains("{\"message\":\""), "\(row.name)")
      }
    }
  }

  @Test("each answer keeps itself from other pages and from caches")
  func headers() throws {
    let test = try TestServer()
    for request in [Self.lists, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"] {
      let answer = try test.answer(request)
      for header in [
        "Connection: close", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
        "Cache-Control: no-store", "Cross-Origin-Opener-Policy: same-origin",
        "Cross-Origin-Resource-Policy: same-origin",
      ] {
        #expect(answer.contains("\r\n\(header)\r\n"))
      }
      #expect(!answer.contains("Access-Control"))
    }
    let page = try test.answer("GET /\(TestServer.token)/ HTTP/1.1\r\nHost: [::1]:80\r\n\r\n")
    #expect(page.contains("; require-trusted-types-for 'script'; "))
    #expect(page.contains("; frame-ancestors 'none'\r\n"))
    #expect(page.hasSuffix("</html>\n"))
  }

  @Test("a request that ends too early is refused; a connection without one is closed")
  func halves() throws {
    let test = try TestServer()
    for text in ["G", Self.start, Self.lists.dropLast(1).description] {
      let socket = try test.connect()
      defer { socket.close() }
      socket.send(text)
      socket.finish()
      #expect(socket.rest().hasPrefix("HTTP/1.1 400 "))
    }
    let silent = try test.connect()
    defer { silent.close() }
    silent.finish()
    #expect(silent.rest() == "")
  }

  @Test("a slow head ends after 5 s, a slow body after 10 s, a silent connection without a word")
  func slowness() async throws {
    let test = try TestServer()
    let head = try test.connect()
    let body = try test.connect()
    let silent = try test.connect()
    defer { [head, body, silent].forEach { $0.close() } }
    let start = ContinuousClock.now
    head.send(Self.start)
    body.send(RequestTable.post("scenes", body: "{}", length: 3))
    #expect(silent.rest() == "")
    #expect(head.rest().hasPrefix("HTTP/1.1 408 "))
    let headSeconds = (ContinuousClock.now - start) / .seconds(1)
    #expect((4.5..<9).contains(headSeconds))
    #expect(body.rest().hasPrefix("HTTP/1.1 408 "))
    let bodySeconds = (ContinuousClock.now - start) / .seconds(1)
    #expect((9.5..<14).contains(bodySeconds))
  }

  @Test("32 connections are answered, the 33rd gets 503, and afterwards there is room again")
  func crowd() throws {
    let test = try TestServer()
    let waiting = try (0..<32).map { _ in try test.connect() }
    waiting.forEach { $0.send(Self.start) }
    #expect(try test.answer(Self.lists).hasPrefix("HTTP/1.1 503 "))
    for socket in waiting {
      socket.send("\r\n")
      #expect(socket.rest().hasPrefix("HTTP/1.1 200 "))
      socket.close()
    }
    #expect(try test.answer(Self.lists).hasPrefix("HTTP/1.1 200 "))
  }

  @Test("32 clients that ask again and again are all answered")
  func clients() throws {
    let test = try TestServer()
    let ended = DispatchSemaphore(value: 0)
    let refused = Mutex(0)
    for _ in 0..<32 {
      let isStarted = Threads.start {
        for _ in 0..<30 where (try? test.answer(Self.lists))?.hasPrefix("HTTP/1.1 200 ") != true {
          refused.withLock { $0 += 1 }
        }
        ended.signal()
      }
      try #require(isStarted)
    }
    for _ in 0..<32 { ended.wait() }
    #expect(refused.withLock { $0 } == 0)
  }

  @Test("an answer that nobody waits for is known to be")
  func hangUp() throws {
    let begun = DispatchSemaphore(value: 0)
    let left = DispatchSemaphore(value: 0)
    let server = try Server(
      at: .thisMachine, port: 0, token: TestServer.token
    ) { _, connection in
      begun.signal()
      while !connection.isClosedByPeer { usleep(1000) }
      left.signal()
      return .json(.null)
    }
    let first = try Socket(port: server.port)
    first.send(Self.lists)
    #expect(begun.wait(timeout: .now() + 5) == .success)
    #expect(left.wait(timeout: .now() + 0.05) == .timedOut)
    first.close()
    #expect(left.wait(timeout: .now() + 5) == .success)
  }

  @Test("a port that is taken and an address of another machine are told")
  func listening() throws {
    let test = try TestServer()
    let port = test.server.port
    let error = #expect(throws: ServerError.self) {
      try Server(at: .thisMachine, port: port, token: "t") { _, _ in .json(.null) }
    }
    #expect(error?.description == "port \(port) of 127.0.0.1 is in use")
    let stranger = try #require(Address("192.0.2.1"))
    let other = #expect(throws: ServerError.self) {
      try Server(at: stranger, port: 0, token: "t") { _, _ in .json(.null) }
    }
    #expect(other?.description == "192.0.2.1 is no address of this machine")
  }

  @Test("programs that are started get no socket, and none is left behind")
  func descriptors() throws {
    // No other suite has sockets.
    func sockets() -> [Int32] {
      (0..<1024).filter { number in
        var status = stat()
        return unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
      }
    }
    let before = sockets()
    let test = try TestServer()
    for number in Set(sockets()).subtracting(before) {
      #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
    }
    for _ in 0..<50 { #expect(try test.answer(Self.lists).hasPrefix("HTTP/1.1 200 ")) }
    // A connection is closed a moment after its answer.
    let deadline = ContinuousClock.now + .seconds(5)
    while sockets().count > before.count + 1, .now < deadline { usleep(1000) }
    #expect(sockets().count <= before.count + 1)
  }

  @Test("tokens have 128 bits, and no two are equal")
  func tokens() {
    let tokens = (0..<1000).map { _ in Server.newToken() }
    #expect(Set(tokens).count == 1000)
    #expect(tokens.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
  }
}

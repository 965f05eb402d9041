import CSystem
import Glibc
import RenderTransition
import Synchronization

/// Answers requests over HTTP/1.1: one thread a connection, one request each.
package final class Server: Sendable {
  /// What answers a request, on the thread of its connection; it may take its time.
  package typealias Answer = @Sendable (Request, Connection) -> Response

  /// More connections are answered with 503, and twice as many closed.
  static let mostConnections = 32

  package let port: Int
  private let listening: Int32
  private let admission: RequestGuard
  private let answer: Answer
  private let state = Mutex(State())

  private struct State {
    var connections: Set<Int32> = []
    var isStopped = false
    var isAccepting = true
  }

  /// Listens at a port of `host`, any free one for 0, and answers from now on.
  package init(
    at host: Address, port: Int, token: String, answer: @escaping Answer
  ) throws(ServerError) {
    var number = UInt16(clamping: port)
    listening = unsafe rt_listen(host.bytes, host.bytes.count, &number)
    guard listening >= 0 else { throw ServerError(host: host, port: port, code: errno) }
    (self.port, self.answer) = (Int(number), answer)
    admission = RequestGuard(token: token)
    guard Threads.start({ self.accept() }) else {
      close(listening)
      throw ServerError(host: host, port: port, code: EAGAIN)
    }
  }

  /// A token that cannot be guessed: 128 random bits.
  package static func newToken() -> String {
    // The system's generator is one for secrets.
    (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
      .map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
  }

  /// Takes no more connections, ends those that there are, and waits until they have ended.
  package func stop() {
    state.withLock { state in
      state.isStopped = true
      shutdown(listening, Int32(SHUT_RDWR))
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
    while state.withLock({ $0.isAccepting || !$0.connections.isEmpty }) { usleep(1000) }
  }

  private func accept() {
    defer {
      close(listening)
      state.withLock { $0.isAccepting = false }
    }
    while !state.withLock(\.isStopped) {
      let descriptor = rt_accept(listening)
      guard descriptor >= 0 else {
        // No descriptors or no memory are left: perhaps later.
        if errno != EINTR { usleep(10_000) }
        continue
      }
      let count = state.withLock { state in
        if !state.isStopped { state.connections.insert(descriptor) }
        return state.isStopped ? .max : state.connections.count
      }
      let isBusy = count > Self.mostConnections
      let connection = Connection(descriptor: descriptor)
      let isServed =
        count <= 2 * Self.mostConnections
        && Threads.start {
          self.serve(connection, isBusy: isBusy)
          self.end(descriptor)
        }
      if !isServed { end(descriptor) }
    }
  }

  private func end(_ descriptor: Int32) {
    // Under the lock, or `stop` would reach another file of this number.
    state.withLock { state in
      state.connections.remove(descriptor)
      _ = close(descriptor)
    }
  }

  private func serve(_ connection: Connection, isBusy: Bool) {
    do throws(Refusal) {
      if isBusy { throw .busy }
      guard let request = try connection.request(admission) else { return }
      connection.finish(answer(request, connection))
    } catch {
      connection.finish(Response(error))
    }
  }
}

/// Why a server cannot listen.
package struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  let host: Address
  let port: Int
  /// The system's number of an error.
  let code: Int32

  package var description: String {
    switch code {
    case EADDRINUSE: "port \(port) of \(host) is in use"
    case EADDRNOTAVAIL: "\(host) is no address of this machine"
    default: unsafe "cannot listen at port \(port) of \(host): \(String(cString: strerror(code)))"
    }
  }
}

extension Refusal {
  /// There are too many requests at a time.
  package static let busy = Refusal(503, "too many requests are waiting", hint: "try again")
}

/// The other end of a request.
package struct Connection: Sendable {
  let descriptor: Int32

  /// Whether nobody waits for the answer any more.
  package var isClosedByPeer: Bool { rt_wait(descriptor, RT_HANGUP, 0) != 0 }

  /// Reads a request; nil if none was begun.
  func request(_ admission: RequestGuard) throws(Refusal) -> Request? {
    var reader = RequestReader(admission)
    var deadline = ContinuousClock.now + .seconds(5)
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while wait(RT_READABLE, until: deadline) {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      if count < 0, errno == EAGAIN || errno == EINTR { continue }
      guard count > 0 else {
        if reader.isEmpty || count < 0 { return nil }
        throw .malformed("the request ends too early")
      }
      let hadHead = reader.hasHead
      if let request = try reader.take(buffer[..<count]) { return request }
      if reader.hasHead, !hadHead { deadline = .now + .seconds(10) }
    }
    // Browsers open connections that they may need.
    if reader.isEmpty { return nil }
    throw Refusal(408, "the request came too slowly")
  }

  /// Writes an answer, and waits a little until the peer has taken it.
  func finish(_ response: Response) {
    let deadline = ContinuousClock.now + .seconds(30)
    var rest = response.bytes[...]
    while !rest.isEmpty, wait(RT_WRITABLE, until: deadline) {
      let count = unsafe rest.withUnsafeBytes {
        unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 { rest = rest.dropFirst(count) }
      if count < 0, errno != EAGAIN, errno != EINTR { return }
    }
    // Bytes that are not read would take the answer from the peer when the connection is closed.
    shutdown(descriptor, Int32(SHUT_WR))
    let end = ContinuousClock.now + .seconds(1)
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while wait(RT_READABLE, until: end) {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return }
    }
  }

  /// Waits until something is possible; false if it is not until the deadline.
  private func wait(_ what: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    let milliseconds = (deadline - .now) / .milliseconds(1)
    return milliseconds > 0 && rt_wait(descriptor, what, Int32(milliseconds.rounded(.up))) != 0
  }
}

import CSystem
import Glibc
import RenderTransition
import Synchronization

/// Answers requests over HTTP/1.1: one thread a connection, one request each.
package final class Server: Sendable {
  /// What answers a request, on the thread of its connection; it may take its time.
  package typealias Answer = @Sendable (Request, Connection) -> Response

  /// More requests at a time, on their way or worked on, are answered with 503.
  private static let mostWaiting = 32
  /// More connections are closed.
  private static let mostConnections = 128

  package let port: Int
  private let listening: Int32
  private let admission: RequestGuard
  private let answer: Answer
  private let state = Mutex(State())

  private struct State {
    var connections = 0
    /// How many of them have no answer yet.
    var waiting = 0
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
    guard Threads.start({ self.acceptAll() }) else {
      close(listening)
      throw ServerError(host: host, port: port, code: EAGAIN)
    }
  }

  /// A token that cannot be guessed: 128 random bits of the system.
  package static func newToken() -> String {
    (0..<16).map { _ in String(Int.random(in: 256...511), radix: 16).dropFirst() }.joined()
  }

  private func acceptAll() -> Never {
    while true {
      let descriptor = rt_accept(listening)
      guard descriptor >= 0 else {
        // Perhaps there are no descriptors or no memory for a while.
        usleep(10_000)
        continue
      }
      let isBusy: Bool? = state.withLock { state in
        state.connections += 1
        state.waiting += 1
        return state.connections > Self.mostConnections ? nil : state.waiting > Self.mostWaiting
      }
      let isServed = isBusy.map { isBusy in
        Threads.start {
          self.serve(Connection(descriptor: descriptor), isBusy: isBusy)
          self.end(descriptor)
        }
      }
      if isServed != true {
        state.withLock { $0.waiting -= 1 }
        end(descriptor)
      }
    }
  }

  private func end(_ descriptor: Int32) {
    close(descriptor)
    state.withLock { $0.connections -= 1 }
  }

  private func serve(_ connection: Connection, isBusy: Bool) {
    let response = isBusy ? Response(.busy) : response(to: connection)
    // Before it is written: a client may send its next request as soon as it has the answer.
    state.withLock { $0.waiting -= 1 }
    if let response { connection.finish(response) }
  }

  private func response(to connection: Connection) -> Response? {
    do throws(Refusal) {
      return try connection.request(admission).map { answer($0, connection) }
    } catch {
      return Response(error)
    }
  }
}

extension Refusal {
  /// There are too many requests at a time.
  package static let busy = Refusal("too many requests are waiting", status: 503, hint: "try again")
}

/// The other end of a request.
package struct Connection: Sendable {
  let descriptor: Int32

  /// Whether the browser has closed the connection.
  package var isClosedByPeer: Bool { rt_wait(descriptor, RT_HANGUP, 0) != 0 }

  /// Reads a request; nil if none was begun.
  func request(_ admission: RequestGuard) throws(Refusal) -> Request? {
    var reader = RequestReader(admission)
    var deadline = ContinuousClock.now + .seconds(5)
    while let bytes = receive(until: deadline) {
      guard !bytes.isEmpty || reader.isEmpty else { throw Refusal("the request ends too early") }
      if bytes.isEmpty { return nil }
      let hadHead = reader.hasHead
      if let request = try reader.take(bytes) { return request }
      if reader.hasHead, !hadHead { deadline = .now + .seconds(10) }
    }
    // Browsers open connections that they may need.
    if reader.isEmpty { return nil }
    throw Refusal("the request came too slowly", status: 408)
  }

  /// Writes an answer, and waits a little until the peer has taken it.
  func finish(_ response: Response) {
    let deadline = ContinuousClock.now + .seconds(30)
    var rest = response.bytes[...]
    while !rest.isEmpty, wait(RT_WRITABLE, until: deadline) {
      let count = unsafe rest.withUnsafeBytes {
        unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno != EAGAIN { return }
      rest = rest.dropFirst(max(0, count))
    }
    // Bytes that are not read would take the answer from the peer when the connection is closed.
    shutdown(descriptor, Int32(SHUT_WR))
    let end = ContinuousClock.now + .seconds(1)
    while receive(until: end)?.isEmpty == false {}
  }

  /// The bytes that come next, none at the end; nil if there are none until the deadline.
  private func receive(until deadline: ContinuousClock.Instant) -> [UInt8]? {
    guard wait(RT_READABLE, until: deadline) else { return nil }
    return unsafe [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
      count = unsafe max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
    }
  }

  /// Waits until something is possible; false if it is not until the deadline.
  private func wait(_ what: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    let milliseconds = (deadline - .now) / .milliseconds(1)
    return milliseconds > 0 && rt_wait(descriptor, what, Int32(milliseconds.rounded(.up))) != 0
  }
}

import Glibc
import Testing

@testable import Preview

/// A server of some scenes, for one test.
struct TestServer {
  static let token = "0123456789abcdef0123456789abcdef"
  let server: Server

  init(_ scenes: [String] = ["scenes/secret.json"]) throws {
    let session = try Session(scenes: scenes, options: Session.Options())
    server = try Server(at: .thisMachine, port: 0, token: Self.token, answer: session.answer)
  }

  /// A connection to the server.
  func connect() throws -> Socket { try Socket(port: server.port) }

  /// All that the server answers to `text`.
  func answer(_ text: String) throws -> String { try answer(Array(text.utf8)) }

  func answer(_ bytes: [UInt8]) throws -> String {
    let socket = try connect()
    defer { socket.close() }
    socket.send(bytes)
    return socket.rest()
  }
}

/// There is no server.
struct NoAnswer: Error {}

/// A bare socket.
struct Socket {
  let descriptor: Int32

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let answer = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard answer == 0 else { throw NoAnswer() }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Says that no more is sent.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// All that comes until the server closes the connection.
  func rest() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  func close() { _ = Glibc.close(descriptor) }
}

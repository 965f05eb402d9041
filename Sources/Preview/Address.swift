import Glibc

/// The literal address of a machine.
package struct Address: Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// Four or 16.
  let bytes: [UInt8]

  package static let thisMachine = Address("127.0.0.1", [127, 0, 0, 1])

  private init(_ text: String, _ bytes: [UInt8]) { (description, self.bytes) = (text, bytes) }

  /// Reads an address of IPv4 or IPv6; nil for anything else.
  package init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if unsafe inet_pton(AF_INET, text, &bytes) == 1 {
      bytes.removeLast(12)
    } else if unsafe inet_pton(AF_INET6, text, &bytes) != 1 {
      return nil
    }
    self.init(text, bytes)
  }

  /// Whether only this machine can reach it.
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  /// As it is written in a URL.
  package var host: String { bytes.count == 4 ? description : "[\(description)]" }
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

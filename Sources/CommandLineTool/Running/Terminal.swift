import Glibc

// The real console: the only file that asks the system about terminals, names and streams.
extension Console {
  /// The terminal, pipe or file that the program was started with.
  static let system = Console(
    isTerminal: { isatty($0.descriptor) == 1 },
    width: { columns(of: $0) },
    environment: { variable($0) },
    exists: { unsafe access($0, F_OK) == 0 },
    identity: { realName($0) },
    write: { (text, stream) throws(WriteFailure) in
      try writeAll(text, to: stream.descriptor)
    })

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  private static func columns(of stream: Stream) -> Int {
    var size = winsize()
    let answer = unsafe ioctl(stream.descriptor, UInt(TIOCGWINSZ), &size)
    if answer == 0, size.ws_col > 0 { return Int(size.ws_col) }
    let told = variable("COLUMNS").flatMap(Int.init) ?? 80
    return max(20, min(told, 1000))
  }

  private static func writeAll(_ text: String, to descriptor: Int32) throws(WriteFailure) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EPIPE {
        throw .brokenPipe
      } else if errno != EINTR {
        throw .refused(reason: unsafe String(cString: strerror(errno)))
      }
    }
  }

  /// The name that the system resolves `path` to; of what is not there yet, the folder's name and
  /// the rest.
  private static func realName(_ path: String) -> String {
    // A longer path names nothing, and cannot be written.
    guard path.utf8.count < PATH_MAX else { return PathName.normal(path) }
    var parts = path.split(separator: "/")
    var rest: [Substring] = []
    let root = path.hasPrefix("/") ? "/" : "./"
    while true {
      if let found = unsafe realpath(root + parts.joined(separator: "/"), nil) {
        defer { unsafe free(found) }
        let folder = unsafe String(cString: found)
        return PathName.normal(([folder[...]] + rest).joined(separator: "/"))
      }
      guard let last = parts.popLast() else { return PathName.normal(path) }
      rest.insert(last, at: 0)
    }
  }
}

extension Console.Stream {
  fileprivate var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }
}

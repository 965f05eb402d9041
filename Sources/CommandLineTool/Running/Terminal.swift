import Glibc

// The real console: the only file that asks the system about terminals, names and streams.
extension Console {
  /// The terminal, pipe or file that the program was started with.
  static let system = Console(
    isTerminal: { isatty($0.descriptor) == 1 },
    isTerminalFile: { isTerminal(at: $0) },
    width: { columns(of: $0) },
    environment: { variable($0) },
    exists: { unsafe access($0, F_OK) == 0 },
    identity: { realName($0) },
    write: { (text, stream) throws(WriteFailure) in
      try writeAll(text, to: stream.descriptor)
    })

  /// Keeps the numbers of standard streams that are closed from files that are opened later: what is
  /// written to stderr would be in the middle of a picture.
  static func holdClosedStreams() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // O_PATH, which Glibc keeps to itself: whoever reads or writes is told that nothing is open. The
      // lowest number that is free is given.
      _ = unsafe open("/", 0o10000000)
    }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  private static func isTerminal(at path: String) -> Bool {
    var raw = stat()
    // To open something else than a device may wait, or be noticed.
    guard unsafe stat(path, &raw) == 0, raw.st_mode & S_IFMT == S_IFCHR else { return false }
    let descriptor = unsafe open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return isatty(descriptor) == 1
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
      } else if errno == EBADF {
        throw .refused(reason: "it is closed")
      } else if errno != EINTR {
        throw .refused(reason: unsafe String(cString: strerror(errno)))
      }
    }
  }
}

// One name for all names of a file.
extension Console {
  /// The name that the system resolves `path` to; of what is not there yet, the folder's name and
  /// the rest, behind all links.
  private static func realName(_ path: String) -> String {
    var place = path
    // As many links as the system follows. A longer path names nothing, and cannot be written.
    for _ in 0..<40 where place.utf8.count < PATH_MAX {
      guard let (folder, rest) = parted(place) else { break }
      guard let first = rest.first, let link = destination(ofLink: "\(folder)/\(first)") else {
        return PathName.normal(([folder[...]] + rest).joined(separator: "/"))
      }
      let target = link.hasPrefix("/") ? link : "\(folder)/\(link)"
      place = ([target[...]] + rest.dropFirst()).joined(separator: "/")
    }
    return PathName.normal(path)
  }

  /// The real name of as much of `path` as is there, and the parts that are not.
  private static func parted(_ path: String) -> (folder: String, rest: [Substring])? {
    var parts = path.split(separator: "/")
    var rest: [Substring] = []
    let root = path.hasPrefix("/") ? "/" : "./"
    while true {
      if let found = unsafe realpath(root + parts.joined(separator: "/"), nil) {
        defer { unsafe free(found) }
        return unsafe (String(cString: found), rest)
      }
      guard let last = parts.popLast() else { return nil }
      rest.insert(last, at: 0)
    }
  }

  /// What the link at `path` says; nil if none is there.
  private static func destination(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension Console.Stream {
  fileprivate var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }
}

import Glibc
import Regression
import RenderTransition

/// The terminal, environment and file names that the tool sees; tests put their own in.
struct Console: Sendable {
  /// Where text goes.
  enum Stream: Hashable, Sendable {
    /// Results.
    case output
    /// Everything else.
    case error
  }

  /// Whether the stream is a terminal.
  var isTerminal: @Sendable (Stream) -> Bool
  /// Whether the file of this name is a terminal.
  var isTerminalFile: @Sendable (String) -> Bool
  /// The width in characters.
  var width: @Sendable (Stream) -> Int
  /// A variable of the environment.
  var environment: @Sendable (String) -> String?
  /// Whether there is a file of this name.
  var exists: @Sendable (String) -> Bool
  /// One name for all names of a file, whether it is there yet or not.
  var identity: @Sendable (String) -> String
  /// Writes all of the text; only what is printed on stdout is missed if that fails.
  var write: @Sendable (String, Stream) throws(Failure) -> Void
}

// GitHub's runner takes lines of a log for commands: those that begin with `::`, also behind
// blanks, and those with `##[` anywhere. So untrusted text is printed there without the two.
extension Console {
  /// What a text holds.
  enum Content: Hashable, Sendable {
    /// Our own words alone.
    case own
    /// Untrusted text, as it is or in strings of JSON.
    case words
    /// Untrusted text in a page of HTML, or in workflow commands, one a line.
    case page, commands
  }

  /// Writes all of the text; on GitHub's runner, untrusted text in it is no command.
  func write(_ text: String, _ stream: Stream, holding content: Content) throws(Failure) {
    let isOnRunner = !["", "0", "false"].contains(environment("GITHUB_ACTIONS") ?? "")
    try write(isOnRunner ? Self.harmless(text, content) : text, stream)
  }

  /// The text with `:\u003A` for `::` and `#\u0023[` for `##[`: people can read it, and in JSON,
  /// where the two are in strings only, it is the same.
  static func harmless(_ text: String, _ content: Content) -> String {
    switch content {
    case .own: return text
    case .words: return replacing("::", by: ":\\u003A", in: harmless(text, .page))
    // None of its lines begins with untrusted text, and its style needs `::`.
    case .page: return replacing("##[", by: "#\\u0023[", in: text)
    case .commands:
      return text.utf8.split(separator: UInt8(ascii: "\n")).map { command in
        // The first two `::` are its own: there is none in its properties.
        let parts = command.split(
          separator: "::".utf8, maxSplits: 2, omittingEmptySubsequences: false)
        return parts.map { harmless(String(Substring($0)), .words) }.joined(separator: "::") + "\n"
      }.joined()
    }
  }

  /// By bytes: a mark that combines with a colon would hide it.
  private static func replacing(_ mark: String, by words: String, in text: String) -> String {
    String(decoding: Array(text.utf8).replacing(Array(mark.utf8), with: words.utf8), as: UTF8.self)
  }
}

// The real console: the only file that asks the system about terminals, names and streams.
extension Console {
  /// The terminal, pipe or file that the program was started with.
  static let system = Console(
    isTerminal: { isatty($0.descriptor) == 1 },
    isTerminalFile: { isTerminal(at: $0) },
    width: { columns(of: $0) },
    environment: { variable($0) },
    exists: { unsafe access($0, F_OK) == 0 },
    identity: { PathName.identity($0) },
    write: { (text, stream) throws(Failure) in
      try writeAll(text, to: stream.descriptor)
    })

  /// Keeps the numbers of standard streams that are closed from files that are opened later: what
  /// is written to stderr would be in the middle of a picture.
  static func holdClosedStreams() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // O_PATH, which Glibc does not declare: reads and writes fail as on a closed stream. The
      // system gives the lowest free number.
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

  private static func writeAll(_ text: String, to descriptor: Int32) throws(Failure) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EPIPE {
        throw .silent(.brokenPipe)
      } else if errno != EINTR {
        let reason = errno == EBADF ? "it is closed" : unsafe String(cString: strerror(errno))
        throw Failure(.failure, "cannot write to stdout: \(reason)")
      }
    }
  }
}

extension Console.Stream {
  fileprivate var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }
}

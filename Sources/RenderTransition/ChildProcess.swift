import Glibc
import Synchronization

/// Another program that runs beside this one, found by PATH and started without a shell: the one
/// door to programs.
///
/// All that run are listed, so that a signal which ends this program ends them, too.
struct ChildProcess: Sendable {
  private let number: pid_t

  private static let running = Mutex<Set<pid_t>>([])

  /// Why it was not started: the system's number of an error.
  struct StartError: Error {
    let code: Int32
  }

  /// Starts the program `words[0]`, with the descriptors of `streams` as its descriptors 0, 1, 2 and
  /// so on, nil for nothing to read or to write.
  ///
  /// It has this program's environment, but for variables that begin with `prefix`, and `variables`
  /// of `NAME=VALUE` in addition.
  init(
    _ words: [String], variables: [String] = [], without prefix: String? = nil,
    streams: [FileHandle?]
  ) throws(StartError) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // Above the places, so that none is replaced before it is in its own.
    let copies = streams.map { stream in
      stream.map { fcntl($0.descriptor, F_DUPFD_CLOEXEC, Int32(streams.count)) }
    }
    let refusal = copies.contains(-1) ? errno : 0
    defer { copies.forEach { copy in copy.map { _ = close($0) } } }
    guard refusal == 0 else { throw StartError(code: refusal) }
    for (place, copy) in copies.enumerated() {
      let place = Int32(place)
      if let copy {
        unsafe posix_spawn_file_actions_adddup2(&actions, copy, place)
      } else {
        let mode = place == 0 ? O_RDONLY : O_WRONLY
        unsafe posix_spawn_file_actions_addopen(&actions, place, "/dev/null", mode, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    Self.resetSignals(&attributes)
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var environment =
      unsafe Self.environment(without: prefix) + variables.map { unsafe strdup($0) } + [nil]
    defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
    let (child, code) = Self.running.withLock { list in
      var child: pid_t = 0
      let code = unsafe posix_spawnp(
        &child, words[0], &actions, &attributes, &arguments, &environment)
      if code == 0 { list.insert(child) }
      return (child, code)
    }
    guard code == 0 else { throw StartError(code: code) }
    number = child
  }

  /// Gives the child default signals, so that it can be stopped whatever this program ignores.
  private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    unsafe posix_spawnattr_setflags(&attributes, flags)
  }

  /// This program's environment, copied as it is, without variables that begin with `prefix`.
  private static func environment(without prefix: String?) -> [UnsafeMutablePointer<CChar>?] {
    var entries = unsafe [UnsafeMutablePointer<CChar>?]()
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      let isLeftOut = prefix.map { unsafe strncmp(entry, $0, $0.utf8.count) == 0 }
      if isLeftOut != true { unsafe entries.append(strdup(entry)) }
      unsafe next += 1
    }
    return unsafe entries
  }

  /// What a program prints; nil if it fails, is missing, or prints more than `limit` bytes.
  static func output(
    of words: [String], limit: Int, variables: [String] = [], without prefix: String? = nil
  ) -> [UInt8]? {
    guard let (reading, writing) = try? FileHandle.pipe() else { return nil }
    defer { reading.close() }
    let child = try? ChildProcess(
      words, variables: variables, without: prefix, streams: [nil, writing, nil])
    writing.close()
    guard let child else { return nil }
    let bytes = try? reading.readAll(limit: limit)
    if bytes == nil { child.kill() }
    return child.wait() == 0 ? bytes : nil
  }

  /// Ends it; `wait` is still to be called.
  func kill() { _ = Glibc.kill(number, SIGKILL) }

  /// Whether it has ended; waits so long if it has not.
  ///
  /// `wait` is still to be called.
  func hasEnded(within milliseconds: UInt32) -> Bool {
    var information = unsafe siginfo_t()
    unsafe waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT | WNOHANG)
    if unsafe information.si_signo != 0 { return true }
    usleep(milliseconds * 1000)
    return false
  }

  /// Waits until it has ended, once; returns its exit code, or 128 and the number of a signal.
  func wait() -> Int32 {
    // Without taking the number from the child, so that `killAll` hits no other process.
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR
    {}
    return Self.running.withLock { list in
      var status: Int32 = 0
      unsafe waitpid(number, &status, 0)
      list.remove(number)
      return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
  }

  /// Ends all that run; nothing starts any more while `end` ends this program, too.
  static func killAll(andEnd end: () -> Never) -> Never {
    running.withLock { list in
      for child in list { _ = Glibc.kill(child, SIGKILL) }
      end()
    }
  }
}

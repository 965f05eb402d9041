import Glibc
import Synchronization

/// Signals that ask the program to end: the first cancels the work, which then removes what it
/// has begun to write; the second ends the program at once.
///
/// A signal handler may do next to nothing. So the signals are blocked in every thread, and the
/// main thread waits for them, where anything may be done. (An asynchronous `main` would not do:
/// while it waits, the main thread lets every signal through.)
enum Interruption {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private static let received = Atomic<Int32>(0)

  /// Makes a broken pipe an error of `write` instead of the end of the program.
  static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Does `work`, unless a signal cancels it, and ends the program; call it from the main thread,
  /// before there are others.
  static func end(after work: @escaping @Sendable () async -> ExitCode) -> Never {
    var signals = set
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let task = Task {
      let code = await work()
      if let number { end(by: number) }
      exit(code.number)
    }
    while true {
      var (signals, number) = (signals, Int32(0))
      guard unsafe sigwait(&signals, &number) == 0 else { continue }
      if received.exchange(number, ordering: .sequentiallyConsistent) != 0 {
        _exit(ExitCode.signal(number).number)
      }
      task.cancel()
    }
  }

  /// The signal that came, if one did.
  private static var number: Int32? {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }

  /// Ends the program as the signal would have, so that a shell stops its script, too.
  private static func end(by number: Int32) -> Never {
    var signals = set
    _ = signal(number, SIG_DFL)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
    exit(ExitCode.signal(number).number)
  }

  /// The signals, without those that our parent wants ignored (as nohup does).
  private static var set: sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers where !isIgnored(number) { unsafe sigaddset(&signals, number) }
    return signals
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    // SIG_IGN is the address 1; functions cannot be compared in Swift.
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}

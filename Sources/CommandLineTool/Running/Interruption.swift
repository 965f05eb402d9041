import Glibc
import Regression
import RenderTransition

/// Signals that ask the program to end: whatever it is doing, its temporary files are removed, no
/// output is put in place any more, and it ends as the signal would have ended it.
///
/// Work that has to look now and then whether it is cancelled looks too seldom. So the signals are
/// blocked in every thread but one, which waits for them. (In a signal handler next to nothing may
/// be done, and an asynchronous `main` lets every signal through.)
enum Interruption {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// Makes a broken pipe or a file over `ulimit -f` an error of `write` instead of the end of the
  /// program.
  static func ignoreWriteSignals() {
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
  }

  /// Does `work`, unless a signal comes, and ends the program; call it from the main thread, before
  /// there are others.
  ///
  /// With one job, no thread is needed besides this one: where the system gives no other, signals
  /// end the program as they do without being waited for.
  static func end(after work: @escaping @Sendable () async -> ExitCode) -> Never {
    var signals = set
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let thread = Threads.defaultJobs == 1 ? SingleThread() : nil
    Task(executorPreference: thread) { exit(await work().number) }
    if let thread, !Threads.start({ thread.run() }) {
      unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      thread.run()
    }
    while true {
      var (signals, number) = (signals, Int32(0))
      guard unsafe sigwait(&signals, &number) == 0 else { continue }
      PendingOutputs.discard { end(by: number) }
    }
  }

  /// Ends the program as the signal would have, so that a shell stops its script, too.
  private static func end(by number: Int32) -> Never {
    // The progress of the work stands in the line that the cursor is in.
    if isatty(STDERR_FILENO) == 1 { _ = unsafe write(STDERR_FILENO, "\r\u{1B}[K", 4) }
    var signals = set
    _ = signal(number, SIG_DFL)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
    _exit(ExitCode.signal(number).number)
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

/// What the system lets this process have, where too little of it can be told beforehand.
enum ProcessLimits {
  /// Files that are open at the same time: the standard streams, outputs and their folders, what is
  /// read, and pipes to git.
  private static let leastFiles: rlim_t = 12

  /// What the smallest scenes take.
  private static let leastBytes = 32 << 20

  /// Takes what may be had for the `jobs` that are asked for; throws where that is too little.
  static func prepare(jobs: Int?) throws(Failure) {
    let files = raised(RLIMIT_NOFILE, to: leastFiles)
    guard files >= leastFiles else {
      throw Failure(
        .failure,
        "only \(files) files may be open at the same time (ulimit -n); \(leastFiles) are needed")
    }
    guard (ProcessMemory.leftBytes ?? .max) >= leastBytes else {
      throw Failure(.failure, "the process may use too little memory (ulimit -v)")
    }
    Threads.enlargeStacks()
    // The stack of this very thread, where it has to do the work.
    _ = raised(RLIMIT_STACK, to: rlim_t(Threads.stackBytes))
    if let jobs { Threads.limit(toJobs: jobs) }
    guard Threads.defaultJobs > 1, !Threads.canRun(jobs: Threads.defaultJobs) else { return }
    guard jobs == nil else {
      throw Failure(
        .failure, "the system starts no more threads (ulimit -u, ulimit -v); -j 1 needs none")
    }
    Threads.limit(toJobs: 1)
  }

  /// A limit, after it was raised as far as `wanted` if it may be.
  private static func raised(_ resource: __rlimit_resource, to wanted: rlim_t) -> rlim_t {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else {
      return wanted
    }
    if limit.rlim_cur < wanted {
      limit.rlim_cur = min(wanted, limit.rlim_max)
      _ = unsafe setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
    return limit.rlim_cur
  }
}

import CSystem
import Dispatch
import Glibc
import Synchronization

/// Threads of a program that has the process for itself.
public enum Threads {
  private static let mostJobs = Atomic(Int.max)

  /// As many jobs as there are processors that this process may use.
  public static var defaultJobs: Int {
    min(
      max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))), mostJobs.load(ordering: .relaxed))
  }

  /// Lets `defaultJobs` be no more than `most` from now on.
  public static func limit(toJobs most: Int) { mostJobs.store(max(1, most), ordering: .relaxed) }

  /// What the deepest scene that `--limit-depth` allows takes of a stack, several times over.
  public static let stackBytes = 16 << 20

  /// Gives all threads that are started from now on stacks of `stackBytes`, whatever the limits of
  /// the process say; only what is used takes memory.
  ///
  /// Scenes are read, laid out and drawn by recursion on the threads of pools, which would have what
  /// `ulimit -s` says: the user's shell would decide how deep a scene may be.
  public static func enlargeStacks() { rt_set_stack_size(stackBytes) }

  /// Starts a thread that does `work`; answers whether the system let it.
  public static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(Work(body: work))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        }
        return nil
      }, box.toOpaque())
    if code != 0 { unsafe box.release() } else { pthread_detach(thread) }
    return code == 0
  }

  /// Whether the system lets as many threads run as `jobs` jobs need.
  ///
  /// The pool that runs tasks would wait for ever where it does not.
  public static func canRun(jobs: Int) -> Bool {
    // A pool for tasks, another for loops, and the thread that writes.
    let count = 2 * jobs + 1
    let (end, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let started = (0..<count).prefix { _ in
      start {
        end.wait()
        ended.signal()
      }
    }.count
    for _ in 0..<started { end.signal() }
    for _ in 0..<started { ended.wait() }
    return started == count
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// Something that one thread waits for until another says that it is there.
package final class Wakeup: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  /// Ends the wait, or the next one.
  package func wake() { semaphore.signal() }

  /// Waits; false if nobody wakes it for so many seconds.
  package func wait(seconds: Double = .infinity) -> Bool {
    guard seconds < .infinity else {
      semaphore.wait()
      return true
    }
    return semaphore.wait(timeout: .now() + seconds) == .success
  }
}

extension Threads {
  /// What an asynchronous function answers, waited for on this thread.
  package static func answer<Answer: Sendable>(
    of body: @escaping @Sendable () async throws -> Answer
  ) throws -> Answer {
    let answer = Mutex<Result<Answer, any Error>?>(nil)
    let wakeup = Wakeup()
    Task {
      do {
        let value = try await body()
        answer.withLock { $0 = .success(value) }
      } catch {
        answer.withLock { $0 = .failure(error) }
      }
      wakeup.wake()
    }
    _ = wakeup.wait()
    guard let answer = answer.withLock({ $0 }) else { throw CancellationError() }
    return try answer.get()
  }
}

/// Runs a task and all of its children one after the other, on the thread that calls `run`.
public final class SingleThread: TaskExecutor {
  private let waiting = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  /// An executor that has nothing to do yet.
  public init() {}

  /// Takes a job that `run` is to do.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.withLock { $0.append(job) }
    count.signal()
  }

  /// Runs jobs, for ever.
  public func run() -> Never {
    while true {
      count.wait()
      let job = waiting.withLock { $0.removeFirst() }
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// What the system lets this process have of memory.
public enum ProcessMemory {
  /// The bytes that may still be asked for; nil where there is no limit (`ulimit -v`).
  public static var leftBytes: Int? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
      let bytes = Int(exactly: limit.rlim_cur),
      let file = try? FileHandle.reading("/proc/self/statm")
    else { return nil }
    defer { file.close() }
    // The first number is what the process has, in pages.
    let text = (try? file.readHead(64)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let pages = text.split(separator: " ").first.flatMap { Int($0) } ?? 0
    return max(0, bytes - pages * Int(sysconf(Int32(_SC_PAGESIZE))))
  }
}

/// The clock that work is timed by.
package enum Stopwatch {
  private static let origin = ContinuousClock.now

  /// Seconds since the first call.
  package static let seconds: @Sendable () -> Double = {
    (ContinuousClock.now - origin) / .seconds(1)
  }
}

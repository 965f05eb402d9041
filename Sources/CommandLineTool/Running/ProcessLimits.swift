import Glibc
import RenderTransition

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
    guard Threads.usualJobs > 1, !Threads.canRun(jobs: Threads.usualJobs) else { return }
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

import Dispatch
import Synchronization

/// The answers of `work` for 0..<count, in order, found on up to `jobs` threads, of which the
/// caller's is one; nil for as many as there are cores.
///
/// Throws the error of the first that fails, however many jobs there are; none begins behind it once
/// it has failed. Work that may be cancelled checks for that itself: the caller's thread has the task.
package func parallelMap<Answer: Sendable, Failure: Error>(
  _ count: Int, jobs: Int? = nil,
  _ work: @Sendable (Int) throws(Failure) -> Answer
) throws(Failure) -> [Answer] {
  let jobs = jobs ?? Threads.defaultJobs
  guard min(count, jobs) > 1 else { return try (0..<count).map(work) }
  let list = WorkList<Answer, Failure>(count)
  DispatchQueue.concurrentPerform(iterations: min(count, jobs)) { _ in list.run(work) }
  return try list.answers()
}

/// A `parallelMap` that has begun, and goes on beside what its owner does until he joins in.
final class BackgroundMap<Answer: Sendable>: Sendable {
  private let list: WorkList<Answer, Never>
  private let work: @Sendable (Int) -> Answer
  private let others = DispatchGroup()

  /// Begins `work` for 0..<count on one thread less than there are `jobs`: the last one is the
  /// owner's.
  init(_ count: Int, jobs: Int, _ work: @escaping @Sendable (Int) -> Answer) {
    let list = WorkList<Answer, Never>(count)
    (self.list, self.work) = (list, work)
    for _ in 0..<max(0, min(count, jobs - 1)) {
      DispatchQueue.global(qos: .userInitiated).async(group: others) { list.run(work) }
    }
  }

  /// Helps with the rest, and returns the answers in order.
  func finish() -> [Answer] {
    list.run(work)
    others.wait()
    return list.answers()
  }
}

/// Pieces of work that threads take one after the other.
private final class WorkList<Answer: Sendable, Failure: Error>: Sendable {
  private let count: Int
  private let next = Atomic(0)
  private let results: Mutex<[Result<Answer, Failure>?]>

  init(_ count: Int) {
    self.count = count
    results = Mutex(Array(repeating: nil, count: count))
  }

  /// Works on this thread until nothing is left to begin.
  func run(_ work: (Int) throws(Failure) -> Answer) {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      let result = Result { () throws(Failure) in try work(index) }
      if case .failure = result { next.store(count, ordering: .relaxed) }
      results.withLock { $0[index] = result }
    }
  }

  /// All answers, when no thread works any more, or the error of the first that failed: all before
  /// it were begun.
  func answers() throws(Failure) -> [Answer] {
    try results.withLock { $0 }.compactMap(\.self).map { result throws(Failure) in
      try result.get()
    }
  }
}

import Dispatch
import Synchronization

/// Pieces of work that are done while their owner does something else.
final class SideWork<Answer: Sendable>: Sendable {
  private let count: Int
  private let work: @Sendable (Int) -> Answer
  private let next = Atomic(0)
  private let answers: Mutex<[Answer?]>
  private let others = DispatchGroup()
  private let done = Atomic(0)
  /// What a thread does a little of that has nothing to do but wait; answers whether there is more.
  private let pastime: @Sendable () -> Bool

  /// Begins to do `work` for 0 to `count`, one after the other, on one thread less than there are
  /// `jobs`: the last one is the owner's.
  ///
  /// Who is done while others are not passes the time.
  init(
    _ count: Int, jobs: Int, pastime: @escaping @Sendable () -> Bool = { false },
    _ work: @escaping @Sendable (Int) -> Answer
  ) {
    (self.count, self.pastime, self.work) = (count, pastime, work)
    answers = Mutex([Answer?](repeating: nil, count: count))
    for _ in 0..<max(0, min(count, jobs - 1)) {
      DispatchQueue.global(qos: .userInitiated).async(group: others) { self.goOn() }
    }
  }

  /// Lends a hand with what is left, and answers in the order of the pieces.
  func finish() -> [Answer] {
    goOn()
    others.wait()
    return answers.withLock { $0 }.compactMap(\.self)
  }

  private func goOn() {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < count else { break }
      let answer = work(index)
      answers.withLock { $0[index] = answer }
      done.wrappingAdd(1, ordering: .relaxed)
    }
    while done.load(ordering: .relaxed) < count, pastime() {}
  }
}

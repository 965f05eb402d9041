import Dispatch
import Synchronization

/// Pieces of work that are done while their owner does something else.
final class SideWork<Answer: Sendable>: Sendable {
  private let count: Int
  private let work: @Sendable (Int) -> Answer
  private let next = Atomic(0)
  private let answers: Mutex<[Answer?]>
  private let others = DispatchGroup()

  /// Begins to do `work` for 0 to `count`, one after the other, on one thread less than there are
  /// `jobs`: the last one is the owner's.
  init(_ count: Int, jobs: Int, _ work: @escaping @Sendable (Int) -> Answer) {
    (self.count, self.work) = (count, work)
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
    }
  }
}

import Synchronization

/// Lets so many pieces of work go on at a time; of those that wait, the most urgent begins first.
package final class WorkQueue: Sendable {
  /// What waits for what.
  package enum Urgency: Comparable, Sendable { case verdict, strip, build, frame }

  private struct Waiting {
    let urgency: Urgency
    let turn: Wakeup
  }

  private struct State {
    var free: Int
    var waiting: [Waiting] = []
  }

  private let state: Mutex<State>
  /// How many pieces go on at a time.
  package let jobs: Int

  package init(jobs: Int) {
    self.jobs = jobs
    state = Mutex(State(free: jobs))
  }

  /// Waits for a free slot, then does `work` with the number of threads that are idle.
  package func run<Answer>(
    _ urgency: Urgency, _ work: (_ threads: Int) throws -> Answer
  ) rethrows -> Answer {
    let turn = Wakeup()
    let mayBegin = state.withLock { state in
      guard state.free > 0 else {
        state.waiting.append(Waiting(urgency: urgency, turn: turn))
        return false
      }
      state.free -= 1
      return true
    }
    if !mayBegin { _ = turn.wait() }
    defer { leave() }
    let threads = state.withLock { $0.waiting.isEmpty ? $0.free + 1 : 1 }
    return try work(threads)
  }

  private func leave() {
    let next = state.withLock { state -> Wakeup? in
      guard let best = state.waiting.map(\.urgency).max(),
        let place = state.waiting.firstIndex(where: { $0.urgency == best })
      else {
        state.free += 1
        return nil
      }
      return state.waiting.remove(at: place).turn
    }
    next?.wake()
  }
}

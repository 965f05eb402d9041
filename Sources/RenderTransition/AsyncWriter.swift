import Dispatch
import Synchronization

/// Writes what is encoded, in order, on a thread of its own: who waits for a pipe or for a disk keeps
/// nobody from drawing.
final class AsyncWriter: Sendable {
  /// What is on the desk.
  private struct State {
    var outputs: [OpenOutput]
    /// Why nothing is written any more.
    var failure: (any Error)?
  }

  private let state: Mutex<State>
  private let isClosed = Atomic(false)
  private let queue = DispatchQueue(label: "output", qos: .userInitiated)

  /// Whether there may be no other thread.
  private let isAlone: Bool

  /// A desk for these outputs, which nobody else writes to until it is closed; `isAlone` if its
  /// thread is to be the caller's.
  init(_ outputs: [OpenOutput], isAlone: Bool = false) {
    self.isAlone = isAlone
    state = Mutex(State(outputs: outputs))
  }

  /// Writes `parts` behind those that came before, and does not wait for it.
  func write(_ parts: [EncodedPart]) -> Receipt {
    let (stream, end) = AsyncThrowingStream<Void, any Error>.makeStream()
    guard !isAlone else {
      end.finish(throwing: failure(writing: parts))
      return Receipt(stream: stream)
    }
    queue.async { end.finish(throwing: self.failure(writing: parts)) }
    return Receipt(stream: stream)
  }

  /// What tells when something is written.
  struct Receipt: Sendable {
    fileprivate let stream: AsyncThrowingStream<Void, any Error>

    /// Waits until it is, or the task is cancelled; throws if it could not be.
    func wait() async throws { for try await _ in stream {} }
  }

  /// Gives the outputs back when the one that is being written is; what waits behind it is dropped.
  func close() -> [OpenOutput] {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    return queue.sync { state.withLock { $0.outputs } }
  }

  private func failure(writing parts: [EncodedPart]) -> (any Error)? {
    state.withLock { state in
      guard state.failure == nil, !isClosed.load(ordering: .sequentiallyConsistent) else {
        return state.failure ?? CancellationError()
      }
      do {
        for part in parts { try state.outputs[part.output].append(part) }
      } catch {
        state.failure = error
      }
      return state.failure
    }
  }
}

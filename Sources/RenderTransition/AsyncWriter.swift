import Dispatch
import Synchronization

/// Writes encoded frames, in order, on a thread of its own: waiting for a pipe or a disk does not
/// stop rendering.
final class AsyncWriter: Sendable {
  /// The outputs, and the first error.
  private struct State {
    var outputs: [OpenOutput]
    /// The error that ended writing.
    var failure: (any Error)?
  }

  private let state: Mutex<State>
  private let isClosed = Atomic(false)
  private let queue = DispatchQueue(label: "output", qos: .userInitiated)

  /// Whether writing happens on the caller's thread.
  private let isAlone: Bool

  /// A writer that owns `outputs` until it is closed; `isAlone` writes on the caller's thread.
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

  /// Completes when its parts are written.
  struct Receipt: Sendable {
    fileprivate let stream: AsyncThrowingStream<Void, any Error>

    /// Waits for that, or for the task to be cancelled; throws if writing failed.
    func wait() async throws { for try await _ in stream {} }
  }

  /// Returns the outputs once the current write is done; queued parts are dropped.
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

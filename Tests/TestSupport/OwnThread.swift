import Foundation

/// What `work` answers, done on a thread of its own.
///
/// Tests share as many threads as there are processors: two that block them keep all others waiting,
/// for ever if they wait for one of these.
package func onOwnThread<Answer: Sendable>(
  _ work: @escaping @Sendable () throws -> Answer
) async throws -> Answer {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
  }
}

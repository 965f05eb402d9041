import Foundation

/// What `work` answers, done on a thread of its own.
///
/// Tests and tasks run on as many threads as there are processors. If tests block all of these
/// threads, nothing else runs, and a test that waits for a task waits for ever.
package func onOwnThread<Answer: Sendable>(
  _ work: @escaping @Sendable () throws -> Answer
) async throws -> Answer {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
  }
}

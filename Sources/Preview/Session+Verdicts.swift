import Dispatch
import Formatting
import Glibc
import Regression
import RenderTransition
import Synchronization

// How scenes stand to what was approved.
extension Session {
  /// Nothing is asked for so long before a scene is tested.
  private static let quiet = Duration.seconds(1)

  /// Tests the scenes whose verdicts are not known, one after the other with one job, whenever nothing
  /// else is wanted; on a thread of its own, for ever.
  package func judge() {
    while true {
      usleep(250_000)
      let scene = state.withLock { state in
        ContinuousClock.now - state.lastRequest < Self.quiet
          ? nil : state.scenes.first { state.verdicts[$0] == nil }
      }
      guard let scene else { continue }
      let run = TestRun(
        regression, isStrict: false, wantsPictures: false, reportPaths: [], fileReports: [])
      let report = work.run(.verdict) { _ in
        try? Self.waited { try await run.report(on: [scene]) { _, _ in } }
      }
      if let verdict = report??.verdicts.first { note(verdict) }
    }
  }

  /// Tells how a scene stands.
  func note(_ verdict: SceneVerdict) {
    state.withLock { $0.verdicts[verdict.scene] = verdict }
    events.post(
      .object([
        "kind": .text("verdict"), "scene": .text(verdict.scene),
        "verdict": .text(verdict.kind.rawValue), "headline": .text(verdict.headline),
      ]))
  }

  /// What an asynchronous function answers.
  static func waited<Answer: Sendable>(
    for body: @escaping @Sendable () async throws -> Answer
  ) throws -> Answer {
    let answer = Mutex<Result<Answer, any Error>?>(nil)
    let end = DispatchSemaphore(value: 0)
    Task {
      do {
        let value = try await body()
        answer.withLock { $0 = .success(value) }
      } catch {
        answer.withLock { $0 = .failure(error) }
      }
      end.signal()
    }
    end.wait()
    guard let answer = answer.withLock({ $0 }) else { throw CancellationError() }
    return try answer.get()
  }
}

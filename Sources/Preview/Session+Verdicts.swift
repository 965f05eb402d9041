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
        try? Threads.answer { try await run.report(on: [scene]) { _, _ in } }
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
}

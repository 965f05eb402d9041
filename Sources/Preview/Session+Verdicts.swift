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
  package func judge() -> Never {
    while true {
      usleep(250_000)
      let scene = state.withLock { state in
        ContinuousClock.now - state.lastRequest < Self.quiet
          ? nil : state.scenes.first { state.verdicts[$0] == nil }
      }
      guard let scene else { continue }
      let files = FileLog()
      let run = TestRun(
        options.tests, isStrict: false, wantsPictures: false, reportPaths: [], fileReports: [],
        log: files)
      let verdict = work.run(.verdict) { _ in
        do {
          return try Threads.answer { try await run.report(on: [scene]) { _, _ in } }.verdicts.first
        } catch {
          let failure = Failure(rendering: error, of: scene)
          return SceneVerdict.invalid(scene, failure.diagnostics.first?.message ?? "")
        }
      }
      // What was saved meanwhile is tested again.
      if let verdict, files.changes().isEmpty { note(verdict, from: files) }
    }
  }

  /// Tells how a scene stands.
  private func note(_ verdict: SceneVerdict, from files: FileLog) {
    state.withLock { $0.verdicts[verdict.scene] = (verdict, files) }
    watchFiles()
    events.post(
      .object([
        "kind": .text("verdict"), "scene": .text(verdict.scene),
        "verdict": .text(verdict.kind.rawValue), "headline": .text(verdict.headline),
      ]))
  }
}

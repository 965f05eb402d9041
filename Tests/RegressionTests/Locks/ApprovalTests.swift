import Formatting
import Pixels
import RenderTransition
import TestSupport
import Testing

@testable import Regression

@Suite("approving what a report saw")
struct ApprovalTests {
  private let folder: ScratchFolder
  private let scene: String

  init() throws {
    folder = try ScratchFolder()
    scene = try folder.write(Self.scene(##"{ "background": "#fff" }"##), to: "a.json")
  }

  private static func scene(_ from: String) -> String {
    """
    { "version": 1, "canvas": { "width": 24, "height": 16 }, "from": \(from),
      "to": { "background": "#123" }, "transition": { "type": "shift", "duration": 0.1 } }
    """
  }

  /// Approves `paths`, with a report of `kind` in which the scene rendered as `actual`.
  private func approve(
    _ paths: [String], _ kind: SceneVerdict.Kind, _ actual: SceneLock? = nil
  ) async throws(Failure) -> [Approval.Outcome] {
    let comparison = actual.map { LockComparison(expected: $0, actual: $0) }
    let verdict = SceneVerdict(scene: scene, kind: kind, headline: "", comparison: comparison)
    let report = TestReport(verdicts: [verdict], isStrict: true, seconds: 1)
    var options = RegressionOptions()
    options.report = try Failure.wrapping {
      try folder.write(report.json.text(.members), to: "r.json")
    }
    return try await Approval(options).outcomes(for: paths) { _, _ in }
  }

  private func code(
    _ paths: [String], _ kind: SceneVerdict.Kind, _ actual: SceneLock? = nil
  ) async throws -> ExitCode {
    let names = try folder.names()
    do throws(Failure) {
      _ = try await approve(paths, kind, actual)
      return .done
    } catch {
      #expect(try folder.names().filter { $0 != "r.json" } == names.filter { $0 != "r.json" })
      return error.code
    }
  }

  @Test("a scene that differed or had no baseline is approved")
  func approved() async throws {
    let lock = try await Animation(sceneAt: scene).lock()
    let path = SceneLock.path(ofScene: scene)
    let first = try await approve([scene], .missing)
    #expect(first == [Approval.Outcome(path: path, frames: 6, isNew: true)])
    let second = try await approve([scene], .different, lock)
    #expect(second == [Approval.Outcome(path: path, frames: 6, isNew: false)])
  }

  @Test("one that did not fail, that has changed, or that looks other here is not")
  func refused() async throws {
    let lock = try await Animation(sceneAt: scene).lock()
    for kind in [SceneVerdict.Kind.same, .orphaned, .invalid] {
      #expect(try await code([scene], kind, lock) == .different, "\(kind)")
      #expect(try await code([], kind, lock) == .noScene, "\(kind)")
    }
    var other = lock
    other.scene = FrameHash(high: 0, low: 0)
    #expect(try await code([scene], .different, other) == .different)
    other = lock
    other.frames[2].hash = FrameHash(high: 0, low: 0)
    #expect(try await code([scene], .different, other) == .different)
    #expect(try await code([scene], .different, lock) == .done)
  }

  @Test("a report alone approves nothing out of the current folder")
  func outside() async throws {
    #expect(try await code([], .missing) == .usage)
  }

  @Test("of scenes that cannot be read, all mistakes are told, and the first one's code")
  func mistakes() async throws {
    let bad = try folder.write(#"{ "version": 1, "from": {} }"#, to: "bad.json")
    let lost = try folder.write(Self.scene(#""none.png""#), to: "lost.json")
    for (paths, code) in [([bad, lost], ExitCode.invalidScene), ([lost, scene, bad], .badAsset)] {
      let failure = try await #require(throws: Failure.self) {
        try await Approval(RegressionOptions()).outcomes(for: paths) { _, _ in }
      }
      #expect(failure.code == code && failure.diagnostics.count == 2, "\(failure)")
    }
    #expect(try folder.names() == ["a.json", "bad.json", "lost.json"])
  }

  @Test("what is no report of a test is refused")
  func foreign() async throws {
    var options = RegressionOptions()
    options.report = try folder.write(#"{ "schema": "x", "scenes": [] }"#, to: "r.json")
    let failure = try await #require(throws: Failure.self) {
      try await Approval(options).outcomes(for: [scene]) { _, _ in }
    }
    #expect(failure.code == .usage)
  }
}

import Codecs
import Pixels
import RenderTransition
import TestSupport
import Testing

@testable import Regression

@Suite("what passed on another machine")
struct PassedTests {
  private let folder: ScratchFolder
  private let scene: String

  init() throws {
    folder = try ScratchFolder()
    scene = try folder.write(
      """
      { "version": 1, "canvas": { "width": 24, "height": 16 }, "from": { "layers": [
          { "type": "image", "src": "a.png", "frame": [0, 0, 8, 8] } ] },
        "to": { "background": "#123" }, "transition": { "type": "shift", "duration": 0.1 } }
      """, to: "a.json")
    try writePicture(.white)
  }

  private func writePicture(_ color: Color) throws {
    let pixels = Pixmap(width: 3, height: 2, filledWith: Pixel(color))
    try folder.write(PNGWriter().file(of: pixels), to: "a.png")
  }

  /// Approves the scene, and answers the verdict that a machine has on it which renders other than
  /// here by `change`.
  private func elsewhere(_ change: (inout SceneLock) -> Void = { _ in }) async throws
    -> SceneVerdict
  {
    let lock = try await Animation(sceneAt: scene).lock()
    try LockFile(SceneLock.path(ofScene: scene)).replace(with: lock)
    var other = lock
    change(&other)
    return SceneVerdict(
      scene: scene, kind: .same, headline: "elsewhere",
      comparison: LockComparison(expected: lock, actual: other))
  }

  /// What a test finds that knows of `verdict`.
  private func tested(knowing verdict: SceneVerdict) async throws -> SceneVerdict {
    let blob = Blob(report: TestReport(verdicts: [verdict], isStrict: true, seconds: 1))
    var options = RegressionOptions()
    options.passed = [try folder.write(blob.bytes, to: "a.blob")]
    let run = TestRun(
      options, isStrict: true, wantsPictures: false, reportPaths: [], fileReports: [])
    let report = try await run.report(on: [scene]) { _, _ in }
    return try #require(report.verdicts.first)
  }

  @Test("is believed where scene, fonts, look and lock are the same here")
  func same() async throws {
    #expect(try await tested(knowing: elsewhere()).headline == "elsewhere")
    let versions = try await elsewhere { $0.environment.libraries[0].version = "0.1" }
    #expect(try await tested(knowing: versions).headline == "elsewhere")
  }

  @Test("is tested again where any of them is another", arguments: ["scene", "font", "look"])
  func again(_ what: String) async throws {
    let verdict = try await elsewhere { lock in
      switch what {
      case "scene": lock.scene = FrameHash(high: 0, low: 0)
      case "font":
        lock.environment.fonts.append(.init(name: "a.ttf", hash: FrameHash(high: 1, low: 2)))
      default: lock.environment.renderingVersion -= 1
      }
    }
    let found = try await tested(knowing: verdict)
    #expect(found.kind == .same && found.headline == "6 frames")
  }

  @Test("is tested again with another picture, and differs")
  func picture() async throws {
    let verdict = try await elsewhere()
    try writePicture(.black)
    #expect(try await tested(knowing: verdict).kind == .different)
  }

  @Test("what failed there is tested again")
  func failed() async throws {
    var verdict = try await elsewhere()
    verdict.kind = .different
    let found = try await tested(knowing: verdict)
    #expect(found.kind == .same && found.headline == "6 frames")
  }
}

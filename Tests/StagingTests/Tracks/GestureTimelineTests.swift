import Inspection
import Motion
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("the timelines of runs that a finger drives")
struct GestureTimelineTests {
  /// A run on a canvas of 120 by 80 points, and what was worked out elsewhere from the pages alone.
  struct Row: Sendable, CustomTestStringConvertible {
    var recipe: String
    var operation: String
    var gesture: String
    var isFinished: Bool
    var seconds: Double
    var target: String
    var property: String
    var values: [(time: Double, value: Double)]

    init(
      _ recipe: String, _ operation: String, _ gesture: String, _ isFinished: Bool,
      _ seconds: Double, _ target: String, _ property: String, _ values: [(Double, Double)]
    ) {
      (self.recipe, self.operation, self.gesture) = (recipe, operation, gesture)
      (self.isFinished, self.seconds) = (isFinished, seconds)
      (self.target, self.property) = (target, property)
      self.values = values.map { (time: $0.0, value: $0.1) }
    }

    var testDescription: String { "\(recipe) \(operation) \(gesture)" }
  }

  static let rows = [
    Row(
      "push", "pop", #""samples": [[0, 0], [0.3, 48]], "release": { "at": 0.4, "velocity": 60 }"#,
      false, 0.853429522, "from", "x", [(0.18, 28.8), (0.36, 48), (0.56, 10.656342553)]),
    Row(
      "push", "pop", #""samples": [[0, 0], [0.3, 24]], "release": { "at": 0.3, "velocity": 132 }"#,
      true, 0.787901643, "from", "x", [(0.24, 19.2), (0.48, 105.502601552), (0.76, 119.810467304)]),
    Row(
      "push", "pop", #""samples": [[0, 0], [0.2, 90]], "release": { "at": 0.2, "velocity": -130 }"#,
      false, 0.683748260, "from", "x", [(0.12, 54), (0.24, 72.518650684), (0.40, 10.189858673)]),
    Row(
      "recede", "push", #""samples": [[0, 0], [0.5, 36]]"#, true, 0.92, "from", "opacity",
      [(0.24, 0.8992), (0.46, 0.8068), (0.74, 0.485431309)]),
    Row(
      "recede", "pop", #""samples": [[0, 0], [0.5, 30]], "scrub": "time""#, false, 0.65,
      "from", "x", [(0.16, 20.575642815), (0.32, 52.368667948), (0.52, 78.360110992)]),
    Row(
      "recede", "pop",
      #""samples": [[0, 0], [0.25, 60]], "release": { "at": 0.35 }, "scrub": "time", "#
        + #""tail": { "curve": "linear", "speed": 2 }"#,
      true, 0.5, "from", "x", [(0.12, 78.061452077), (0.24, 112.270821086), (0.40, 118.181685190)]),
    Row(
      "pairedBars", "pop", #""samples": [[0, 0], [0.2, 80], [0.3, 70]]"#, false, 0.4925,
      "to", "x", [(0.12, -36), (0.24, -22), (0.40, -43.674411478)]),
    Row(
      "collapse", "pop", #""samples": [[0, 0], [0.2, 60]], "state": "cancelled""#, true, 0.6,
      "from", "scaleX", [(0.16, 0.6), (0.30, 0.435419034), (0.48, 0.093697953)]),
    Row(
      "zoom", "push", #""kind": "pinch", "samples": [[0, 1], [0.4, 0.3]]"#, true, 0.52,
      "to", "scaleX", [(0.12, 0.289), (0.26, 0.5095), (0.42, 0.745155321)]),
    Row(
      "bounce", "present", #""samples": [[0, 0], [0.2, 50]], "scrub": "time""#, true, 0.425,
      "to", "y", [(0.10, -6.539642377), (0.22, 0.323460356), (0.34, 0.169548229)]),
    Row(
      "fadeThrough", "push", #""samples": [[0, 0], [0.2, 30]], "outcome": "finish""#, true, 0.425,
      "to", "opacity", [(0.10, 0), (0.22, 0), (0.34, 0.681751828)]),
  ]

  @Test("have the verdict, the length and the values of the pages", arguments: rows)
  func values(_ row: Row) throws {
    let play = Play(
      recipe: row.recipe, operation: row.operation, more: #""gesture": { \#(row.gesture) }"#)
    let stage = try play.sketch().stage()
    #expect(abs(stage.seconds - row.seconds) < 1e-9)
    let frames = stage.timeline(fps: 50).frames
    for (time, value) in row.values {
      let frame = try #require(frames.first { abs($0.time - time) < 1e-9 })
      #expect(abs((frame[row.target, row.property] ?? .nan) - value) < 1e-6, "at \(time)")
    }
    let events = stage.timeline(fps: 50).events.map(\.name)
    #expect(events.contains(row.isFinished ? "finished" : "cancelled"))
    // Nobody is told of an operation that did not come to its end.
    let done = ["pushed", "popped", "presented", "dismissed"].filter(events.contains)
    #expect(done.count == (row.isFinished ? 1 : 0) && events.contains("began"))
  }

  @Test("a walk goes on from where a cancelled step left it")
  func walk() throws {
    var sketch = Sketch.ofPlainScreens
    sketch.story = """
      "screens": { "a": \(Sketch.plain("#fff")), "b": \(Sketch.plain("#eef")) },
      "steps": [ { "show": "a" }, { "push": "b", "type": "shift", "parallax": 0.25 },
        { "pop": true, "gesture": { "samples": [[0, 0], [0.2, 30]] } }, { "pop": true },
        { "present": "b", "type": "cover" }, { "wait": 0.2 }, { "dismiss": true } ]
      """
    let stage = try sketch.stage()
    #expect(abs(stage.seconds - 2.41) < 1e-9)
    let starts = stage.segments.filter { if case .run = $0.kind { true } else { false } }.map(
      \.start)
    for (found, wanted) in zip(starts, [0, 0.6, 0.95, 1.55, 2.08]) {
      #expect(abs(found - wanted) < 1e-9)
    }
    let timelines = stage.timelines(fps: 50).map(\.timeline)
    let last = timelines.map { $0.events.last?.name ?? "" }
    #expect(last == ["pushed", "didAppear", "popped", "presented", "dismissed"])
    #expect(
      timelines.map(\.step.outcome) == [.finished, .cancelled, .finished, .finished, .finished])
    // Half way through its run, a critical spring has gone 0.944477184 of its way.
    let middle = timelines[2].frames[15]
    #expect(abs((middle["to", "x"] ?? .nan) + 30 * (1 - 0.944477184)) < 1e-6)
    #expect(abs((middle["from", "x"] ?? .nan) - 120 * 0.944477184) < 1e-6)
  }
}

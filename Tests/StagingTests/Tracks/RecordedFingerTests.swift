import Formatting
import Geometry
import Motion
import SceneFormat
import StagingTestSupport
import TestSupport
import Testing

@testable import Staging

@Suite("recorded fingers")
struct RecordedFingerTests {
  private static let plays = [
    Play(recipe: "push"), Play(recipe: "push", operation: "pop"),
    Play(recipe: "present", operation: "dismiss"), Play(recipe: "zoom", operation: "pop"),
    Play(recipe: "recede"), Play(recipe: "shift", more: #""direction": "up""#),
    Play(
      recipe: "fade", more: #""gesture": { "kind": "pinch", "samples": [[0, 1]], "touch": true }"#),
    Play(recipe: "collapse", more: #""gesture": { "samples": [[0, 0]], "at": 0.1 }"#),
  ]

  /// The play with another gesture.
  private static func stage(_ play: Play, _ gesture: JSONValue? = nil) throws -> Stage {
    var play = play
    if let gesture {
      if play.more.contains("gesture") { play.more = "" }
      play.more += (play.more.isEmpty ? "" : ", ") + "\"gesture\": \(gesture.text(.fitted))"
    }
    return try play.sketch().stage()
  }

  /// One finger or two on their way, with the jitter of a hand, touching at whole milliseconds.
  private static func rows(
    _ random: inout SeededRandom, isPinch: Bool, count: Int, steps: ClosedRange<Int> = 0...20
  ) -> [[Double]] {
    let start = Double.random(in: 0...50, using: &random)
    var milliseconds = 0
    var places = (0..<(isPinch ? 4 : 2)).map { _ in Double.random(in: 0...120, using: &random) }
    if Bool.random(using: &random) { places[0] = 5 }
    if isPinch { places[2] = places[0] + 30 }
    var speeds = places.map { _ in Double.random(in: -300...300, using: &random) }
    return (0..<count).map { _ in
      defer {
        let step = Int.random(in: steps, using: &random)
        milliseconds += step
        for axis in places.indices {
          speeds[axis] += Double.random(in: -60...60, using: &random)
          places[axis] +=
            speeds[axis] * Double(step) / 1_000 + Double.random(in: -0.2...0.2, using: &random)
        }
      }
      return [start + Double(milliseconds) / 1_000] + places
    }
  }

  @Test("500 of them come to what the scene comes to in which the gesture is saved")
  func saved() throws {
    var random = SeededRandom.fresh("recorded fingers")
    var outcomes: Set<GestureRun.Outcome> = []
    for index in 0..<500 {
      let play = Self.plays[index % Self.plays.count]
      let isPinch = Int.random(in: 0..<4, using: &random) == 0
      let rows = Self.rows(
        &random, isPinch: isPinch, count: Int.random(in: 1...90, using: &random))
      let finger = try RecordedFinger(rows, isCancelled: index % 19 == 0)
      let bare = try Self.stage(play)
      let json = try #require(finger.gesture(on: bare, run: 0))
      let stage = try Self.stage(play, json)
      // The gesture that was made, never written, is driven by the same rules.
      var made = bare.runs[0].transition
      made.gesture = finger.gesture(of: bare.runs[0])
      let read = try #require(stage.runs[0].gesture?.run)
      #expect(
        read == made.finger(on: stage.canvas.size, isRightToLeft: false)?.run,
        "\(play): \(json.text(.line))")
      // Recorded again, it is the same.
      #expect(finger.gesture(on: stage, run: 0) == json)
      outcomes.insert(read.outcome)
      // At both ends the scene may show its first or last picture instead of what tracks say.
      guard read.releaseProgress > 0, read.tailSeconds > 0, made.fingerRules.follow == nil,
        made.gesture?.drawsTouch != true
      else { continue }
      // While the finger is down, the page shows what the scene shows at the release.
      let held = bare.frame(run: 0, progress: read.releaseProgress)
      #expect(held == stage.frame(at: read.finger.releaseSeconds), "\(play)")
    }
    #expect(outcomes == Set(GestureRun.Outcome.allCases))
  }

  @Test("samples pass within half a point of every touch, and are at most 60")
  func thinned() throws {
    var random = SeededRandom.fresh("thinned fingers")
    let play = Play(recipe: "recede")
    let bare = try Self.stage(play)
    for _ in 0..<50 {
      let rows = Self.rows(&random, isPinch: false, count: 60, steps: 1...20)
      let stage = try Self.stage(play, RecordedFinger(rows).gesture(on: bare, run: 0))
      let finger = try #require(stage.runs[0].gesture?.run.finger)
      for row in rows {
        let offset = finger.offset(at: row[0] - rows[0][0])
        let (x, y) = (offset.x - row[1] + rows[0][1], offset.y - row[2] + rows[0][2])
        // Half a point, and what rounding to tenths does.
        #expect((x * x + y * y).squareRoot() < 0.58)
      }
    }
    func samples(_ rows: [[Double]]) throws -> [Gesture.Sample] {
      try RecordedFinger(rows).gesture(of: bare.runs[0]).samples
    }
    let zigzag = try samples((0..<4_000).map { [Double($0) / 100, $0 % 2 == 0 ? 0 : 80, 0] })
    #expect((2...60).contains(zigzag.count) && zigzag.last?.seconds == 39.99)
    #expect(try samples((0..<4_000).map { [Double($0) / 1_000, Double($0) / 8, 9] }).count == 2)
  }

  @Test(
    "the velocity is the slope of the last tenth of a second",
    arguments: [
      ([[0, 0, 0], [0.05, 10, 0], [0.1, 50, 0]], [500.0, 0]),
      ([[0, 0, 9], [1, 70, 9], [1.05, 80, -1], [1.1, 90, -11]], [200, -200]),
      // A finger that rests before it goes up.
      ([[7, 0, 0], [7.1, 60, 0], [7.4, 60, 0]], [0, 0]), ([[3, 1, 2]], [0, 0]),
      // Two touches at the same time: the later one counts.
      ([[0, 0, 0], [0, 30, 0], [0.1, 40, 10]], [100, 100]),
    ])
  func velocity(_ rows: [[Double]], _ velocity: [Double]) throws {
    let bare = try Self.stage(Play(recipe: "shift"))
    let gesture = try RecordedFinger(rows).gesture(of: bare.runs[0])
    #expect(gesture.releaseVelocity == .free(Point(x: velocity[0], y: velocity[1])))
  }

  @Test("a pinch is scales, whatever the kind and the way of the scene's finger were")
  func pinch() throws {
    let play = Play(
      recipe: "shift",
      more: #""gesture": { "samples": [[0, 0]], "distance": 50, "follow": "to", "threshold": 0.3 }"#
    )
    let rows = [[0, 10, 40, 110, 40], [0.1, 20, 40, 100, 40], [0.2, 30, 40, 90, 40.0]]
    let finger = try RecordedFinger(rows)
    let json = try #require(finger.gesture(on: Self.stage(play), run: 0))
    #expect(
      json.text(.compact) == """
        {"start":[60,40],"samples":[[0,1],[0.2,0.6]],"release":{"velocity":-2},\
        "kind":"pinch","threshold":0.3}
        """)
    let run = try #require(Self.stage(play, json).runs[0].gesture?.run)
    #expect(run.outcome == .finished && abs(run.releaseProgress - 0.4) < 1e-9)
    // One finger makes a pan of it again.
    let pan = try RecordedFinger([[0, 10, 40], [0.2, 60, 40]])
      .gesture(on: Self.stage(play, json), run: 0)
    #expect(pan?["kind"] == .text("pan") && pan?["threshold"] == .number(0.3))
  }

  @Test(
    "rows that are no finger: one mistake",
    arguments: [
      ([], .noRows), (Array(repeating: [0, 0, 0], count: 4_001), .tooManyRows(4_001)),
      ([[0, 0]], .notNumbers(row: 1)), ([[0, 0, 0], [1, 1, 1, 1, 1]], .notNumbers(row: 2)),
      ([[0, 0, 0], [0.1, .nan, 0]], .notNumbers(row: 2)),
      ([[0, 0, 0], [2, 0, 0], [1, 0, 0]], .outOfOrder(row: 3)),
      ([[0, 5, 5, 5, 5], [1, 0, 0, 9, 9]], .closePinch),
    ] as [([[Double]], TouchMistake)])
  func mistakes(_ rows: [[Double]], _ mistake: TouchMistake) {
    #expect(throws: mistake) { try RecordedFinger(rows) }
  }

  @Test("a step of a flow takes its finger, in the points of the sheet that it plays on")
  func flow() throws {
    var sketch = Sketch.ofPlainScreens
    sketch.story = """
      "screens": { "a": \(Sketch.plain("#fff")), "b": \(Sketch.plain("#eef")),
        "c": \(Sketch.plain("#fee")) },
      "steps": [{ "show": "a" }, { "present": "b", "type": "present", "top": 0.5 },
        { "push": "c" }, { "pop": true, "type": "shift" }]
      """
    let stage = try sketch.stage()
    let segments = stage.runSegments
    #expect(segments.map(\.pointer) == ["/steps/1", "/steps/2", "/steps/3"])
    #expect(zip(segments, segments.dropFirst()).allSatisfy { $0.end == $1.start })
    #expect(segments.map(\.run.transition.name) == ["present", "push", "shift"])
    let finger = try RecordedFinger([[0, 20, 60], [0.2, 100, 60]])
    let gesture = finger.gesture(of: segments[2].run)
    let place = try #require(segments[2].run.slot.transform.inverse).apply(Point(x: 20, y: 60))
    #expect(gesture.start == SIMD2(place.x, place.y) && place.y < 60)
    #expect(finger.gesture(on: stage, run: 3) == nil)
  }

  @Test("the picture of a run at a progress")
  func held() throws {
    let stage = try Sketch.stage(of: #""tracks": [{ "target": "to", "x": ["=W", 0] }]"#)
    #expect(stage.frame(run: 0, progress: 0) == stage.frame(at: 0))
    // With linear curves, time goes as far as the finger.
    for progress in [0.25, 0.5, 0.875] {
      #expect(stage.frame(run: 0, progress: progress) == stage.frame(at: progress))
    }
    let driven = try Self.stage(
      Play(recipe: "shift", more: #""gesture": { "samples": [[0, 0], [0.2, 120], [1, 120]] }"#))
    #expect(driven.frame(run: 0, progress: 1) == driven.frame(at: 0.5))
    #expect(driven.frame(run: 0, progress: 1) != driven.frame(run: 0, progress: 0.9))
    // Through the curves, if the rules say so.
    let shaped = try Self.stage(
      Play(
        recipe: "shift",
        more: #""gesture": { "samples": [[0, 0], [0.2, 60], [1, 60]], "scrub": "time" }"#))
    #expect(shaped.frame(run: 0, progress: 0.5) == shaped.frame(at: 0.5))
    #expect(shaped.frame(run: 0, progress: 0.5) != driven.frame(run: 0, progress: 0.5))
    #expect(stage.frame(run: 1, progress: 0.5) == nil && stage.frame(run: -1, progress: 0) == nil)
  }
}

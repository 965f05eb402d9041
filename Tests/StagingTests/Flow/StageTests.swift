import Drawing
import Geometry
import StagingTestSupport
import Testing

@testable import Staging

@Suite("a stage in time")
struct StageTests {
  @Test("there is a frame for every tick before the end, and one for the end")
  func ticks() {
    #expect(Stage.frameTimes(0.25, fps: 10) == [0, 0.1, 0.2, 0.25])
    #expect(Stage.frameTimes(0, fps: 50) == [0])
    // 0.07 times 100 is a little more than 7: no eighth tick.
    #expect(0.07 * 100 > 7)
    let times = Stage.frameTimes(0.07, fps: 100)
    #expect(times.count == 8 && times.last == 0.07)
  }

  @Test("a step without length at the end of a flow is seen in the last frame")
  func last() throws {
    var sketch = Sketch.ofPlainScreens
    sketch.story = """
      "screens": { "a": \(Sketch.plain("#fff")), "b": \(Sketch.plain("#eef")) },
      "steps": [{ "show": "a" }, { "wait": 1 }, { "push": "b", "type": "none", "duration": 0 }]
      """
    let stage = try sketch.stage()
    #expect(stage.seconds == 1)
    #expect(stage.dump(at: 0.999).hasSuffix(" a"))
    #expect(stage.dump(at: 1).hasSuffix(" b"))
  }

  /// The middles of the discs that stand for fingers at a moment.
  private func fingers(_ stage: Stage, at time: Double) -> [Point] {
    var middles: [Point] = []
    for case .fill(let fill) in stage.frame(at: time).commands where fill.layer.name == "touch" {
      guard case .rect(let disc) = fill.outline else { continue }
      middles.append(
        Point(x: disc.rect.x + disc.rect.width / 2, y: disc.rect.y + disc.rect.height / 2))
    }
    return middles
  }

  @Test("a finger on a sheet is drawn where the sheet is")
  func onSheet() throws {
    var sketch = Sketch.ofPlainScreens
    let screens = ["a", "b", "c"].map { "\"\($0)\": \(Sketch.plain("#fff"))" }
    sketch.story = """
      "screens": { \(screens.joined(separator: ", ")) },
      "steps": [{ "show": "a" },
        { "present": "b", "type": "custom", "duration": 1, "rest": true,
          "tracks": [{ "target": "to", "y": ["=H", 20] }] },
        { "push": "c", "type": "shift", "gesture": {
          "touch": true, "start": [100, 10], "samples": [[0, 0, 0], [0.4, -60, 0]] } }]
      """
    let stage = try sketch.stage()
    let found = fingers(stage, at: 1.2)
    #expect(found == [Point(x: 70, y: 30)], "\(stage.seconds)")
  }

  @Test("two fingers pinch from both sides of where they began, one drags from there")
  func touches() throws {
    func stage(_ keys: String) throws -> Stage {
      try Sketch(
        transition: """
          { "type": "zoom", "operation": "pop", "gesture": { "touch": true, \(keys) } }
          """
      ).stage()
    }
    let pinch = try stage(#""kind": "pinch", "start": [50, 40], "samples": [[0, 1], [0.4, 0.5]]"#)
    #expect(fingers(pinch, at: 0.1) == [Point(x: 102.5, y: -12.5), Point(x: -2.5, y: 92.5)])
    #expect(fingers(pinch, at: 0.2) == [Point(x: 95, y: -5), Point(x: 5, y: 85)])
    #expect(fingers(pinch, at: 0.5).isEmpty)
    let pan = try stage(#""start": [3, 40], "samples": [[0, 0, 0], [0.4, 30, 10]]"#)
    #expect(fingers(pan, at: 0.2) == [Point(x: 18, y: 45)])
  }
}

import Drawing
import Geometry
import Inspection
import Motion
import Pixels
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("fingers that tap")
struct TapTests {
  private func stage(_ keys: String, type: String = "push") throws -> Stage {
    var sketch = Sketch.ofPlainScreens
    sketch.transition = #"{ "type": "\#(type)", \#(keys) }"#
    return try sketch.stage()
  }

  private func touches(_ stage: Stage, at time: Double) -> [Fill] {
    stage.frame(at: time).commands.compactMap { command in
      if case .fill(let fill) = command, fill.layer.name == "touch" { fill } else { nil }
    }
  }

  @Test("a tap makes the run a quarter of a second longer, and the motion begins as it ends")
  func length() throws {
    let (plain, tapped) = (
      try stage(#""delay": 0.1"#), try stage(##""delay": 0.1, "tap": "#card""##)
    )
    #expect(abs(tapped.seconds - plain.seconds - 0.25) < 1e-12)
    for time in [0.0, 0.1, 0.2, 0.35] {
      let rest = tapped.frame(at: time).commands.filter { command in
        if case .fill(let fill) = command { fill.layer.name != "touch" } else { true }
      }
      #expect(rest == plain.frame(at: 0).commands, "at \(time)")
    }
    // A time that is no sum of halves is rounded.
    for time in [0.125, 0.25] {
      let expected = plain.runs[0].progress(at: time).fraction
      let found = tapped.runs[0].progress(at: time + 0.25).fraction
      #expect(abs(expected - found) < 1e-12)
    }
  }

  @Test("the finger is seen between the delay and the motion: it grows, and fades as it goes up")
  func finger() throws {
    let stage = try stage(##""delay": 0.1, "tap": "#card""##)
    #expect(touches(stage, at: 0.09).isEmpty && touches(stage, at: 0.36).isEmpty)
    let moments = [0.15, 0.2, 0.25, 0.3, 0.34].map { touches(stage, at: $0)[0] }
    for (early, late) in zip(moments, moments.dropFirst()) {
      #expect(early.paintBounds.width < late.paintBounds.width)
    }
    func alpha(_ fill: Fill) -> UInt8 {
      guard case .color(let color) = fill.paint else { return 0 }
      return color.alpha
    }
    #expect(alpha(moments[1]) == 120 && alpha(moments[3]) < 60 && alpha(moments[4]) < 15)
  }

  @Test(
    "it taps the middle of a layer, wherever it lies, or a point",
    arguments: [
      (##""tap": "#card""##, 30.0, 20.0), (#""tap": [7, 9]"#, 7, 9),
      (##""operation": "pop", "tap": "#card""##, 30, 20),
    ])
  func place(_ keys: String, _ x: Double, _ y: Double) throws {
    let bounds = touches(try stage(keys), at: 0.1)[0].paintBounds
    #expect(abs(bounds.x + bounds.width / 2 - x) < 1e-9)
    #expect(abs(bounds.y + bounds.height / 2 - y) < 1e-9)
  }

  @Test("on a sheet, it taps where the sheet rests")
  func sheet() throws {
    let screens = #""screens": { "a": \#(Sketch.plain("#fff")), "b": \#(Sketch.plain("#eef")) }"#
    for step in [
      ##"{ "dismiss": true, "tap": "#card" }"##, ##"{ "adjust": "medium", "tap": "#card" }"##,
    ] {
      let steps = #""steps": [{ "show": "a" }, { "present": "b", "top": 0.25 }, \#(step)]"#
      let stage = try Sketch(story: "\(screens), \(steps)").stage()
      let start = try #require(stage.runs.first).seconds
      let bounds = touches(stage, at: start + 0.1)[0].paintBounds
      let middle = bounds.y + bounds.height / 2
      #expect(abs(middle - 40) < 1e-6, "\(step)")
      #expect(bounds.x + bounds.width / 2 == 30)
    }
  }

  @Test("the app is told of it before the transition, and the way back is not tapped")
  func events() throws {
    let told = try stage(##""tap": "#card""##).timeline(fps: 10).events
    #expect(told.map(\.name).prefix(3) == ["tapped", "willDisappear", "willAppear"])
    #expect(told.prefix(4).allSatisfy { $0.time == 0.25 })
    let screens = #""screens": { "a": \#(Sketch.plain("#fff")), "b": \#(Sketch.plain("#eef")) }"#
    let steps = ##""steps": [{ "show": "a" }, { "push": "b", "tap": "#card" }, { "pop": true }]"##
    let stage = try Sketch(story: "\(screens), \(steps)").stage()
    #expect(stage.runs.map { $0.tap != nil } == [true, false])
  }

  @Test("a rule taps where the screen has the layer")
  func rule() throws {
    let screens = ##""screens": { "a": \##(Sketch.plain("#fff")), "b": { "background": "#eef" } }"##
    let steps =
      ##""transition": { "tap": "#card" }, "steps": [{ "show": "a" }, { "push": "b" }, { "push": "a" }]"##
    let stage = try Sketch(story: "\(screens), \(steps)").stage()
    #expect(stage.runs.map { $0.tap != nil } == [true, false])
  }

  @Test("a finger that taps beside the screen is a warning")
  func outside() throws {
    for (keys, codes) in [(#""tap": [121, 9]"#, ["tap-outside"]), (#""tap": [119, 9]"#, [])] {
      #expect(try stage(keys).warnings(fps: 10).map(\.problem.code) == codes)
    }
  }
}

import SceneFormat
import StagingTestSupport
import Testing

@testable import Inspection

@Suite("warnings about a timeline")
struct WarningTests {
  /// A custom transition and the codes of what is warned about, each with its line.
  struct Case: CustomTestStringConvertible, Sendable {
    var title: String
    var side: String
    var warnings: [String]
    var more = ""

    var testDescription: String { title }
  }

  static let cases = [
    Case(
      title: "nothing", side: #""tracks": [{ "target": "to", "x": ["100%", 0] }]"#, warnings: []),
    Case(
      title: "a first picture that jumps",
      side: #""tracks": [{ "target": "from", "x": [3, 0] }]"#, warnings: ["jumping-end"]),
    Case(
      title: "a last picture that jumps",
      side: #""tracks": [{ "target": "to", "opacity": [0, 0.9] }]"#, warnings: ["jumping-end"]),
    Case(
      title: "half a point is no jump",
      side: #""tracks": [{ "target": "to", "x": [0, 0.4], "scale": [1, 1.003] }]"#, warnings: []),
    Case(
      title: "a container that stays turned",
      side: #""tracks": [{ "target": "container", "rotate": [0, 5] }]"#, warnings: ["jumping-end"]),
    Case(
      title: "a blank frame",
      side: #""tracks": [{ "target": "from", "opacity": { "30%": 1, "40%": 0 } },"#
        + #" { "target": "to", "opacity": { "60%": 0, "70%": 1 } }]"#,
      warnings: ["blank-frame"]),
    Case(
      title: "a moment between two fades is meant",
      side: #""curve": "linear", "tracks": ["#
        + #"{ "target": "from", "during": [0, 0.5], "opacity": [1, 0] },"#
        + #" { "target": "to", "during": [0.5, 1], "opacity": [0, 1] }]"#,
      warnings: []),
    Case(
      title: "a screen beside the canvas is not seen",
      side: #""order": ["from"], "tracks": [{ "target": "from", "x": [0, "101%", "101%"] }]"#,
      warnings: ["not-in-order", "blank-frame"]),
    Case(
      title: "a snapshot in the place of its screen",
      side:
        #""order": ["to", "copy"], "tracks": [], "snapshots": [{ "id": "copy", "of": "from", "rect": [0, 0, "100%", "100%"] }]"#,
      warnings: []),
    Case(
      title: "a dim that is left over the screen, and one that lies below it",
      side:
        #""order": ["from", "to", "dim"], "tracks": [{ "target": "dim", "opacity": [0, 0.4] }]"#,
      warnings: ["jumping-end"]),
    Case(
      title: "a dim that is left below the screen",
      side:
        #""order": ["from", "dim", "to"], "tracks": [{ "target": "dim", "opacity": [0, 0.4] }]"#,
      warnings: []),
    Case(
      title: "a screen that space puts behind the one below it",
      side: #""order": ["from", "to"], "tracks": [{ "target": "to", "z": [-80, 0] }]"#,
      warnings: ["behind-order"]),
    Case(
      title: "space and order agree",
      side: #""order": ["to", "from"], "tracks": [{ "target": "to", "z": [-80, 0] }]"#,
      warnings: []),
    Case(
      title: "screens that pass each other in space",
      side: #""order": ["from", "to"], "tracks": [{ "target": "to", "z": [-80, 80, 0] }]"#,
      warnings: []),
    Case(
      title: "a spring that is cut",
      side: #""tracks": [{ "target": "to", "x": ["100%", 0] }]"#,
      warnings: ["jumping-end", "unsettled"],
      more: #", "curve": { "spring": { "stiffness": 100, "damping": 10 } }"#),
    Case(
      title: "a spring that has its time once",
      side: #""tracks": [{ "target": "to", "x": ["100%", 0] }]"#, warnings: [],
      more: #", "curve": { "spring": { "stiffness": 400, "damping": 40 } }"#),
    Case(
      title: "a spring that has half of it, twice",
      side: #""tracks": [{ "target": "to", "x": ["100%", 0], "repeat": 2 }]"#,
      warnings: ["jumping-end", "unsettled"],
      more: #", "curve": { "spring": { "stiffness": 400, "damping": 40 } }"#),
    Case(
      title: "a leap",
      side: #""tracks": [{ "target": "to", "during": [0.5, 0.51], "x": [500, 0] }]"#,
      warnings: ["long-step"]),
    Case(
      title: "a leap that is a little longer than the screen",
      side: #""tracks": [{ "target": "to", "during": [0.5, 0.51], "x": [121, 0] }]"#,
      warnings: ["long-step"]),
    Case(
      title: "a leap from one end of the screen to the other",
      side: #""tracks": [{ "target": "to", "during": [0.5, 0.51], "x": [120, 0] }]"#, warnings: []),
    Case(
      title: "one blank frame between two that show all",
      side: #""curve": "linear", "tracks": ["#
        + #"{ "target": "from", "opacity": { "49%": 1, "50%": 0 } },"#
        + #" { "target": "to", "opacity": { "54%": 0, "55%": 1 } }]"#,
      warnings: ["blank-frame"]),
    Case(
      title: "a setting of what is not there",
      side: #""set": { "to.bar": { "opacity": 1 } }, "tracks": []"#, warnings: ["missing-part"]),
    Case(
      title: "a layer in what is not listed",
      side: #""order": ["to"], "tracks": [],"#
        + #" "layers": [{ "id": "edge", "in": "from", "frame": [0, 0, 1, 1] }]"#,
      warnings: ["unused", "not-in-order"]),
    Case(
      title: "a place for shared elements, and none",
      side: #""order": ["from", "to", "shared"], "tracks": []"#, warnings: ["nothing-shared"]),
  ]

  @Test("are told where they arise", arguments: cases)
  func warnings(_ row: Case) throws {
    var sketch = Sketch.ofPlainScreens
    sketch.transition = """
      { "type": "custom", "duration": 0.5\(row.more),
        "push": { \(row.side) } }
      """
    let warnings = try sketch.stage().warnings(fps: 50)
    #expect(warnings.map(\.problem.code) == row.warnings)
    #expect(warnings.allSatisfy { $0.severity == .warning && $0.problem.hint != nil })
    #expect(warnings.allSatisfy { $0.place.file == "scene.json" && $0.place.line > 1 })
  }

  @Test(
    "there are none about a built-in recipe", arguments: RecipeLibrary.names,
    ["push", "pop", "present", "dismiss"])
  func recipes(_ recipe: String, _ operation: String) throws {
    // Where nothing but bars differs, one recipe that moves bars says it all.
    for var sketch in recipe == "push" ? [Sketch(), .ofPlainScreens] : [Sketch.ofPlainScreens] {
      sketch.transition = #"{ "type": "\#(recipe)", "operation": "\#(operation)" }"#
      let codes = try sketch.stage().warnings(fps: 50).map(\.problem.code)
      let allowed =
        ["sharedImage", "containerTransform"].contains(recipe) ? ["nothing-shared"] : []
      #expect(codes == allowed)
    }
  }

  @Test(
    "a text that is larger than the filled or cut layer that it is on is warned about where it is",
    arguments: [
      (##""frame": [0, 0, 30, 20], "fill": "#EEE""##, "A long line", "wider"),
      (#""frame": [0, 0, 60, 20], "clip": true"#, #"Two\nlines"#, "taller"),
      (#""frame": [0, 0, 30, 20]"#, "A long line", nil),
      (##""frame": [0, 0, 90, 60], "fill": "#EEE""##, "A long line", nil),
    ] as [(String, String, String?)])
  func textBeyondLayer(_ layer: String, _ text: String, _ word: String?) throws {
    let label = #"{ "type": "text", "frame": [0, 0, 90, null], "size": 12, "text": "\#(text)" }"#
    let sketch = Sketch(
      from: "{ \"layers\": [{ \(layer), \"layers\": [\(label)] }] }", to: "{}", width: 100,
      height: 100)
    let warnings = try sketch.stage().warnings(fps: 50).filter {
      $0.problem.code == "text-beyond-layer"
    }
    #expect(warnings.count == (word == nil ? 0 : 1))
    #expect(warnings.allSatisfy { $0.problem.message.contains(word ?? "") })
  }

  @Test(
    "a finger that goes across is warned about, unless something follows it",
    arguments: [
      ("[[0, 0, 0], [0.3, 40, 90]]", 1), ("[[0, 0, 0], [0.3, 90, 40]]", 0),
      ("[[0, 0], [0.3, 90]]", 0),
    ])
  func across(_ samples: String, _ count: Int) throws {
    var sketch = Sketch.ofPlainScreens
    sketch.transition =
      #"{ "type": "push", "operation": "pop", "gesture": { "samples": \#(samples) } }"#
    let reading = SceneReading(of: "scene.json", from: OneText(sketch.text))
    #expect(reading.mistakes.filter { $0.problem.code == "across-axis" }.count == count)
  }

  @Test("about keys beside a built-in type are where these are, others where the transition is")
  func extending() throws {
    var sketch = Sketch.ofPlainScreens
    sketch.transition = """
      { "type": "push", "order": ["from", "dim"],
        "tracks": [
          { "target": "from",
            "y": [9, 0] }] }
      """
    let warnings = try sketch.stage().warnings(fps: 50)
    let start = try #require(
      warnings.first { $0.problem.code == "unused" && $0.problem.message.contains("setting") })
    let jump = try #require(warnings.first { $0.problem.code == "jumping-end" })
    #expect(start.place.file == "scene.json" && jump.place.file == "scene.json")
    #expect(jump.place.line == start.place.line + 3 && jump.place.column == 7)
  }

  @Test(
    "a gesture that never begins is warned about where it is written",
    arguments: [
      (#""start": [60, 40], "samples": [[0, 0], [0.2, 60]]"#, "away from the edge"),
      (#""begins": "forward", "samples": [[0, 0], [0.2, -6], [0.4, 60]]"#, "backward at first"),
      (#""start": [10, 40], "samples": [[0, 0], [0.2, 60]]"#, nil),
    ])
  func neverBegins(_ gesture: String, _ reason: String?) throws {
    var sketch = Sketch()
    sketch.transition = #"{ "type": "pop", "gesture": { \#(gesture) } }"#
    let reading = SceneReading(of: "scene.json", from: OneText(sketch.text))
    #expect(reading.mistakes.count == (reason == nil ? 0 : 1))
    for warning in reading.mistakes {
      #expect(warning.severity == .warning && warning.problem.code == "never-begins")
      #expect(warning.problem.message.contains(reason ?? "") && warning.problem.hint != nil)
    }
  }

  @Test(
    "a finger that comes down at the end or later catches nothing, and is warned about",
    arguments: [(0.49, false), (0.5, true), (2, true)])
  func tooLate(_ moment: Double, _ isLate: Bool) throws {
    var sketch = Sketch.ofPlainScreens
    sketch.transition =
      #"{ "type": "fade", "duration": 0.5, "gesture": { "at": \#(moment), "samples": [[0, 0], [0.2, 9]] } }"#
    let reading = SceneReading(of: "scene.json", from: OneText(sketch.text))
    #expect(reading.mistakes.map(\.problem.code) == (isLate ? ["catch-too-late"] : []))
    #expect(reading.mistakes.allSatisfy { $0.severity == .warning && $0.problem.hint != nil })
    let events = try sketch.stage().timeline(fps: 50).events.map(\.name)
    #expect(events.contains("released") == !isLate)
    #expect(events.contains("caught") == !isLate)
  }

  @Test(
    "a tail that is cut and a follower that is not there are warned about",
    arguments: [
      (#""tail": { "curve": { "spring": { "response": 0.5 } }, "duration": 0.1 }"#, ["unsettled"]),
      (#""tail": { "curve": { "spring": { "response": 0.5 } }, "duration": 3 }"#, []),
      (#""tail": { "curve": { "spring": { "response": 0.5 } } }"#, []),
      (#""tail": { "curve": { "spring": { "dampingRatio": 1 } }, "duration": 0.1 }"#, []),
      (#""follow": "shared#hero""#, ["unused"]),
      (#""follow": "to#card""#, []), (#""follow": "container""#, []),
    ])
  func fingers(_ keys: String, _ codes: [String]) throws {
    var sketch = Sketch.ofPlainScreens
    sketch.transition =
      #"{ "type": "fade", "duration": 0.5, "gesture": { "samples": [[0, 0, 0], [0.2, -60, 9]], \#(keys) } }"#
    let warnings = try sketch.stage().warnings(fps: 50)
    #expect(warnings.map(\.problem.code) == codes)
    #expect(warnings.allSatisfy { $0.problem.hint != nil && $0.place.line > 1 })
  }

  @Test("more than 50 frames a second are warned about for a GIF only")
  func gifRate() {
    for (formats, warnings) in [(#"["gif", "apng"]"#, ["gif-rate"]), (#"["apng"]"#, [])] {
      var sketch = Sketch()
      sketch.more = #", "output": { "fps": 60, "formats": \#(formats) }"#
      let reading = SceneReading(of: "scene.json", from: OneText(sketch.text))
      #expect(reading.mistakes.map(\.problem.code) == warnings)
    }
  }
}

@Suite("what a scene expects")
struct ExpectationTests {
  private func unmet(_ transition: String, _ expected: String, fps: Double = 50) throws -> [String]
  {
    var sketch = Sketch.ofPlainScreens
    sketch.transition = transition
    sketch.more = #", "expect": { \#(expected) }"#
    let reading = SceneReading(of: "scene.json", from: OneText(sketch.text))
    let scene = try #require(reading.scene)
    let errors = try sketch.stage().unmet(scene.expectations, fps: fps)
    #expect(errors.allSatisfy { $0.severity == .error && $0.place.column > 1 })
    return errors.map(\.problem.message)
  }

  @Test("nothing is unmet where nothing is expected")
  func nothing() throws {
    #expect(try unmet(#""push""#, "") == [])
  }

  @Test("a spring's overshoot is measured between the frames, too")
  func overshoot() throws {
    let spring =
      #"{ "type": "rise", "duration": 0.6, "curve": { "spring": { "dampingRatio": 0.6 } } }"#
    // 9.478 % at 0.21355 s, as the spring's page has it.
    #expect(try unmet(spring, #""overshoot": "<= 9.5%""#, fps: 10) == [])
    let found = try unmet(spring, #""overshoot": "<= 9.4%""#, fps: 10)
    #expect(found.count == 1 && found[0].contains("overshoots by 9.47"), "\(found)")
    #expect(try unmet(#""recede""#, #""overshoot": "<= 0%""#) == [])
  }

  @Test("what has settled is within half a percent of its end for good")
  func settledBy() throws {
    // A line is there at its end only, but for its last half percent.
    let line = #"{ "type": "cover", "curve": "linear", "duration": 1 }"#
    #expect(try unmet(line, #""settledBy": 1"#) == [])
    let late = try unmet(line, #""settledBy": 0.9"#)
    #expect(late.count == 1 && late[0].hasPrefix("\"to.y\" settles at 0.99"), "\(late)")
    let early =
      #"{ "type": "custom", "duration": 1, "tracks": [{ "target": "to", "during": [0, 0.5], "x": [50, 0] }] }"#
    #expect(try unmet(early, #""settledBy": "500ms""#) == [])
  }

  @Test("a step is the longest way of a corner from one frame to the next")
  func maxStep() throws {
    let line = #"{ "type": "moveIn", "curve": "linear", "duration": 1 }"#
    #expect(try unmet(line, #""maxStep": 12.001"#, fps: 10) == [])
    let found = try unmet(line, #""maxStep": 11.9"#, fps: 10)
    #expect(found == ["\"to\" moves by 12 points in one frame, expected at most 11.9"])
    // About its middle, a corner of 120 by 80 goes half of a diagonal.
    let zoom = #"{ "type": "zoom", "curve": "linear", "duration": 1, "scale": 0 }"#
    let steps = try unmet(zoom, #""maxStep": 1"#, fps: 2)
    #expect(steps.count == 1 && steps[0].contains("36.056"), "\(steps)")
  }

  @Test("a shared element counts with its own frame")
  func shared() throws {
    let sketch =
      #"{ "type": "custom", "curve": "linear", "duration": 1, "shared": [{ "from": "card", "to": "screen" }], "tracks": [] }"#
    let found = try unmet(sketch, #""maxStep": 5"#, fps: 10)
    #expect(found.count == 1 && found[0].contains("shared#card"), "\(found)")
  }

  @Test("sheets on sheets, and those that are resized, begin and end where they rest")
  func sheets() throws {
    let screens = "abc".map { "\"\($0)\": {}" }.joined(separator: ", ")
    let sketch = Sketch(
      width: 100, height: 200,
      story: """
        "screens": { \(screens) }, "steps": [{ "show": "a" }, { "present": "b" }, { "present": "c" },
          { "adjust": { "top": 0.5, "corners": 20 } }, { "dismiss": true }, { "push": "c" },
          { "dismiss": true }]
        """)
    #expect(try sketch.stage().warnings(fps: 50).map(\.problem.code) == [])
  }

  @Test("of more than a hundred, the others are counted")
  func many() throws {
    let sketch = Sketch(
      story: """
        "screens": { "a": {}, "b": {} }, "steps": [{ "show": "a" }
        \((0..<130).map { ",\n{ \"push\": \"\("ba".dropFirst($0 % 2).prefix(1))\", \"duration\": 0.01 }" }.joined())]
        """)
    let warnings = try sketch.stage().warnings(fps: 50)
    #expect(warnings.count == 101)
    #expect(Set(warnings).count == 101)
    guard case .moreMistakes = warnings.last?.problem else {
      Issue.record("\(String(describing: warnings.last))")
      return
    }
  }
}

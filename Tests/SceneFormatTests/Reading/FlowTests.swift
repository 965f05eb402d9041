import Motion
import Testing

@testable import SceneFormat

@Suite("flows")
struct FlowTests {
  private func reading(_ steps: String) -> SceneReading {
    Shelf().reading(
      "{ \"version\": 1, \"screens\": { \"home\": {}, \"list\": {}, \"item\": {} }, \"steps\": [\n"
        + "\(steps)\n] }")
  }

  @Test("the page's own flow is read")
  func page() throws {
    let reading = reading(
      """
      { "show": "home" }, { "wait": 0.4 }, { "push": "list" }, { "push": "item", "parallax": 0.5 },
      { "popTo": "home", "type": "recede", "scale": 0.5 }, { "present": "list", "type": "bounce" },
      { "dismiss": true }, { "push": "item", "type": "zoom", "scale": 0.2 },
      { "pop": true, "duration": 1 }
      """)
    #expect(reading.report == "")
    guard case .flow(let flow)? = reading.scene?.story else {
      Issue.record("no flow")
      return
    }
    #expect(flow.screens.map(\.name) == ["home", "list", "item"])
    #expect(flow.steps.count == 9)
    let back = try #require(flow.steps[4].transition)
    let dismissal = try #require(flow.steps[6].transition)
    let pop = try #require(flow.steps[8].transition)
    #expect(flow.steps[4].goal.top?.name == "home")
    #expect(dismissal.name == "bounce" && dismissal.operation == .dismiss)
    #expect(back.operation == .pop && back.arguments.first?.value == 0.5)
    // A pop without a type plays what brought the screen, with its parameters.
    #expect(pop.name == "zoom" && pop.duration == 1 && pop.operation == .pop)
    #expect(pop.arguments == [Argument(name: "scale", value: 0.2)])
  }

  @Test(
    "steps that do not fit the stack are told",
    arguments: [
      (#"{ "push": "list" }"#, "2:3: the first step must be \"show\""),
      (
        #"{ "show": "home" }, { "pop": true }"#,
        "2:23: there is nothing below this screen to pop to"
      ),
      (
        #"{ "show": "home" }, { "push": "list" }, { "popTo": "item" }"#,
        "2:43: \"item\" is not on the stack"
      ),
      (
        #"{ "show": "home" }, { "push": "list" }, { "popTo": "list" }"#,
        "2:43: \"list\" is already on top"
      ),
      (
        #"{ "show": "home" }, { "push": "list" }, { "popTo": "lost" }"#,
        "2:52: unknown screen \"lost\"; did you mean \"list\"?"
      ),
      (#"{ "show": "home" }, { "popToRoot": true }"#, "2:23: the root is already on top"),
      (
        #"{ "show": "home" }, { "dismiss": true }"#,
        "2:23: nothing is presented that could be dismissed"
      ),
      (
        #"{ "show": "home" }, { "push": "item" }, { "present": "list" }, { "pop": true }"#,
        "2:66: a presented screen begins a stack of its own; \"dismiss\" takes it away"
      ),
      (
        #"{ "show": "home" }, { "push": "item" }, { "present": "list" }, { "popTo": "home" }"#,
        "2:66: \"home\" is not on the stack"
      ),
      (#"{ "show": "hone" }"#, "2:11: unknown screen \"hone\"; did you mean \"home\"?"),
      (
        #"{ "show": "home" }, { "delay": 1 }"#,
        "2:21: a step needs one of show, wait, push, present, pop, popTo, popToRoot, dismiss, tab, stack, "
          + "adjust"
      ),
      (
        #"{ "show": "home" }, { "push": "list", "pop": true }"#,
        "2:39: a step does one thing: \"push\" or \"pop\""
      ),
      (
        #"{ "show": "home" }, { "wait": 1, "type": "fade" }"#,
        "2:34: \"type\" needs a step that changes the screen"
      ),
      (
        #"{ "show": "home" }, { "present": "list", "type": "custom", "rest": true, "tracks": [] }, { "adjust": "large" }"#,
        "2:102: \"custom\" has no parameter \"top\", by which a sheet is medium or large"
      ),
      (
        #"{ "show": "home" }, { "present": "list" }, { "adjust": "big" }"#,
        "2:56: unknown detent \"big\"; it can be \"medium\", \"large\""
      ),
      (
        ##"{ "show": "home" }, { "wait": 1, "tap": "#a" }"##,
        "2:34: \"tap\" needs a step that changes the screen"
      ),
      (
        #"{ "show": "home" }, { "push": "list", "scael": 1 }"#,
        "2:39: \"push\" has no parameter \"scael\""
      ),
      (
        #"{ "show": "home" }, { "push": "list", "type": "zoom", "scael": 1 }"#,
        "2:55: unknown key \"scael\"; did you mean \"scale\"?"
      ),
    ])
  func stack(_ steps: String, _ message: String) {
    let lines = reading(steps).mistakes.filter { $0.severity == .error }.map {
      $0.description.replacing("scene.json:", with: "").replacing(" error:", with: "")
    }
    #expect(lines == [message])
  }

  @Test("a gesture that is made to cancel leaves the stack as it was")
  func cancelled() {
    let reading = reading(
      """
      { "show": "home" }, { "push": "list" },
      { "pop": true, "gesture": { "samples": [[0, 0], [1, 9]], "outcome": "cancel" } }, { "pop": true }
      """)
    #expect(reading.mistakes.allSatisfy { $0.severity == .warning })
  }

  @Test(
    "a finger that lets go too early leaves the stack as it was, one that goes on does not",
    arguments: [
      // 195 points are half of the way, and 390 in a second are a fling.
      (#""samples": [[0, 0], [0.5, 120]]"#, false), (#""samples": [[0, 0], [0.9, 200]]"#, true),
      (#""samples": [[0, 0], [0.3, 20]], "release": { "velocity": 500 }"#, true),
      (#""samples": [[0, 0], [0.3, 300]], "release": { "velocity": -500 }"#, false),
      (#""samples": [[0, 0], [0.3, 300]], "start": [100, 100]"#, false),
      (#""samples": [[0, 0], [0.3, 300]], "state": "cancelled""#, false),
      // Of a way of 195 points, 120 are more than half; of the axis, 120 across are no part.
      (#""samples": [[0, 0], [0.5, 120]], "distance": "=W/2""#, true),
      (#""samples": [[0, 0, 0], [0.5, 60, 120]], "distance": 200"#, false),
      (#""samples": [[0, 0, 0], [0.5, 120, 60]], "distance": 200"#, true),
      // What is caught late has gone more than half of its way, and goes on where it is not caught.
      (#""kind": "pan", "at": 0.01, "samples": [[0, 0], [1, -9]]"#, false),
      (#""kind": "pan", "at": 0.4, "samples": [[0, 0], [1, -9]]"#, true),
      (#""kind": "pan", "at": 0.4, "samples": [[0, 0], [1, -300]]"#, false),
      (#""kind": "pan", "at": 5, "samples": [[0, 0], [1, -300]]"#, true),
      (#""at": 0.1, "samples": [[0, 0], [1, -300]], "start": [100, 100]"#, true),
    ])
  func fingers(_ gesture: String, isComplete: Bool) {
    let reading = reading(
      """
      { "show": "home" }, { "push": "list" }, { "pop": true, "gesture": { \(gesture) } },
      { "pop": true }
      """)
    let errors = reading.mistakes.filter { $0.severity == .error }
    #expect(errors.map(\.problem.message).isEmpty == !isComplete)
  }

  @Test("a way back without a type takes all that it does not write from the step that it undoes")
  func inherited() throws {
    let reading = reading(
      """
      { "show": "home" },
      { "push": "list", "type": "shift", "direction": "up", "curve": "linear", "duration": 1,
        "delay": 0.5, "random": 4, "parallax": 0.25, "fade": 0.75, "shared": [],
        "gesture": { "samples": [[0, 0], [0.1, 500]] } },
      { "pop": true, "duration": 2, "fade": 1 }
      """)
    guard case .flow(let flow)? = reading.scene?.story,
      let back = flow.steps[2].transition
    else {
      Issue.record("\(reading.report)")
      return
    }
    #expect(back.name == "shift" && back.operation == .pop && back.place.line == 6)
    #expect(back.direction == .up && back.curve == .linear && back.duration == 2)
    #expect(back.seed == 4 && back.arguments.map(\.value) == [0.25, 1])
    #expect(back.delay == 0 && back.gesture == nil)
  }

  @Test("shared elements travel back on a way back that writes other keys")
  func sharedBack() throws {
    let text = """
      { "version": 1, "screens": {
          "home": { "layers": [{ "id": "a", "frame": [0, 0, 9, 9] }] },
          "list": { "layers": [{ "id": "b", "frame": [0, 0, 9, 9] }] } },
        "steps": [ { "show": "home" },
          { "push": "list", "type": "containerTransform", "shared": [{ "from": "a", "to": "b" }] },
          { "pop": true, "duration": 1 } ] }
      """
    let reading = Shelf().reading(text)
    guard case .flow(let flow)? = reading.scene?.story,
      let back = flow.steps[2].transition
    else {
      Issue.record("\(reading.report)")
      return
    }
    #expect(back.shared.map(\.from) == [.layer("b")] && back.shared.map(\.to) == [.layer("a")])
  }

  @Test("a screen that no step shows is doubted where it is")
  func unusedScreen() {
    let warnings = reading(#"{ "show": "home" }, { "push": "item" }"#).mistakes
    #expect(
      warnings.map(\.problem.code) == ["unused"] && warnings.allSatisfy { $0.severity == .warning })
    #expect(warnings.first?.problem.message == #"the screen "list" is never seen"#)
    #expect(warnings.first?.place.line == 1)
  }

  @Test("a pair has no place beside a flow")
  func both() {
    let reading = Shelf().reading(
      #"{ "version": 1, "screens": {}, "from": {}, "transition": "fade" }"#)
    #expect(reading.mistakes.map(\.problem.code) == ["missing-key", "flow"])
  }

  @Test(
    "a detent is a value of \"top\": half of the canvas, or the recipe's own",
    arguments: [
      ("present", "medium", 0.5), ("present", "large", 0.08), ("halfSheet", "medium", 0.5),
      ("halfSheet", "large", 0.08),
    ])
  func detents(_ type: String, _ detent: String, _ top: Double) throws {
    let steps =
      #"{ "show": "home" }, { "present": "list", "type": "\#(type)", "top": 0.3 }, { "adjust": "\#(detent)" }"#
    let reading = reading(steps)
    #expect(reading.mistakes.allSatisfy { $0.severity == .warning })
    guard case .flow(let flow)? = reading.scene?.story else { return #expect(Bool(false)) }
    let adjusted = try #require(flow.steps[2].transition)
    #expect(adjusted.arguments.first { $0.name == "top" }?.value == top)
  }

  /// A finger that moves by points toward the goal, and how fast it lets go.
  struct Throw: Sendable {
    var presented: String
    var goal: String
    var points: Double
    var speed: Double
    var rules = ""
    /// Where the sheet settles.
    var top: Double
  }

  // From the half to the largest there are 354 points; a throw goes on for 0.499 seconds.
  @Test(
    "a thrown sheet settles at the nearest detent",
    arguments: [
      Throw(presented: "0.5", goal: "large", points: 100, speed: 0, top: 0.5),
      Throw(presented: "0.5", goal: "large", points: 180, speed: 0, top: 0.08),
      Throw(presented: "0.5", goal: "large", points: 100, speed: 170, top: 0.08),
      Throw(presented: "0.5", goal: "large", points: 250, speed: -300, top: 0.5),
      Throw(presented: "0.08", goal: "medium", points: 40, speed: 900, top: 0.5),
      // Neither where it was nor where the step says: the finger goes the other way.
      Throw(presented: "0.3", goal: "medium", points: -150, speed: 0, top: 0.08),
      Throw(presented: "0.3", goal: "large", points: -150, speed: 0, top: 0.5),
      Throw(
        presented: "0.5", goal: "large", points: 20, speed: 0,
        rules: #", "detents": ["large"]"#, top: 0.08),
      Throw(
        presented: "0.5", goal: "large", points: 300, speed: 0,
        rules: #", "outcome": "cancel""#, top: 0.5),
    ])
  func thrown(_ thrown: Throw) throws {
    let finger =
      #""gesture": { "samples": [[0, 0], [0.2, \#(thrown.points)]], "release": { "velocity": \#(thrown.speed) }\#(thrown.rules) }"#
    let reading = reading(
      #"{ "show": "home" }, { "present": "list", "top": \#(thrown.presented) }, { "adjust": "\#(thrown.goal)", \#(finger) }"#
    )
    #expect(reading.mistakes.allSatisfy { $0.severity == .warning })
    guard case .flow(let flow)? = reading.scene?.story else { return #expect(Bool(false)) }
    let step = flow.steps[2]
    let settled = step.after.top?.transition?.arguments.first { $0.name == "top" }?.value
    #expect(settled == thrown.top)
    // Wherever it settles, the sheet goes with the finger.
    let moved = try #require(step.finger).run.finger.translation(at: 0.2)
    let isTurned = thrown.top != Double(thrown.presented) && thrown.points < 0
    #expect(moved == (isTurned ? -thrown.points : thrown.points))
  }
}

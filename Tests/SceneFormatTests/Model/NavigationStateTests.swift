import TestSupport
import Testing

@testable import SceneFormat

/// A flow over screens called a to f, and what its steps come to.
private struct Walk {
  let reading: SceneReading

  init(_ steps: [String], more: String = "") {
    let screens = "abcdef".map { "\"\($0)\": {}" }.joined(separator: ", ")
    reading = Shelf().reading(
      "{ \"version\": 1, \"screens\": { \(screens) }, \"steps\": [\n\(steps.joined(separator: ",\n"))] }"
    )
  }

  var steps: [Flow.Step] {
    guard case .flow(let flow)? = reading.scene?.story else { return [] }
    return flow.steps
  }

  /// The errors, by the number of the step that has them.
  var errors: [Int: String] {
    let errors = reading.mistakes.filter { $0.severity == .error }
    return Dictionary(
      errors.map { ($0.place.line - 2, $0.problem.message) }, uniquingKeysWith: { $1 + $0 })
  }
}

extension NavigationState {
  /// The names on the stacks that are seen.
  fileprivate var names: [[String]] { stacks.map { $0.map(\.name) } }
}

@Suite("the stacks of a flow")
struct NavigationStateTests {
  @Test(
    "`stack` is a pop if its last screen lay below the top, else a push, as setViewControllers",
    arguments: [
      ("[\"a\", \"b\"]", Operation.pop, ["a", "b"]), ("[\"a\"]", .pop, ["a"]),
      ("[\"b\"]", .pop, ["b"]), ("[\"d\", \"a\"]", .pop, ["d", "a"]),
      ("[\"c\", \"b\"]", .pop, ["c", "b"]),
      ("[\"a\", \"b\", \"c\", \"d\"]", .push, ["a", "b", "c", "d"]),
      ("[\"d\"]", .push, ["d"]), ("[\"c\", \"d\"]", .push, ["c", "d"]),
      ("[\"a\", \"a\", \"b\", \"e\"]", .push, ["a", "a", "b", "e"]),
    ])
  func stack(_ names: String, operation: SceneFormat.Operation, after: [String]) throws {
    let walk = Walk([
      #"{ "show": "a" }"#, #"{ "push": "b" }"#, #"{ "push": "c" }"#, "{ \"stack\": \(names) }",
    ])
    #expect(walk.errors == [:])
    let step = try #require(walk.steps.last)
    #expect(step.transition?.operation == operation && step.transition?.name == "push")
    #expect(step.after.names == [after])
  }

  @Test("a screen that `stack` keeps is left as it came, a new one below the top as by default")
  func kept() {
    let walk = Walk([
      #"{ "show": "a" }"#, #"{ "push": "b", "type": "zoom" }"#,
      #"{ "stack": ["a", "b", "c", "d"], "type": "fade" }"#, #"{ "pop": true }"#,
      #"{ "pop": true }"#, #"{ "pop": true }"#,
    ])
    #expect(walk.errors == [:])
    #expect(walk.steps.suffix(3).map { $0.transition?.name } == ["fade", "push", "zoom"])
    #expect(walk.steps.last?.after.names == [["a"]])
  }

  @Test("the stack of a sheet keeps its way back whatever its screens become")
  func stackOfSheet() throws {
    let walk = Walk([
      #"{ "show": "a" }"#, #"{ "present": "b", "top": 0.3 }"#, #"{ "stack": ["c"] }"#,
      #"{ "stack": ["d", "e"] }"#, #"{ "adjust": { "top": 0.6 } }"#, #"{ "dismiss": true }"#,
    ])
    #expect(walk.errors == [:])
    #expect(walk.steps[3].after.names == [["a"], ["d", "e"]])
    let dismissal = try #require(walk.steps.last?.transition)
    #expect(dismissal.name == "present" && dismissal.operation == .dismiss)
    #expect(dismissal.arguments.first { $0.name == "top" }?.value == 0.6)
    #expect(walk.steps.last?.after.names == [["a"]])
  }

  @Test("a root that moves up its stack leaves its way there to the new root")
  func movedRoot() {
    let walk = Walk([
      #"{ "show": "a" }"#, #"{ "present": "b" }"#, #"{ "push": "c" }"#,
      #"{ "stack": ["d", "b"] }"#, #"{ "pop": true }"#,
    ])
    #expect(walk.errors == [:])
    #expect(walk.steps[3].after.stacks.last?.map(\.rests) == [true, false])
    #expect(walk.steps[4].transition?.name == "push")
  }

  @Test("no more sheets rest on each other than the limit says; full screens do not count")
  func sheets() {
    let sheets = (0..<17).map { "{ \"present\": \"\($0 % 2 == 0 ? "b" : "c")\" }" }
    #expect(
      Walk([#"{ "show": "a" }"#] + sheets).errors
        == [17: "sheets rest on each other deeper than 16 (--limit-sheets changes that limit)"])
    let full = sheets.map { $0.replacing(" }", with: ", \"type\": \"cover\" }") }
    #expect(Walk([#"{ "show": "a" }"#] + full).errors == [:])
  }

  @Test("tabs have stacks of their own, and come as they were left")
  func tabs() {
    let walk = Walk([
      #"{ "show": ["a", "b", "c"] }"#, #"{ "push": "d" }"#, #"{ "tab": "c" }"#,
      #"{ "push": "e" }"#, #"{ "tab": "a" }"#, #"{ "tab": "c", "type": "slide" }"#,
      #"{ "tab": "b" }"#, #"{ "show": "f" }"#,
    ])
    #expect(walk.errors == [:])
    #expect(
      walk.steps.map(\.after.names) == [
        [["a"]], [["a", "d"]], [["c"]], [["c", "e"]], [["a", "d"]], [["c", "e"]], [["b"]], [["f"]],
      ])
    let tabs = walk.steps.filter { $0.transition?.operation == .replace }.compactMap(\.transition)
    #expect(tabs.map(\.name) == ["none", "none", "slide", "none", "none"])
    // To a tab further left, left and right are exchanged.
    #expect(tabs.map(\.direction) == [nil, .right, nil, .right, nil])
    #expect(
      walk.steps[6].after.tabStacks.map { $0.map(\.name) } == [["a", "d"], ["b"], ["c", "e"]])
    #expect(walk.steps[7].after.tabNames.isEmpty)
  }

  @Test("a later `show` takes sheets and tabs away, and has no way back")
  func shown() {
    let steps = [
      #"{ "show": ["a", "b"] }"#, #"{ "present": "c" }"#, #"{ "push": "d" }"#,
      #"{ "show": "e", "type": "fade" }"#,
    ]
    let last = Walk(steps).steps.last
    #expect(last?.transition?.operation == .replace && last?.transition?.name == "fade")
    #expect(last?.after.names == [["e"]] && last?.after.tabNames == [])
    let back = Walk(steps + [#"{ "pop": true }"#])
    #expect(back.errors == [4: "there is nothing below this screen to pop to"])
  }

  @Test(
    "what does not fit is told",
    arguments: [
      ([#"{ "tab": "b" }"#], #"there are no tabs; "show" with a list of screens makes them"#),
      (
        [#"{ "show": ["a", "b"] }"#, #"{ "tab": "c" }"#],
        #""c" is not a tab; the tabs are "a", "b""#
      ),
      ([#"{ "show": ["a", "b"] }"#, #"{ "tab": "a" }"#], #"the tab "a" is already selected"#),
      (
        [#"{ "show": ["a", "b"] }"#, #"{ "push": "c" }"#, #"{ "tab": "a" }"#],
        #"the tab "a" is already selected"#
      ),
      (
        [#"{ "present": "b" }"#, #"{ "adjust": { "top": 0.5 }, "statusBar": "to" }"#],
        #"in a step that adjusts a sheet, "statusBar" is "light" or "dark""#
      ),
      (
        [#"{ "present": "b" }"#, #"{ "adjust": {} }"#],
        #""adjust" needs a parameter of the sheet, such as "top""#
      ),
      (
        [
          #"{ "present": "b" }"#,
          #"{ "adjust": { "dim": 0 }, "gesture": { "samples": [[0, 0], [1, 9]] } }"#,
        ],
        #"this adjustment does not move the sheet; write a "distance" for the finger"#
      ),
      (
        [#"{ "show": ["a", "b"] }"#, #"{ "present": "c" }"#, #"{ "tab": "b" }"#],
        #"a screen is presented over the tabs; "dismiss" takes it away"#
      ),
      ([#"{ "show": ["a", "b", "a"] }"#], #""a" is there twice"#),
      ([#"{ "show": ["a"] }"#], "expected a list of 2 to 5, found 1"),
      ([#"{ "push": "b" }"#, #"{ "stack": ["a", "b"] }"#], #""b" is already on top"#),
      ([#"{ "stack": [] }"#], "expected a list of 1 to 1000, found 0"),
      (
        [#"{ "stack": ["g"] }"#],
        #"unknown screen "g""#
      ),
      ([#"{ "adjust": { "top": 0.5 } }"#], #""adjust" needs a sheet that rests"#),
      (
        [#"{ "present": "b", "type": "fullScreen" }"#, #"{ "adjust": { "top": 0.5 } }"#],
        #""adjust" needs a sheet that rests"#
      ),
      (
        [#"{ "present": "b" }"#, #"{ "adjust": { "tpo": 0.5 } }"#],
        #""present" has no parameter "tpo""#
      ),
      (
        [#"{ "present": "b" }"#, #"{ "adjust": { "top": 2 } }"#],
        #""top" is 2; it must be from 0 to 1"#
      ),
      (
        [#"{ "present": "b" }"#, #"{ "adjust": { "top": 0.5 }, "type": "fade" }"#],
        #""type" has no meaning in a step that adjusts a sheet"#
      ),
    ])
  func mistakes(_ steps: [String], _ message: String) {
    let walk = Walk([#"{ "show": "a" }"#] + steps)
    #expect(Array(walk.errors.values) == [message])
  }

  @Test(
    "who decides the status bar: the incoming screen, but for sheets, whose screens have no say",
    arguments: [
      (#"{ "push": "light" }"#, StatusBar.Style?.some(.light)), (#"{ "push": "bare" }"#, nil),
      (#"{ "present": "light", "type": "fullScreen" }"#, .light),
      (#"{ "present": "bare", "type": "fullScreen" }"#, nil),
      // UIKit's page sheet turns the letters light, its half sheet leaves them.
      (#"{ "present": "bare" }"#, .light), (#"{ "present": "light", "type": "halfSheet" }"#, .dark),
      (#"{ "present": "bare", "type": "halfSheet" }"#, .dark),
      (#"{ "present": "light", "type": "halfSheet" }, { "push": "bare" }"#, .dark),
      (#"{ "present": "light", "type": "halfSheet" }, { "push": "light" }"#, .dark),
      (#"{ "push": "light" }, { "pop": true }"#, .dark),
      (#"{ "present": "bare" }, { "dismiss": true }"#, .dark),
      (#"{ "push": "light" }, { "present": "bare", "type": "halfSheet" }"#, .light),
      (#"{ "push": "light", "statusBar": "from" }"#, .dark),
      (#"{ "push": "dark", "statusBar": "light" }"#, .light),
      (#"{ "present": "dark" }, { "adjust": { "top": 0.5 }, "statusBar": "dark" }"#, .dark),
      (#"{ "show": "light" }"#, .light),
      (
        #"{ "present": "dark", "type": "halfSheet" }, { "push": "bare" }, { "adjust": { "top": 0.4 }, "statusBar": "light" }, { "pop": true }"#,
        .light
      ),
    ])
  func statusBar(_ steps: String, style: StatusBar.Style?) throws {
    let reading = Shelf().reading(
      """
      { "version": 1, "screens": { "dark": { "statusBar": true }, "light": { "statusBar": { "style": "light" } },
        "bare": {} }, "steps": [{ "show": "dark" }, \(steps)] }
      """)
    guard case .flow(let flow)? = reading.scene?.story else {
      Issue.record("\(reading.report)")
      return
    }
    #expect(flow.steps.last?.after.top?.system.statusBar?.style == style, "\(reading.report)")
  }

  @Test("the home indicator is that of the screen on top, else of the one below")
  func homeIndicator() {
    let reading = Shelf().reading(
      """
      { "version": 1, "screens": { "a": { "homeIndicator": true }, "b": {},
        "c": { "homeIndicator": { "style": "light" } } },
        "steps": [{ "show": "a" }, { "push": "b" }, { "present": "c" }, { "dismiss": true },
          { "show": "b" }] }
      """)
    guard case .flow(let flow)? = reading.scene?.story else {
      Issue.record("\(reading.report)")
      return
    }
    #expect(
      flow.steps.map { $0.after.top?.system.homeIndicator?.style } == [
        .dark, .dark, .light, .dark, nil,
      ])
  }

  @Test("random flows end as those of a naive machine, and are told the same mistakes")
  func random() {
    var random = SeededRandom.fresh("flows")
    for number in 0..<300 {
      var machine = NaiveMachine()
      var steps: [String] = []
      // Every second flow makes no mistakes.
      for _ in 0..<20 { steps.append(machine.step(isLegal: number % 2 == 0, &random)) }
      let walk = Walk(steps)
      let told = walk.errors.sorted { $0.key < $1.key }
      #expect(told.map(\.key) == machine.errors.map(\.key), "flow \(number): \(steps)")
      for (index, error) in zip(told, machine.errors).map({ ($0, $1.value) }) {
        #expect(index.value == error, "flow \(number), step \(index.key): \(steps)")
      }
      guard machine.errors.isEmpty else { continue }
      #expect(walk.steps.map(\.after.names) == machine.states, "flow \(number): \(steps)")
      #expect(walk.steps.map { $0.transition?.operation.rawValue } == machine.operations)
    }
  }
}

import SceneFormat
import Staging
import StagingTestSupport
import Testing

@testable import Inspection

@Suite("the timeline as JSON")
struct TimelineJSONTests {
  @Test(
    "it is valid JSON, whatever layers are called", arguments: [#"q\"x"#, #"q\\x"#, #"q\u0007x"#])
  func names(_ id: String) throws {
    var sketch = Sketch.ofPlainScreens
    sketch.from = """
      { "layers": [{ "id": "\(id)", "frame": [0, 0, 9, 9], "fill": "#f00" }] }
      """
    sketch.transition = """
      { "type": "custom", "duration": 0.5,
        "push": { "tracks": [{ "target": "from#\(id)", "opacity": [1, 0] }] } }
      """
    for text in [try sketch.stage().timelineJSON(fps: 10), try sketch.stage().treeJSON] {
      let node = try JSONParser.parse(Array(text.utf8), file: "", limits: Limits())
      #expect(node.members?.isEmpty == false)
    }
    let text = try sketch.stage().timelineJSON(fps: 10)
    let node = try JSONParser.parse(Array(text.utf8), file: "", limits: Limits())
    let targets = node["frames"]?.elements?.first?["targets"]?.members ?? []
    let written = try JSONParser.parse(Array("\"from#\(id)\"".utf8), file: "", limits: Limits())
    #expect(targets.map(\.key) == [written.text ?? ""])
  }

  @Test("a target has the properties that a track or a setting names, and no others")
  func properties() throws {
    var sketch = Sketch.ofPlainScreens
    sketch.transition = """
      { "type": "custom", "duration": 0.5, "push": { "set": { "to": { "opacity": 1 } },
        "tracks": [{ "target": "to", "x": [9, 0] }, { "target": "from", "y": [0, 9] }] } }
      """
    let targets = try sketch.stage().timeline(fps: 1).frames[0].targets
    let names = targets.map { "\($0.target): \($0.values.map(\.name.name).sorted())" }
    #expect(names == [#"to: ["opacity", "x"]"#, #"from: ["y"]"#], "\(names)")
  }

  private func parsed(_ stage: Stage) throws -> JSONNode {
    try JSONParser.parse(Array(stage.timelineJSON(fps: 1).utf8), file: "", limits: Limits())
  }

  /// The first lines of each timeline's text.
  private func headings(_ stage: Stage) -> [String] {
    stage.timelines(fps: 1).compactMap {
      $0.timeline.text.split(separator: "\n").first.map(String.init)
    }
  }

  @Test("a scene of two screens says which transition it is before its frames")
  func pair() throws {
    var sketch = Sketch.ofPlainScreens
    sketch.transition = #"{ "type": "push", "operation": "pop" }"#
    let node = try parsed(sketch.stage())
    #expect(
      node.members?.map(\.key) == [
        "schema", "operation", "type", "from", "to", "outcome", "duration", "fps", "frames",
        "events",
      ])
    let values = ["schema", "operation", "type", "from", "to", "outcome"].map { node[$0]?.text }
    #expect(
      values == ["render-transition/timeline-1", "pop", "push", "from", "to", "finished"])
    #expect(try headings(sketch.stage()) == ["pop from -> to, finished"])
  }

  /// A flow that has all that a heading can say; of the screens, `m` has a name of its own.
  private static let flow = """
    "screens": { "a": {}, "b": {}, "m, \\u001b": {}, "s": {} },
    "steps": [
      { "show": ["a", "b"] }, { "push": "m, \\u001b" }, { "wait": 1 },
      { "pop": true, "gesture": { "samples": [[0, 0], [0.2, 10]] } },
      { "present": "s" }, { "push": "b", "type": "shift" },
      { "adjust": { "top": 0.5 } }, { "dismiss": true },
      { "pop": true, "gesture": { "begins": "forward", "samples": [[0, 0], [0.2, -10]] } },
      { "tab": "b" }, { "show": "s" }
    ]
    """

  @Test("a step of a flow says in its heading what it does to the stacks")
  func heads() throws {
    let m = #"m, \u{1B}"#
    #expect(
      try headings(Sketch(story: Self.flow).stage()) == [
        "step 2: push a -> \(m), finished; stack a, \(m)",
        "step 4: pop \(m) -> a, cancelled; stack a, \(m)",
        "step 5: present \(m) -> s, finished; stack a, \(m) | s",
        "step 6: push s -> b, finished; stack a, \(m) | s, b",
        "step 7: adjust b, finished; stack a, \(m) | s, b",
        "step 8: dismiss b -> \(m), finished; stack a, \(m)",
        "step 9: pop \(m) -> a, neverBegan; stack a, \(m)",
        "step 10: replace \(m) -> b, finished; stack b",
        "step 11: replace b -> s, finished; stack s",
      ])
  }

  @Test("a step of a flow has the same as JSON, and the stacks of all tabs")
  func steps() throws {
    let steps = try parsed(Sketch(story: Self.flow).stage())["steps"]?.elements ?? []
    #expect(
      steps.first?.members?.map(\.key) == [
        "start", "step", "operation", "type", "from", "to", "outcome", "stack", "tabs", "duration",
        "fps", "frames", "events",
      ])
    func names(_ node: JSONNode?) -> [[String]]? {
      node?.elements?.map { ($0.elements ?? []).compactMap(\.text) }
    }
    let m = "m, \u{1B}"
    #expect(steps.map { $0["step"]?.number } == [2, 4, 5, 6, 7, 8, 9, 10, 11])
    #expect(
      steps.map { $0["operation"]?.text } == [
        "push", "pop", "present", "push", "adjust", "dismiss", "pop", "replace", "replace",
      ])
    #expect(
      steps.map { $0["type"]?.text } == [
        "push", "push", "present", "shift", "present", "present", "push", "none", "none",
      ])
    #expect(steps.map { $0["from"]?.text } == ["a", m, m, "s", m, "b", m, m, "b"])
    #expect(steps.map { $0["to"]?.text } == [m, "a", "s", "b", "b", m, "a", "b", "s"])
    #expect(
      steps.map { names($0["stack"]) } == [
        [["a", m]], [["a", m]], [["a", m], ["s"]], [["a", m], ["s", "b"]],
        [["a", m], ["s", "b"]],
        [["a", m]], [["a", m]], [["b"]], [["s"]],
      ])
    // The last step leaves no tabs.
    let tabs = steps.map { names($0["tabs"]) }
    #expect(tabs.dropLast().allSatisfy { $0 == [["a", m], ["b"]] } && tabs.last == .some(nil))
  }

  /// Two screens with bars, a transition, and the bars that are among the targets.
  static let bars: [(transition: String, toolbarOfTo: Bool, targets: Set<String>)] = [
    (#"{ "type": "push" }"#, true, ["bar", "toolbar"]),
    (#"{ "type": "push" }"#, false, ["bar"]),
    (#"{ "type": "push", "bars": "move" }"#, true, []),
    (#"{ "type": "shift", "operation": "present" }"#, true, []),
    (#"{ "type": "shift", "operation": "present", "bars": "stay" }"#, true, ["bar", "toolbar"]),
  ]

  @Test("bars are among the targets only where they stay", arguments: bars)
  func barTargets(_ transition: String, _ toolbarOfTo: Bool, _ targets: Set<String>) throws {
    // Toolbars that look alike have no halves to move.
    func screen(_ title: String, _ toolbar: Bool) -> String {
      let items = ##""items": [{ "frame": [2, 2, \##(title == "A" ? 9 : 5), 9], "fill": "#f00" }]"##
      return """
        { "background": "#fff", "navigationBar": { "title": "\(title)", "height": 20 }
          \(toolbar ? #", "toolbar": { \#(items), "height": 10 }"# : "") }
        """
    }
    let sketch = Sketch(
      from: screen("A", true), to: screen("B", toolbarOfTo), transition: transition)
    let found = try sketch.stage().timeline(fps: 1).frames[0].targets.map { "\($0.target)" }
    let parts = found.flatMap { $0.split(separator: ".").map(String.init) }
    #expect(Set(parts.filter { ["bar", "toolbar", "tabBar"].contains($0) }) == targets, "\(found)")
  }
}

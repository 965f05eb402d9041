@testable import SceneFormat
import Testing

@Suite("what a command line changes of a scene")
struct SceneChangesTests {
  private static func reading(
    of file: String, transition: String? = nil, playsBack: Bool = false
  ) -> SceneReading {
    var changes = SceneChanges()
    (changes.transition, changes.playsBack) = (transition, playsBack)
    let shelf = Shelf([
      "a.json": #"{ "version": 1, "from": {}, "to": {}, "transition": "fade" }"#,
      "flow.json": #"{ "version": 1, "screens": { "a": {} }, "steps": [{ "show": "a" }] }"#,
      "drag.json": """
      { "version": 1, "from": {}, "to": {}, "transition": { "type": "push", "operation": "pop",
        "gesture": { "samples": [[0, 0], [0.3, 20]], "outcome": "cancel" } } }
      """,
    ])
    return SceneReading(of: file, tree: nil, changedBy: changes, from: shelf)
  }

  @Test("the transition of the command line takes the place of the scene's, with numbers and flags")
  func transition() throws {
    let reading = Self.reading(
      of: "a.json", transition: "cube,duration=400ms,direction=up,eye=500.5,delay=1")
    guard case .pair(_, _, let transition)? = reading.scene?.story else {
      Issue.record("\(reading.report)")
      return
    }
    #expect(transition.name == "cube" && transition.written.duration == 0.4)
    #expect(transition.written.direction == .up && transition.delay == 1)
    #expect(transition.arguments.first { $0.name == "eye" }?.value == 500.5)
  }

  static let values: [(text: String, kind: JSONNode.Kind)] = [
    ("1", .number(1)), ("-0.5", .number(-0.5)), ("true", .flag(true)), ("false", .flag(false)),
    ("400ms", .text("400ms")), ("#row", .text("#row")), ("nan", .text("nan")), ("", .text("")),
    ("1e3", .text("1e3")), ("a=b", .text("a=b")), ("-", .text("-")),
  ]

  @Test("a value is a number, true, false, else text", arguments: values.indices)
  func readsValue(_ index: Int) throws {
    let (text, kind) = Self.values[index]
    #expect(try JSONNode(transition: "x,k=\(text)")["k"]?.kind == kind)
  }

  static let mistakes: [(text: String, column: Int, message: String)] = [
    ("psuh", 1, "unknown recipe \"psuh\""), ("", 1, "unknown recipe \"\""),
    ("cube,directon=up", 6, "unknown key \"directon\""),
    ("cube,direction=upp", 16, "unknown direction \"upp\""),
    ("cube,eye=3", 10, "3 is out of range; it must be from 50 to 100000"),
    ("cube,oops", 6, "expected KEY=VALUE, found \"oops\""),
    ("cube,", 6, "expected KEY=VALUE, found \"\""), ("cube,=3", 6, "expected KEY=VALUE"),
    ("cube,duration=ä,eye=3", 21, "3 is out of range"), ("own.json", 1, "no file \"own.json\""),
  ]

  @Test("its mistakes are told with their columns", arguments: mistakes.indices)
  func tellsMistake(_ index: Int) throws {
    let (text, column, message) = Self.mistakes[index]
    let reading = Self.reading(of: "a.json", transition: text)
    let mistake = try #require(reading.mistakes.last)
    #expect(mistake.place == Place(file: "-t", line: 1, column: column))
    #expect(mistake.problem.message.hasPrefix(message), "\(mistake)")
    #expect(reading.report.contains("1 | \(text)\n"))
  }

  @Test("steps take neither a transition nor a way back, and what is cancelled has none")
  func refusals() {
    for (reading, message) in [
      (
        Self.reading(of: "flow.json", transition: "push"),
        "-t is for two screens, and this scene has \"steps\""
      ),
      (
        Self.reading(of: "flow.json", playsBack: true),
        "--back is for two screens, and this scene has \"steps\""
      ),
      (
        Self.reading(of: "drag.json", playsBack: true),
        "the gesture is cancelled: there is no way back"
      ),
    ] {
      #expect(reading.mistakes.map(\.problem.message) == [message])
      #expect(reading.mistakes.allSatisfy { $0.place.isInFlag && $0.place.line == 0 })
    }
  }

  @Test(
    "the way back undoes the transition half a second later, whatever its operation",
    arguments: [
      ("push", "push", "pop"), ("push", "pop", "push"), ("present", "present", "dismiss"),
      ("present", "dismiss", "present"), ("cube", "replace", "pop"),
    ])
  func back(_ recipe: String, _ operation: String, _ back: String) throws {
    let reading = Self.reading(
      of: "a.json", transition: "\(recipe),operation=\(operation),delay=1", playsBack: true)
    guard case .flow(let flow)? = reading.scene?.story else {
      Issue.record("\(reading.report)")
      return
    }
    #expect(flow.steps.map { $0.transition?.operation.rawValue } == [operation, nil, back])
    #expect(flow.steps.map(\.waitSeconds) == [0, 0.5, 0])
    #expect(flow.steps[2].after.top?.name == flow.steps[0].before.top?.name)
    // What the finger and the delay were for is the way there.
    #expect(flow.steps[2].transition?.delay == 0 && flow.steps[2].transition?.name == recipe)
  }
}

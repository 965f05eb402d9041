import Staging
import StagingTestSupport
import Testing

@testable import Inspection

@Suite("what the app is told")
struct EventTests {
  /// A transition between two screens, and the events in order: names, and screens behind them.
  struct Row: Sendable, CustomTestStringConvertible {
    var transition: String
    var told: String

    var testDescription: String { transition }
  }

  private static let short = #""gesture": { "samples": [[0, 0], [0.2, 10]] }"#
  private static let far = #""gesture": { "samples": [[0, 0], [0.2, 70]] }"#

  private static func row(
    _ operation: String, _ type: String, _ keys: String..., told: String
  ) -> Row {
    let all = [#""operation": "\#(operation)""#, #""type": "\#(type)""#] + keys
    return Row(transition: "{ \(all.joined(separator: ", ")) }", told: told)
  }

  static let rows = [
    row(
      "push", "push",
      told:
        "willDisappear from, willAppear to, began, finished, didDisappear from, didAppear to, pushed"
    ),
    row(
      "pop", "push",
      told:
        "willDisappear from, willAppear to, began, finished, didDisappear from, didAppear to, popped"
    ),
    row(
      "replace", "none",
      told:
        "willDisappear from, willAppear to, began, finished, didDisappear from, didAppear to, replaced"
    ),
    row(
      "present", "fullScreen",
      told:
        "willDisappear from, willAppear to, began, finished, didDisappear from, didAppear to, presented"
    ),
    row(
      "dismiss", "fullScreen",
      told:
        "willDisappear from, willAppear to, began, finished, didDisappear from, didAppear to, dismissed"
    ),
    // Below a sheet, the other screen stays in sight.
    row("present", "present", told: "willAppear to, began, finished, didAppear to, presented"),
    row(
      "dismiss", "present",
      told: "willDisappear from, began, finished, didDisappear from, dismissed"),
    row(
      "push", "shift", far,
      told:
        "willDisappear from, willAppear to, began, updated, released, finished, didDisappear from, "
        + "didAppear to, pushed"),
    // The order of UIKit: what appeared disappears again.
    row(
      "push", "shift", short,
      told:
        "willDisappear from, willAppear to, began, updated, released, cancelled, willDisappear to, "
        + "willAppear from, didDisappear to, didAppear from"),
    row(
      "pop", "shift", short,
      told:
        "willDisappear from, willAppear to, began, updated, released, cancelled, willDisappear to, "
        + "willAppear from, didDisappear to, didAppear from"),
    row(
      "present", "present", short,
      told: "willAppear to, began, updated, released, cancelled, willDisappear to, didDisappear to"),
    row(
      "dismiss", "present", short,
      told:
        "willDisappear from, began, updated, released, cancelled, willAppear from, didAppear from"),
    row(
      "push", "fade", #""duration": 0.5, "gesture": { "at": 0.1, "samples": [[0, 0], [0.2, 70]] }"#,
      told: "willDisappear from, willAppear to, began, caught, updated, released, finished, "
        + "didDisappear from, didAppear to, pushed"),
    row(
      "push", "push", #""gesture": { "begins": "forward", "samples": [[0, 0], [0.1, -9]] }"#,
      told: ""),
  ]

  @Test("a transition tells of its screens in UIKit's order", arguments: rows)
  func order(_ row: Row) throws {
    var sketch = Sketch.ofPlainScreens
    sketch.transition = row.transition
    #expect(try sketch.stage().timeline(fps: 1).events.words == row.told)
  }

  /// Steps of a flow between the screens `a` to `d`, and the events of the last one.
  static let walks: [(steps: String, told: String)] = [
    (
      #"{ "show": ["a", "b"] }, { "tab": "b" }"#,
      "willDisappear a, willAppear b, began, finished, didDisappear a, didAppear b, replaced"
    ),
    (
      // Both tabs have the same screen on top: two instances.
      #"{ "show": ["a", "b"] }, { "push": "c" }, { "tab": "b" }, { "push": "c" }, { "tab": "a" }"#,
      "willDisappear c, willAppear c, began, finished, didDisappear c, didAppear c, replaced"
    ),
    (
      #"{ "show": "a" }, { "present": "b" }, { "push": "c" }"#,
      "willDisappear b, willAppear c, began, finished, didDisappear b, didAppear c, pushed"
    ),
    (
      #"{ "show": "a" }, { "present": "b" }, { "push": "c" }, { "dismiss": true }"#,
      "willDisappear c, began, finished, didDisappear c, dismissed"
    ),
    (
      #"{ "show": "a" }, { "present": "b" }, { "present": "c" }"#,
      "willAppear c, began, finished, didAppear c, presented"
    ),
    (
      // What covers a sheet covers the screen behind it, too.
      #"{ "show": "a" }, { "present": "b" }, { "present": "c", "type": "fullScreen" }"#,
      "willDisappear b, willDisappear a, willAppear c, began, finished, didDisappear b, "
        + "didDisappear a, didAppear c, presented"
    ),
    (
      #"{ "show": "a" }, { "present": "b" }, { "show": "c" }"#,
      "willDisappear b, willDisappear a, willAppear c, began, finished, didDisappear b, "
        + "didDisappear a, didAppear c, replaced"
    ),
    (
      // What a sheet left in sight does not appear, however the sheet leaves.
      #"{ "show": "a" }, { "present": "b" }, { "dismiss": true, "type": "cover" }"#,
      "willDisappear b, began, finished, didDisappear b, dismissed"
    ),
    (
      #"{ "show": "a" }, { "present": "b", "type": "cover" }, { "dismiss": true, "type": "present" }"#,
      "willDisappear b, willAppear a, began, finished, didDisappear b, didAppear a, dismissed"
    ),
    (
      #"{ "show": "a" }, { "push": "b" }, { "stack": ["c", "a"] }"#,
      "willDisappear b, willAppear a, began, finished, didDisappear b, didAppear a, popped"
    ),
    (
      #"{ "show": "a" }, { "present": "b" }, { "adjust": { "top": 0.5 } }"#, "began, finished"
    ),
    (
      #"{ "show": "a" }, { "present": "b" }, { "adjust": { "top": 0.5 }, \#(short) }"#,
      "began, updated, released, cancelled"
    ),
  ]

  @Test("a step of a flow tells what comes into sight and what goes out of it", arguments: walks)
  func walk(_ steps: String, _ told: String) throws {
    #expect(try Self.flow(steps).timelines(fps: 1).last?.timeline.events.words == told)
  }

  private static func flow(_ steps: String) throws -> Stage {
    let screens = "abcd".map { #""\#($0)": \#(Sketch.plain("#fff"))"# }.joined(separator: ", ")
    return try Sketch(story: #""screens": { \#(screens) }, "steps": [\#(steps)]"#).stage()
  }

  @Test("events are told when they happen, and with what the finger did")
  func fields() throws {
    var sketch = Sketch.ofPlainScreens
    sketch.transition = """
      { "type": "fade", "duration": 0.5, "curve": "linear", "delay": 1,
        "gesture": { "kind": "pan", "at": 0.1, "samples": [[0, 0], [0.2, 24], [0.4, 36]],
          "release": { "velocity": 60 }, "velocityRule": "fling", "flingSpeed": 0.4 } }
      """
    let text = try sketch.stage().timeline(fps: 1).text
    #expect(
      text.split(separator: "\n\n").last ?? "" == """
        1  willDisappear  screen from
        1  willAppear  screen to
        1  began
        1.1  caught  progress 0.2
        1.3  updated  progress 0.4, velocity 120
        1.5  updated  progress 0.5, velocity 60
        1.5  released  progress 0.5, velocity 60, finish by velocity
        1.75  finished
        1.75  didDisappear  screen from
        1.75  didAppear  screen to
        1.75  pushed

        """)
  }

  @Test("a finger that waits begins the transition, and the screens with it")
  func lateFinger() throws {
    var sketch = Sketch.ofPlainScreens
    sketch.transition =
      #"{ "type": "shift", "delay": 1, "gesture": { "samples": [[0.5, 0], [0.7, 70]] } }"#
    let events = try sketch.stage().timeline(fps: 1).events
    #expect(events.prefix(3).map(\.time) == [1.5, 1.5, 1.5])
    #expect(Set(events.suffix(4).map(\.time)).count == 1)
  }
}

extension [Timeline.Event] {
  /// The names, each with its screen behind it.
  fileprivate var words: String {
    map { event in event.name + (event.screen.map { " \($0)" } ?? "") }.joined(separator: ", ")
  }
}

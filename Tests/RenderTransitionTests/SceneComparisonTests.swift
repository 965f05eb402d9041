import TestSupport
import Testing

@testable import RenderTransition

/// What is said of two scenes in their own words.
@Suite("two scenes, compared")
struct SceneComparisonTests {
  private let studio: Studio

  init() throws {
    studio = try .tiny()
    try studio.folder.write(Self.flow(wait: "0.1"), to: "short.json")
    try studio.folder.write(Self.flow(wait: "0.3"), to: "long.json")
  }

  private static func flow(wait: String) -> String {
    """
    { "version": 1, "canvas": { "width": 24, "height": 16 },
      "screens": { "a": { "background": "#fff" }, "b": { "background": "#123" } },
      "steps": [{ "show": "a" }, { "wait": 0.1 }, { "push": "b", "type": "shift", "duration": 0.2 },
                { "wait": \(wait) }, { "pop": true }] }
    """
  }

  /// What is said of two transitions between the same screens.
  private func compare(_ old: String, _ new: String) throws -> SceneComparison {
    var (one, two) = (studio, studio)
    (one.transition, two.transition) = (old, new)
    return try SceneComparison(
      one.animation(name: "old.json"), two.animation(name: "new.json"), fps: (60, 60), peak: nil)
  }

  static let paces: [(old: String, new: String, said: String)] = [
    (#""duration": 0.35"#, #""duration": 0.5"#, "takes 1.43 times as long (0.5 s, not 0.35 s)"),
    (#""duration": 0.5"#, #""duration": 0.502"#, "takes 1.004 times as long (0.502 s, not 0.5 s)"),
    (#""duration": 0.3"#, #""duration": 0.3, "delay": 0.2"#, "starts 0.2 s later"),
    (#""duration": 0.3, "delay": 0.205"#, #""duration": 0.3"#, "starts 0.205 s earlier"),
    (
      #""duration": 0.35"#, #""duration": 0.7, "delay": 0.1"#,
      "starts 0.1 s later, takes 2 times as long (0.7 s, not 0.35 s)"
    ),
    (#""duration": 0"#, #""duration": 0.5"#, "takes 0.5 s, not 0 s"),
  ]

  @Test("a transition says itself when it starts and how long it takes", arguments: paces)
  func pace(_ old: String, _ new: String, _ said: String) throws {
    let found = try compare("{ \"type\": \"shift\", \(old) }", "{ \"type\": \"shift\", \(new) }")
    #expect(found.paces.map(\.summary) == ["the transition \(said)"])
  }

  @Test("what only follows its transition is no change of its own, and has its very numbers")
  func follows() throws {
    let found = try compare(
      #"{ "type": "shift", "duration": 0.35 }"#,
      #"{ "type": "shift", "duration": 0.5, "delay": 0.1 }"#)
    #expect(found.ownChanges == [] && !found.changes.isEmpty)
    for change in found.changes {
      guard case .motion(_, .stretched(let factor)) = change.kind else {
        Issue.record("\(change)")
        continue
      }
      #expect(factor == 0.5 / 0.35)
    }
  }

  @Test("what moves otherwise in a slower transition is still named")
  func ownChanges() throws {
    let track = #"{ "target": "to", "x": [24, 0] }, { "target": "from", "x": [0, "#
    let start = #"{ "type": "custom", "push": { "order": ["from", "to"], "tracks": ["#
    let found = try compare(
      "\(start)\(track)-8] }] }, \"duration\": 0.3 }",
      "\(start)\(track)-9] }] }, \"duration\": 0.4 }")
    #expect(found.ownChanges.map(\.layer) == ["from"])
    #expect(found.changes.map(\.layer) == ["to", "from"])
  }

  @Test("another curve is not taken for another length")
  func curve() throws {
    let found = try compare(
      #"{ "type": "shift", "duration": 0.3, "curve": "linear" }"#,
      #"{ "type": "shift", "duration": 0.3, "curve": "easeIn" }"#)
    #expect(found.paces == [] && found.className == "curve changed")
  }

  @Test("a longer wait in a flow is a later start of the transition behind it")
  func flow() throws {
    let found = try SceneComparison(
      Animation(sceneAt: studio.folder.path("short.json")),
      Animation(sceneAt: studio.folder.path("long.json")), fps: (50, 50), peak: nil)
    #expect(
      found.paces.map(\.summary) == ["transition 2 starts 0.2 s later after the one before"])
    #expect(found.changes == [] && found.className == "delayed")
  }
}

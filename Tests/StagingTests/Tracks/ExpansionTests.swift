import Inspection
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("a transition that is printed in the language")
struct ExpansionTests {
  static let operations = ["push", "pop", "present", "dismiss"]

  /// Ways of using a recipe that change what its own file says.
  static let uses = [
    "", #", "direction": "up""#, #", "direction": "right", "duration": 0.7"#,
    #", "curve": { "spring": { "mass": 1, "stiffness": 200, "damping": 15 } }, "delay": 0.1"#,
    #", "random": 7, "shared": [{ "id": "card", "arc": 0.5, "fade": [0.1, 0.7] }]"#,
    #", "shared": [{ "from": "card", "to": "screen", "fit": "cover", "keep": "to" }]"#,
    #", "tracks": [{ "target": "to", "opacity": [0.5, 1] }], "set": { "from": { "blur": 1 } }"#,
  ]

  @Test(
    "plays the very same run", arguments: RecipeLibrary.names, operations)
  func samePlay(_ recipe: String, _ operation: String) throws {
    // Each recipe has every use in one of the four operations, which take turns.
    let turn = try #require(RecipeLibrary.names.firstIndex(of: recipe))
    let other = try #require(Self.operations.firstIndex(of: operation))
    for (index, use) in Self.uses.enumerated() where (turn + other + index) % 4 == 0 {
      // Hundreds of tiles say no more in other uses than two.
      guard recipe != "explode" || (1...2).contains(index) else { continue }
      try expectSame(#"{ "type": "\#(recipe)", "operation": "\#(operation)"\#(use) }"#)
    }
  }

  @Test(
    "leaves bars in place as they were", arguments: ["push", "zoom", "sharedImage"],
    ["push", "pop"])
  func bars(_ recipe: String, _ operation: String) throws {
    func screen(_ title: String) -> String {
      """
      { "background": "white", "statusBar": true, "homeIndicator": true,
        "navigationBar": { "title": "\(title)", "back": "Back" },
        "tabBar": { "items": [{ "title": "One" }, { "title": "Two" }] } }
      """
    }
    var written = Sketch(
      from: screen("A"), to: screen("B"), height: 300)
    for more in ["", #", "push": { "tracks": [{ "target": "to.bar.title", "y": [9, 0] }] }"#] {
      written.transition = #"{ "type": "\#(recipe)", "operation": "\#(operation)"\#(more) }"#
      var printed = written
      printed.transition = try expanded(written.transition)
      #expect(printed.transition.contains("to.tabBar"))
      try expectSame(written, printed)
    }
  }

  @Test("lets the layers of a pattern start in the same order", arguments: ["push", "pop"])
  func stagger(_ operation: String) throws {
    let track = #"{ "target": "to#*", "x": [9, 0], "stagger": { "spread": 0.5, "from": "end" } }"#
    let layers = """
      { "layers": [{ "id": "a", "frame": [0, 0, 9, 9] }, { "id": "b", "frame": [0, 0, 9, 9] }] }
      """
    var written = Sketch(from: layers, to: layers)
    written.transition = """
      { "type": "custom", "operation": "\(operation)", "push": { "tracks": [\(track)] } }
      """
    let stage = try written.stage()
    var printed = written
    printed.transition = stage.runs[0].transition.expandedJSON
    try expectSame(written, printed)
  }

  @Test("has the parameters that the scene gives", arguments: RecipeLibrary.names)
  func parameters(_ name: String) throws {
    let recipe = try #require(RecipeLibrary.recipe(named: name))
    for parameter in recipe.parameters {
      var value = "false"
      if case .number(let minimum, let maximum) = parameter.kind {
        value = "\(((minimum ?? 0) + 3 * (maximum ?? 1)) / 4)"
      }
      for operation in ["push", "pop"] {
        try expectSame(
          #"{ "type": "\#(name)", "operation": "\#(operation)", "\#(parameter.name)": \#(value) }"#)
      }
    }
  }

  @Test("keeps random choices, also on the way back", arguments: ["push", "pop", "dismiss"])
  func random(_ operation: String) throws {
    try expectSame(
      """
      { "type": "custom", "operation": "\(operation)", "direction": "down", "writtenFor": "left",
        "random": 3, "present": { "tracks": [
          { "target": "to", "x": ["=random(-50, 50)", 0], "rotate": [0, "=random(1, 2)", 0] },
          { "target": "from", "y": { "0%": 0, "40%": "=random(0, w)", "100%": "=random(0, h)" } }
        ] } }
      """)
  }

  @Test(
    "of a recipe that extends another with nothing plays the run of that other one",
    arguments: RecipeLibrary.names, operations)
  func extendingWithNothing(_ recipe: String, _ operation: String) throws {
    var (plain, extended) = (Sketch.ofPlainScreens, Sketch.ofPlainScreens)
    plain.transition = #"{ "type": "\#(recipe)", "operation": "\#(operation)" }"#
    extended.transition =
      #"{ "type": "\#(recipe)", "operation": "\#(operation)", "summary": "Mine", "set": {} }"#
    try expectSame(plain, extended)
  }

  @Test("has the shared elements of its side")
  func elements() throws {
    try expectSame(
      #"{ "type": "fade", "push": { "shared": { "arc": 0.5, "elements": [{ "id": "card" }, { "id": "lost" }] } } }"#
    )
    var sketch = Sketch.ofPlainScreens
    sketch.transition =
      #"{ "type": "fade", "push": { "shared": { "elements": [{ "id": "card" }] } } }"#
    let stage = try sketch.stage()
    sketch.transition = #"{ "type": "fade", "shared": [{ "id": "card" }] }"#
    let written = try sketch.stage()
    #expect(stage.frame(at: 0.2) == written.frame(at: 0.2))
  }

  @Test("a gesture and its rules are kept")
  func gesture() throws {
    try expectSame(
      """
      { "type": "push", "operation": "pop", "direction": "down",
        "gesture": { "samples": [[0, 0], [0.2, 50]], "release": { "at": 0.3 }, "touch": true } }
      """)
  }

  @Test("a second print says the same as the first")
  func stable() throws {
    for direction in ["left", "down"] {
      let first = try expanded(#"{ "type": "push", "direction": "\#(direction)" }"#)
      #expect(try expanded(first) == first)
      #expect(first.contains("writtenFor") == (direction == "down"))
    }
  }

  private func expanded(_ transition: String) throws -> String {
    var sketch = Sketch.ofPlainScreens
    sketch.transition = transition
    let reading = SceneReading(of: "scene.json", from: OneText(sketch.text))
    guard case .pair(_, _, let transition)? = reading.scene?.story else {
      Issue.record("\(reading.report)")
      return ""
    }
    return transition.expandedJSON
  }

  /// Holds every frame's list of commands, and the pictures in them, against those of the print.
  private func expectSame(
    _ transition: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var (written, printed) = (Sketch.ofPlainScreens, Sketch.ofPlainScreens)
    written.transition = transition
    printed.transition = try expanded(transition)
    try expectSame(written, printed, sourceLocation: sourceLocation)
  }

  private func expectSame(
    _ written: Sketch, _ printed: Sketch, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let transition = written.transition
    let (one, other) = (try written.stage(), try printed.stage())
    #expect(one.pictures == other.pictures, "\(transition)", sourceLocation: sourceLocation)
    #expect(one.seconds == other.seconds, "\(transition)", sourceLocation: sourceLocation)
    for time in [0.1, 0.35, 0.8, 1].map({ $0 * one.seconds }) {
      #expect(
        one.frame(at: time) == other.frame(at: time), "\(transition) at \(time)",
        sourceLocation: sourceLocation)
    }
    // The printed form extends nothing: its type is `custom`.
    let texts = [one, other].map { stage in
      stage.timelineJSON(fps: 5).replacing(/"type": "[^"]*"/, with: "")
    }
    #expect(texts[0] == texts[1], "\(transition)", sourceLocation: sourceLocation)
  }
}

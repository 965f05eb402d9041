import Motion
import Testing

@testable import SceneFormat

/// A recipe on top of another one, and the recipe that says the same without.
struct ExtendingCase: CustomTestStringConvertible, Sendable {
  let title: String
  let base: String
  let own: String
  let merged: String

  init(_ title: String, base: String, own: String, merged: String) {
    (self.title, self.base, self.own, self.merged) = (title, base, own, merged)
  }

  var testDescription: String { title }
}

@Suite("a recipe that extends another")
struct ExtendingTests {
  private struct Unreadable: Error {}

  /// The transition of a scene, with recipe files beside it.
  private func transition(
    _ text: String, _ files: [String: String] = [:]
  ) throws -> Transition {
    let reading = Shelf(files).reading(
      "{ \"version\": 1, \"from\": {}, \"to\": {}, \"transition\": \(text) }")
    guard case .pair(_, _, let transition)? = reading.scene?.story else {
      Issue.record("\(reading.report)")
      throw Unreadable()
    }
    return transition
  }

  private func recipe(_ text: String, _ files: [String: String] = [:]) throws -> Recipe {
    try transition("\"own.json\"", files.merging(["own.json": text]) { $1 }).recipe
  }

  @Test("has what it says, and of the other one what it leaves open", arguments: cases)
  func merges(_ merge: ExtendingCase) throws {
    let merged = try recipe(
      "{ \"extends\": \"base.json\", \(merge.own) }", ["base.json": "{ \(merge.base) }"])
    let expected = try recipe("{ \(merge.merged) }")
    #expect(merged.withoutPlaces == expected.withoutPlaces)
    #expect(merged.json == expected.json)
  }

  private static let cases: [ExtendingCase] = [
    ExtendingCase(
      "in words about the whole",
      base: #""summary": "A", "direction": "left", "duration": 1, "push": {}"#,
      own: #""summary": "B", "duration": 2"#,
      merged: #""summary": "B", "direction": "left", "duration": 2, "push": {}"#),
    ExtendingCase(
      "in its direction, with which the tracks of the other one turn",
      base: #""direction": "left", "push": { "tracks": [{ "target": "to", "x": [9, 0] }] }"#,
      own: #""direction": "up""#,
      merged:
        #""direction": "up", "writtenFor": "left", "push": { "tracks": [{ "target": "to", "x": [9, 0] }] }"#
    ),
    ExtendingCase(
      "in its direction, where the other one has none",
      base: #""duration": 1, "push": { "gesture": { "threshold": 0.3 } }"#,
      own: #""direction": "up", "push": { "tracks": [{ "target": "to", "y": [9, 0] }] }"#,
      merged:
        #""direction": "up", "duration": 1, "push": { "gesture": { "threshold": 0.3 }, "tracks": [{ "target": "to", "y": [9, 0] }] }"#
    ),
    ExtendingCase(
      "in parameters, by name and then by key",
      base:
        #""parameters": { "top": { "default": 1, "range": [0, 2], "help": "A" }, "on": { "default": true } }, "push": {}"#,
      own:
        #""parameters": { "new": { "default": 3 }, "on": { "default": false, "help": "B" }, "top": { "default": 0.5 } }"#,
      merged:
        #""parameters": { "top": { "default": 0.5, "range": [0, 2], "help": "A" }, "on": { "default": false, "help": "B" }, "new": { "default": 3 } }, "push": {}"#
    ),
    ExtendingCase(
      "in the keys of a side",
      base:
        #""push": { "curve": "easeIn", "duration": 1, "order": ["from", "to"], "isolate": true, "rest": true }"#,
      own: #""push": { "curve": "linear", "order": ["to"], "rest": false }"#,
      merged:
        #""push": { "curve": "linear", "duration": 1, "order": ["to"], "isolate": true, "rest": false }"#
    ),
    ExtendingCase(
      "in sides that one of them writes alone",
      base: #""push": { "curve": "easeIn" }"#, own: #""pop": { "curve": "easeOut" }"#,
      merged: #""push": { "curve": "easeIn" }, "pop": { "curve": "easeOut" }"#),
    ExtendingCase(
      "where the other one has no side at all",
      base: #""duration": 2, "parameters": { "far": { "default": 3 } }"#,
      own: #""push": { "tracks": [{ "target": "to", "x": ["=far", 0] }] }"#,
      merged:
        #""duration": 2, "parameters": { "far": { "default": 3 } }, "push": { "tracks": [{ "target": "to", "x": ["=far", 0] }] }"#
    ),
    ExtendingCase(
      "in set, by target and then by key",
      base:
        #""push": { "set": { "to": { "opacity": 0.5, "shadow": { "radius": 3, "opacity": 1 } }, "from": { "clip": true } } }"#,
      own:
        #""push": { "set": { "container": { "perspective": 9 }, "to": { "shadow": { "radius": 8 }, "mask": { "frame": [0, 0, 1, 1] } } } }"#,
      merged:
        #""push": { "set": { "to": { "opacity": 0.5, "shadow": { "radius": 8 }, "mask": { "frame": [0, 0, 1, 1] } }, "from": { "clip": true }, "container": { "perspective": 9 } } }"#
    ),
    ExtendingCase(
      "in things of its own, by their ids",
      base: #"""
        "push": { "order": ["from", "a", "b"],
          "layers": [{ "id": "l", "in": "to", "frame": [0, 0, 1, 1] }, { "id": "m", "in": "b", "frame": [0, 0, 2, 2] }],
          "snapshots": [{ "id": "a", "of": "from", "rect": [0, 0, 1, 1] }],
          "slices": [{ "id": "b", "of": "to", "columns": 2 }] }
        """#,
      own: #"""
        "push": {
          "layers": [{ "id": "n", "in": "a", "frame": [0, 0, 3, 3] }, { "id": "l", "in": "from", "frame": [0, 0, 4, 4] }],
          "snapshots": [{ "id": "c", "of": "to", "rect": [0, 0, 2, 2] }, { "id": "a", "of": "to", "rect": [0, 0, 3, 3] }],
          "slices": [{ "id": "b", "of": "from", "rows": 3 }] }
        """#,
      merged: #"""
        "push": { "order": ["from", "a", "b"],
          "layers": [{ "id": "l", "in": "from", "frame": [0, 0, 4, 4] }, { "id": "m", "in": "b", "frame": [0, 0, 2, 2] },
            { "id": "n", "in": "a", "frame": [0, 0, 3, 3] }],
          "snapshots": [{ "id": "a", "of": "to", "rect": [0, 0, 3, 3] }, { "id": "c", "of": "to", "rect": [0, 0, 2, 2] }],
          "slices": [{ "id": "b", "of": "from", "rows": 3 }] }
        """#),
    ExtendingCase(
      "in tracks, which replace those of the same property of the same target",
      base: #"""
        "push": { "tracks": [
          { "target": "to", "x": [9, 0], "scale": [2, 1], "curve": "easeIn" },
          { "target": "to", "x": 5, "additive": true }, { "target": "from", "x": [0, 1] }] }
        """#,
      own: #"""
        "push": { "tracks": [{ "target": "to", "x": [7, 0], "scaleY": 1 },
          { "target": "from", "x": 3, "additive": true }] }
        """#,
      merged: #"""
        "push": { "tracks": [
          { "target": "to", "scaleX": [2, 1], "curve": "easeIn" }, { "target": "from", "x": [0, 1] },
          { "target": "to", "x": [7, 0], "scaleY": 1 }, { "target": "from", "x": 3, "additive": true }] }
        """#),
    ExtendingCase(
      "in tracks of what the other one calls its own, with its parameters",
      base: #"""
        "parameters": { "far": { "default": 3 } },
        "push": { "order": ["from", "t"], "slices": [{ "id": "t", "of": "to", "columns": 2 }] }
        """#,
      own: #""push": { "tracks": [{ "target": "t", "x": "=far * column" }] }"#,
      merged: #"""
        "parameters": { "far": { "default": 3 } },
        "push": { "order": ["from", "t"], "slices": [{ "id": "t", "of": "to", "columns": 2 }],
          "tracks": [{ "target": "t", "x": "=far * column" }] }
        """#),
    ExtendingCase(
      "in rules of gestures and shared elements, by key, and in elements, by their ends",
      base: #"""
        "push": { "gesture": { "threshold": 0.3, "begins": "forward", "tail": { "curve": "easeIn", "speed": 2 } },
          "shared": { "arc": 1, "fit": "cover", "elements": [{ "from": "a", "to": "b" }, { "id": "c" }, { "id": "d" }] } }
        """#,
      own: #"""
        "push": { "gesture": { "threshold": 0.6, "tail": { "duration": 1 } },
          "shared": { "arc": 0, "elements": [{ "from": "x", "to": "b" }, { "from": "d", "to": "y", "arc": 0.5 }] } }
        """#,
      merged: #"""
        "push": { "gesture": { "threshold": 0.6, "begins": "forward", "tail": { "curve": "easeIn", "duration": 1 } },
          "shared": { "arc": 0, "fit": "cover",
            "elements": [{ "id": "c" }, { "from": "x", "to": "b" }, { "from": "d", "to": "y", "arc": 0.5 }] } }
        """#),
  ]

  @Test("with nothing is that other one", arguments: RecipeLibrary.names)
  func nothing(_ name: String) throws {
    let extended = try recipe("{ \"extends\": \"\(name)\" }")
    let base = try #require(RecipeLibrary.recipe(named: name))
    #expect(extended.withoutPlaces == base.withoutPlaces)
    #expect(extended.json == base.json)
  }

  @Test("may extend one that extends a third one")
  func chain() throws {
    let files = [
      "folder/b.json": #"{ "extends": "c.json", "push": { "duration": 2 } }"#,
      "folder/c.json":
        #"{ "extends": "fade", "duration": 3, "push": { "duration": 4, "rest": true } }"#,
    ]
    let recipe = try recipe(#"{ "extends": "folder/b.json", "summary": "Mine" }"#, files)
    let side = recipe.side(for: .push)
    #expect(recipe.duration == 3 && recipe.summary == "Mine")
    #expect(side.duration == 2 && side.rests == true && side.tracks.count > 0)
  }

  @Test("serves many: a base with a duration and a finger's rules, and one file for each motion")
  func baseClass() throws {
    let base =
      #"{ "duration": 0.35, "push": { "gesture": { "kind": "edgePan", "threshold": 0.4 } } }"#
    for target in ["from", "to"] {
      let text = """
        { "extends": "base.json", "direction": "left",
          "push": { "tracks": [{ "target": "\(target)", "x": ["100%", 0] }] } }
        """
      let recipe = try recipe(text, ["base.json": base])
      let side = recipe.side(for: .pop)
      #expect(recipe.duration == 0.35 && recipe.trackDirection == .left)
      #expect(side.gesture?.kind == .edgePan && side.gesture?.threshold == 0.4)
      #expect(side.tracks.map(\.target.description) == [target == "to" ? "from" : "to"])
    }
  }

  @Test("is what a transition becomes by keys beside its type: those of the side that plays")
  func looseKeys() throws {
    let base =
      #"{ "push": { "rest": true, "tracks": [{ "target": "to", "x": [9, 0], "y": [1, 2] }] } }"#
    let pop = try transition(
      #"{ "type": "base.json", "operation": "pop", "tracks": [{ "target": "from", "x": [0, 5] }] }"#,
      ["base.json": base])
    let expected = try recipe(
      #"""
      { "push": { "rest": true, "tracks": [{ "target": "to", "x": [9, 0], "y": [1, 2] }] },
        "pop": { "tracks": [{ "target": "from", "y": [2, 1] }, { "target": "from", "x": [0, 5] }] } }
      """#)
    #expect(pop.name == "base.json" && pop.operation == .pop)
    #expect(pop.recipe.side(for: .push).withoutPlaces == expected.side(for: .push).withoutPlaces)
    let (side, wanted) = (pop.recipe.side(for: .pop), expected.side(for: .pop))
    #expect(side.tracks.map(\.properties.count) == [1, 1] && side.rests == nil)
    #expect(side.withoutPlaces.node == wanted.withoutPlaces.node)
  }

  @Test("is what a transition becomes by whole sides beside its type")
  func sides() throws {
    let transition = try transition(
      #"{ "type": "push", "parallax": 0.1, "parameters": { "far": { "default": 2 } }, "pop": { "curve": "linear" } }"#
    )
    #expect(transition.operation == .push && transition.name == "push")
    #expect(transition.recipe.side(for: .pop).curve == .linear)
    #expect(transition.arguments.first { $0.name == "parallax" }?.value == 0.1)
    #expect(transition.arguments.first { $0.name == "far" }?.value == 2)
  }

  @Test("in a step belongs to what that does, and to what undoes it")
  func steps() throws {
    let reading = Shelf().reading(
      """
      { "version": 1, "screens": { "a": {}, "b": {} }, "steps": [{ "show": "a" },
        { "push": "b", "type": "fade", "tracks": [{ "target": "to", "x": [9, 0] }] },
        { "pop": true, "tracks": [{ "target": "from", "y": [0, 7] }] }] }
      """)
    guard case .flow(let flow)? = reading.scene?.story,
      let push = flow.steps[1].transition, let pop = flow.steps[2].transition
    else {
      Issue.record("\(reading.report)")
      return
    }
    let x = push.recipe.side(for: .push).tracks.last
    #expect(x?.target == .screen(.to) && x?.properties.map(\.property) == [.x])
    let tracks = pop.recipe.side(for: .pop).tracks.suffix(2)
    #expect(tracks.map(\.target) == [.screen(.from), .screen(.from)])
    #expect(tracks.map { $0.properties.map(\.property) } == [[.x], [.y]])
    #expect(push.recipe.side(for: .pop).tracks.last?.properties.map(\.property) == [.x])
  }

  @Test("and travels with shared elements of its own, unless the scene uses their ends")
  func elements() throws {
    let transition = try transition(
      #"""
      { "type": "custom", "shared": [],
        "push": { "shared": { "elements": [{ "id": "a" }, { "from": "b", "to": "screen" }] } } }
      """#)
    let side = transition.recipe.side(for: .push)
    #expect(transition.elements(of: side).map(\.name) == ["a", "b"])
    var changed = transition
    changed.written.shared = [SharedElement(place: .nowhere, from: .layer("x"), to: .layer("a"))]
    #expect(changed.elements(of: side).map(\.name) == ["b", "x"])
    let back = transition.recipe.side(for: .pop)
    #expect(transition.elements(of: back).map(\.from) == [.layer("a"), .screen])
  }

  @Test(
    "is told what is wrong",
    arguments: [
      (
        #"{ "extends": "b.json", "push": {} }"#, #"{ "extends": "own.json", "push": {} }"#,
        ["b.json:1:14: error: files name each other: own.json → b.json → own.json"]
      ),
      (
        #"{ "extends": "own.json", "push": {} }"#, "",
        ["own.json:1:14: error: files name each other: own.json → own.json"]
      ),
      (
        #"{ "extends": "b.json" }"#, #"{ "extends": "scene.json", "push": {} }"#,
        [
          "b.json:1:14: error: files name each other: scene.json → own.json → b.json → scene.json"
        ]
      ),
      (
        #"{ "extends": "pusj" }"#, "",
        [#"own.json:1:14: error: unknown recipe "pusj"; did you mean "push"?"#]
      ),
      (
        #"{ "extends": "custom" }"#, "",
        [
          #"own.json:1:14: error: unknown recipe "custom"; "render-transition list recipes" lists them"#
        ]
      ),
      (
        #"{ "extends": "c.json" }"#, "{}",
        [#"own.json:1:14: error: no file "c.json"; tried c.json; did you mean "b.json"?"#]
      ),
      (
        #"{ "extends": "b.json" }"#, #"{ "duration": 1 }"#,
        ["own.json:1:1: error: a recipe needs at least one of push, pop, present, dismiss, replace"]
      ),
      (
        #"{ "extends": "b.json", "push": { "tracks": [{ "target": "ede", "x": 1 }] } }"#,
        #"{ "push": { "layers": [{ "id": "edge", "in": "to", "frame": [0, 0, 1, 1] }] } }"#,
        [#"own.json:1:57: error: unknown target "ede"; did you mean "edge"?"#]
      ),
      (
        #"{ "extends": "b.json", "push": { "snapshots": [{ "id": "edge", "of": "to", "rect": [0, 0, 1, 1] }] } }"#,
        #"{ "push": { "layers": [{ "id": "edge", "in": "to", "frame": [0, 0, 1, 1] }] } }"#,
        [#"own.json:1:56: error: "edge" is a target already; choose another name"#]
      ),
      (
        #"{ "push": { "layers": [{ "id": "dim", "in": "to", "frame": [0, 0, 1, 1] }, { "id": "to#a", "in": "to", "frame": [0, 0, 1, 1] }] } }"#,
        "",
        [
          #"own.json:1:32: error: "dim" is a target already; choose another name"#,
          #"own.json:1:84: error: "to#a" is a target already; choose another name"#,
        ]
      ),
      (
        #"{ "extends": "b.json", "parameters": { "far": { "default": true }, "on": { "default": 1 }, "top": { "default": 3 } } }"#,
        #"{ "parameters": { "far": { "default": 1 }, "on": { "default": true }, "top": { "default": 1, "range": [0, 2] } }, "push": {} }"#,
        [
          #"own.json:1:60: error: "far" is a number"#,
          #"own.json:1:87: error: "on" is true or false"#,
          "own.json:1:112: error: 3 is out of range; it must be from 0 to 2",
        ]
      ),
      (
        #"{ "push": { "shared": { "elements": [{ "id": "a" }, { "from": "a", "to": "b" }] } } }"#,
        "",
        [#"own.json:1:63: error: "from#a" is there twice"#]
      ),
    ])
  func mistakes(_ own: String, _ base: String, _ lines: [String]) {
    var files = ["own.json": own]
    if !base.isEmpty { files["b.json"] = base }
    let reading = Shelf(files).reading(
      #"{ "version": 1, "from": {}, "to": {}, "transition": "own.json" }"#)
    #expect(reading.mistakes.map(\.description) == lines)
  }

  @Test("leads through as many files as a scene may name")
  func longChain() throws {
    var files: [String: String] = [:]
    let last = 500
    for number in 0..<last {
      files["\(number).json"] = "{ \"extends\": \"\(number + 1).json\", \"push\": {} }"
    }
    files["\(last).json"] = #"{ "duration": 7, "push": { "duration": 5 } }"#
    #expect(try transition(#""0.json""#, files).recipe.side(for: .push).duration == 5)
  }
}

import Formatting
import Motion
import TestSupport
import Testing

@testable import SceneFormat

@Suite("recipes")
struct RecipeTests {
  @Test("a built-in recipe has no mistakes and says what it does", arguments: RecipeLibrary.names)
  func isSound(_ name: String) throws {
    let file = try #require(RecipeLibrary.files.first { $0.name == name })
    let reading = RecipeLibrary.reading(file.bytes, name: name)
    #expect(reading.mistakes.map(\.description) == [])
    let recipe = try #require(reading.recipe)
    #expect(recipe == RecipeLibrary.recipe(named: name))
    #expect(!recipe.summary.isEmpty && !recipe.summary.hasSuffix("."))
    #expect(recipe.parameters.allSatisfy { !$0.help.isEmpty })
  }

  @Test("a recipe that is printed reads back to itself", arguments: RecipeLibrary.names)
  func roundTrip(_ name: String) throws {
    let recipe = try #require(RecipeLibrary.recipe(named: name))
    let again = RecipeLibrary.reading(Array(recipe.json.utf8), name: name)
    #expect(again.mistakes.map(\.description) == [])
    #expect(again.recipe?.withoutPlaces == recipe.withoutPlaces)
    #expect(again.recipe?.json == recipe.json)
  }

  @Test("everything that tracks can say is printed and read back")
  func roundTripOfEverything() throws {
    let text = """
      { "direction": "up", "duration": "350ms",
        "parameters": { "on": { "default": true }, "far": { "default": 2 } },
        "dismiss": {
          "curve": [0.1, 0.2, 0.3, 0.4], "duration": 1, "isolate": true, "rest": true,
          "order": ["to", "from.bar.title", "tiles[2]", "left"],
          "snapshots": [{ "id": "left", "of": "from", "rect": [0, "=H/2", "50%", "33.3%"] }],
          "slices": [{ "id": "tiles", "of": "to", "columns": "=round(far)",
            "stagger": { "spread": 0.3, "from": "edges" } }],
          "set": { "to": { "bleed": 1 }, "from#a": { "bleed": "=on" }, "to.mask": { "shadow": { "offset": [0, "=far"] } } },
          "tracks": [
            { "target": "tiles", "x": "=random(-1, 1)*column", "during": [0.1, 0.7],
              "through": [0, 0.5], "additive": true, "repeat": 2.5, "autoreverse": true,
              "interpolate": "cubic", "curve": { "steps": 4 } },
            { "target": "to", "cornerRadius": [0, [1, 2, 3, "=w"]], "fill": ["red", "#1234"],
              "anchor": [[0, 1], [0, 1, 5]], "frame": [[0, 0, "10%", 20]], "hidden": [true, false],
              "shadow.color": { "0%": "red", "7%": { "value": "blue", "curve": "easeIn" } },
              "scaleX": "=random(1, 2)", "scaleY": "=random(1, 2)" },
            { "target": "from", "scale": ["=random(1, 2)", 3],
              "fill": { "gradient": "conic", "stops": [["red", 0], ["blue", 1]] },
              "curve": { "spring": { "mass": 2, "stiffness": 3, "damping": 4 } } },
            { "target": "from#b", "x": [1, 0], "inPlace": true },
            { "target": "to#row*", "y": ["=9*index", 0], "inPlace": true,
              "stagger": { "spread": "=far/9", "from": "center", "reverse": true } },
            { "target": "to#name", "size": [12, 20], "color": ["red", "blue"] },
            { "target": "to#line", "stroke.width": [0, "=far"] },
            { "target": "dim", "opacity": 0.5, "curve": { "spring": { "bounce": 0.2 } } },
            { "target": "container", "perspective": 500,
              "curve": { "spring": { "response": 0.2, "dampingFraction": 0.5, "velocity": 1 } } }
          ],
          "gesture": { "kind": "edgePan", "distance": "=far*W", "follow": "tiles", "edgeWidth": 3, "threshold": 0.1, "inclusive": true,
            "begins": "forward", "velocityRule": "fling", "flingSpeed": 2, "scrub": "time",
            "onSystemCancel": "decide", "outcome": "finish", "touch": true,
            "tail": { "curve": { "spring": { "response": 1, "velocity": 0 } }, "speed": 2, "duration": 1 } } } }
      """
    let first = RecipeLibrary.reading(Array(text.utf8), name: "all")
    #expect(first.mistakes.map(\.description) == [])
    let recipe = try #require(first.recipe)
    let second = RecipeLibrary.reading(Array(recipe.json.utf8), name: "all")
    #expect(second.mistakes.map(\.description) == [])
    #expect(second.recipe?.withoutPlaces == recipe.withoutPlaces)
  }

  @Test("what is unwritten is not printed, and keys are in the order of the format")
  func printedKeys() throws {
    let text = """
      { "push": { "gesture": { "tail": { "speed": 2 }, "threshold": 0.3, "kind": "pan" },
          "tracks": [{ "x": [1, 2], "repeat": 1, "during": [0, 1], "target": "to" }] } }
      """
    let recipe = try #require(RecipeLibrary.reading(Array(text.utf8), name: "a").recipe)
    let printed = try JSONParser.parse(Array(recipe.json.utf8), file: "a", limits: Limits())
    func keys(_ node: JSONNode?) -> [String] { (node?.members ?? []).map(\.key) }
    let side = printed["push"]
    #expect(keys(printed) == ["push"] && keys(side) == ["tracks", "gesture"])
    #expect(keys(side?["tracks"]?.elements?.first) == ["target", "x"])
    #expect(keys(side?["gesture"]) == ["kind", "threshold", "tail"])
    #expect(keys(side?["gesture"]?["tail"]) == ["speed"])
  }

  @Test("a percent that is printed reads back to the same fraction")
  func percents() {
    var random = SeededRandom.fresh("percents")
    let some = (0..<2000).map { _ in Double.random(in: -3...3, using: &random) }
    for fraction in [0.07, 1.0 / 3, 0, 1, 0.29, 1e-7, -0.3] + some {
      #expect(Percent(NumberFormat.percent(fraction))?.fraction == fraction, "\(fraction)")
    }
    #expect(NumberFormat.percent(0.07) == "7%" && NumberFormat.percent(0.333) == "33.3%")
  }

  @Test("recede has the numbers of its page")
  func recede() throws {
    let recipe = try #require(RecipeLibrary.recipe(named: "recede"))
    let pop = recipe.side(for: .pop)
    #expect(recipe.duration == 0.6 && recipe.direction == .left)
    #expect(pop.curve == .spring(.damped(ratio: 1, velocity: 0.1)))
    #expect(pop.order == [.screen(.to), .screen(.from)])
    #expect(recipe.side(for: .push).curve == .spring(.damped(ratio: 1, velocity: nil)))
    #expect(recipe.parameters.map(\.defaultValue) == [0.965, 0.3])
  }

  @Test("the way back of zoom is that of its page")
  func zoom() throws {
    let recipe = try #require(RecipeLibrary.recipe(named: "zoom"))
    let pop = recipe.side(for: .pop)
    #expect(pop.operation == .pop && pop.order == [.screen(.to), .screen(.from)])
    #expect(pop.tracks.map(\.target) == [.screen(.from)])
    let scale = try #require(pop.tracks.first?.properties.first)
    #expect(scale.property == .scaleX && scale.keyframes.map(\.position) == [0, 1])
    #expect(scale.keyframes.first?.value == .numbers([.number(1)]))
    #expect(recipe.side(for: .present).order == recipe.side(for: .push).order)
  }

  @Test(
    "a stand-in plays before a reverse does",
    arguments: [
      (["push"], Operation.present, "push", false), (["push"], .pop, "push", true),
      (["push"], .dismiss, "push", true), (["pop"], .push, "pop", true),
      (["push", "dismiss"], .pop, "dismiss", false),
      (["present", "dismiss"], .push, "present", false),
    ])
  func sides(_ sides: [String], _ wanted: Operation, _ plays: String, _ isReversed: Bool) throws {
    let bodies = sides.map { "\"\($0)\": { \"tracks\": [] }" }.joined(separator: ", ")
    let recipe = try #require(
      RecipeLibrary.reading(Array("{ \(bodies) }".utf8), name: "a").recipe)
    let (operation, backward) = recipe.writtenOperation(for: wanted)
    #expect(operation.rawValue == plays && backward == isReversed)
    #expect(recipe.side(for: wanted).operation == wanted)
  }

  @Test("a reverse exchanges the screens, mirrors time and keeps curves running forward")
  func reversal() throws {
    let text = """
      { "push": { "curve": "easeIn", "order": ["from", "to#a"],
          "set": { "from": { "clip": true, "bleed": 1 } },
          "layers": [{ "id": "edge", "in": "to", "frame": [0, 0, 1, 1] }],
          "tracks": [{ "target": "to.bar", "during": [0.25, 0.5], "through": [0, 0.75],
            "x": { "0%": 1, "25%": { "value": 2, "curve": "easeOut" }, "100%": 3 } }] } }
      """
    let recipe = try #require(RecipeLibrary.reading(Array(text.utf8), name: "a").recipe)
    let side = recipe.side(for: .pop)
    #expect(side.curve == Curve.named("easeIn"))
    #expect(side.order == [.screen(.to), .layer(.from, "a")])
    #expect(side.settings.map(\.target) == [.screen(.to)])
    #expect(side.layers.map(\.parent) == [.screen(.from)])
    let track = try #require(side.tracks.first)
    #expect(track.target == .part(.from, .bar))
    #expect(track.during == Window(0.5, 0.75) && track.through == Window(0.25, 1))
    let keyframes = track.properties[0].keyframes
    #expect(keyframes.map(\.position) == [0, 0.75, 1])
    #expect(keyframes.map(\.value) == [3, 2, 1].map { .numbers([.number($0)]) })
    // The way between 2 and 3 is the first one now, and has kept its curve.
    #expect(keyframes.map(\.curve) == [Curve.named("easeOut"), nil, nil])
    #expect(side.reversed.reversed.withoutPlaces == side.withoutPlaces)
  }

  @Test("a transition is printed expanded, with the values that the scene gives")
  func expansion() throws {
    let scene = Shelf().reading(
      """
      { "version": 1, "from": {}, "to": {}, "transition":
        { "type": "recede", "operation": "pop", "scale": 0.5, "duration": 2, "delay": 1 } }
      """)
    guard case .pair(_, _, let transition)? = scene.scene?.story else {
      Issue.record("\(scene.report)")
      return
    }
    let text = transition.expandedJSON
    let again = Shelf().reading(
      "{ \"version\": 1, \"from\": {}, \"to\": {}, \"transition\": \(text) }")
    guard case .pair(_, _, let expanded)? = again.scene?.story else {
      Issue.record("\(again.report)")
      return
    }
    #expect(expanded.operation == .pop && expanded.duration == 2 && expanded.delay == 1)
    #expect(expanded.arguments == transition.arguments)
    // What bars do is beneath both, and printed with the rest.
    var printed = expanded.recipe.side(for: .pop)
    printed.tracks.removeAll { BarsRecipe.has($0, for: .pop) }
    printed.sharedElements = []
    var side = transition.recipe.side(for: .pop)
    side.bars = .move
    #expect(printed.withoutPlaces == side.withoutPlaces)
  }
}

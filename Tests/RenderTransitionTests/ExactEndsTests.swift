import Compositing
import Drawing
import Geometry
import Inspection
import Pixels
import RenderTestSupport
import SceneFormat
import TestSupport
import Testing

@testable import RenderTransition
@testable import Staging

@Suite("the ends of a run")
struct ExactEndsTests {
  static let operations = ["push", "pop", "present", "dismiss"]
  private static let recipes = Share.third(of: RecipeLibrary.names, "recipes, for their ends")

  @Test(
    "the first picture is the outgoing screen alone, the last the incoming one, byte for byte",
    arguments: recipes, operations)
  func ends(_ recipe: String, operation: String) throws {
    // Each recipe goes in all four directions, each operation in as many of each: a quarter of all
    // combinations has every two of recipe, operation and direction together.
    let turn = try #require(RecipeLibrary.names.firstIndex(of: recipe))
    let other = try #require(Self.operations.firstIndex(of: operation))
    let direction = Direction.allCases[(turn + other) % 4]
    let transition =
      #"{ "type": "\#(recipe)", "operation": "\#(operation)", "direction": "\#(direction)" }"#
    try expectExactEnds(SmallScene(transition: transition).animation())
  }

  @Test(
    "a run that is cancelled ends in exactly its first picture", arguments: recipes,
    ["push", "dismiss"])
  func cancelled(_ recipe: String, operation: String) throws {
    let transition = """
      { "type": "\(recipe)", "operation": "\(operation)", "delay": 0.1,
        "gesture": { "samples": [[0, 0], [0.2, 15]], "outcome": "cancel", "touch": true } }
      """
    let animation = try SmallScene(transition: transition).animation()
    let renderer = try animation.renderer()
    let first = try renderer.frame(at: 0)
    #expect(try renderer.frame(at: animation.seconds) == first)
    #expect(try renderer.frame(at: 0.3) != first)
    let run = try #require(animation.stage.runs.first)
    guard !run.rest.isFirst else { return }
    #expect(try first == picture(of: run.from, on: animation.stage))
  }

  @Test("a run without length shows the incoming screen", arguments: ["push", "fade", "flip"])
  func noLength(_ recipe: String) throws {
    let animation = try SmallScene(transition: #"{ "type": "\#(recipe)", "duration": 0 }"#)
      .animation()
    let run = try #require(animation.stage.runs.first)
    let shown = try animation.renderer().frame(at: 0)
    #expect(try shown == picture(of: run.to, on: animation.stage))
  }

  @Test(
    "ends are exact at any scale",
    arguments: zip(["push", "recede", "zoom", "shrinkFade"], [0.25, 2, 1.3, 0.75]))
  func scales(_ recipe: String, scale: Double) throws {
    try expectExactEnds(SmallScene(transition: "\"\(recipe)\"").animation(scale: scale))
  }

  @Test("ends are exact whatever the tracks say there")
  func customTracks() throws {
    let tracks = """
      "duration": 0.2, "push": {
        "order": ["to", "from", "from.bar"], "set": { "from": { "cornerRadius": 9 } },
        "tracks": [
          { "target": "from", "x": [20, 30], "opacity": 0.5, "rotate": [10, 70] },
          { "target": "to#card", "scale": [3, 2], "fill": "#0f0" },
          { "target": "from.bar", "hidden": true }, { "target": "to", "dim": 0.5 } ] } }
      """
    for operation in ["push", "pop"] {
      let transition = """
        { "type": "custom", "operation": "\(operation)", \(tracks)
        """
      try expectExactEnds(SmallScene(transition: transition).animation())
    }
  }

  @Test("a delay holds the first picture exactly, and outside of the run the ends hold")
  func delay() throws {
    let animation = try SmallScene(transition: #"{ "type": "shift", "delay": 0.2 }"#).animation()
    let renderer = try animation.renderer()
    let first = try renderer.still(.from)
    for time in [-1, 0, 0.1, 0.2] { #expect(try renderer.frame(at: time) == first) }
    #expect(try renderer.frame(at: 0.21) != first)
    for time in [0.8, 5, .infinity] {
      #expect(try renderer.frame(at: time) == renderer.still(.to))
    }
  }

  @Test("screens that have no bars have exact ends, too", arguments: recipes)
  func withoutBars(_ recipe: String) throws {
    var small = try SmallScene(transition: "\"\(recipe)\"")
    small.from = SmallScene.plain("#fff")
    // Beside a screen that has them, every other time.
    let turn = try #require(RecipeLibrary.names.firstIndex(of: recipe))
    if turn.isMultiple(of: 2) { small.to = SmallScene.plain("#123") }
    try expectExactEnds(small.animation())
  }
}

extension ExactEndsTests {
  private func expectExactEnds(
    _ animation: Animation, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let renderer = try animation.renderer()
    let stage = animation.stage
    let run = try #require(stage.runs.first)
    let ends = [
      (0.0, Role.from, run.from, run.rest.isFirst), (stage.seconds, .to, run.to, run.rest.isLast),
    ]
    let first = try renderer.frame(at: 0)
    // A sheet that rests leaves the other screen in sight: that end is not one screen's alone.
    for (time, role, screen, isResting) in ends where !isResting {
      let frame = try time == 0 ? first : renderer.frame(at: time)
      // Drawn anew, without the pictures that the run moves about.
      let alone = try picture(of: screen, on: stage)
      #expect(frame == alone, "\(role) at \(time)", sourceLocation: sourceLocation)
      #expect(
        try renderer.still(role) == alone, "the still of \(role)", sourceLocation: sourceLocation)
    }
    // A cut has nothing in between.
    guard stage.frameTimes(fps: 50).count > 2 else { return }
    let middle = try renderer.frame(at: stage.seconds / 2)
    #expect(middle != first, sourceLocation: sourceLocation)
  }

  private func picture(of screen: Element, on stage: Stage) throws -> Pixmap {
    var builder = DisplayListBuilder()
    builder.paint(screen, in: .identity)
    let list = DisplayList(background: stage.canvas.background, commands: builder.commands)
    let textures = try Textures(rendering: [], images: [], canvas: stage.grid)
    return try Compositor(textures).render(list)
  }
}

import Drawing
import Geometry
import Inspection
import Motion
import SceneFormat
import StagingTestSupport
import Testing

@testable import Staging

@Suite("the timelines of the further catalogue")
struct CatalogueTimelineTests {
  @Test("every frame has the page's numbers", arguments: CataloguePage.plays.indices)
  func numbers(_ index: Int) throws {
    let (recipe, operation) = CataloguePage.plays[index]
    let page = try #require(CataloguePage(recipe, operation, 120, 80))
    let timeline = try Play(recipe: recipe, operation: operation).sketch().stage()
      .timeline(fps: 60)
    #expect(abs(timeline.seconds - page.seconds) < 1e-12)
    for frame in timeline.frames {
      for way in page.ways {
        let found = frame[way.target, way.property] ?? .nan
        let wanted = way.value(at: frame.time / page.seconds, seconds: page.seconds)
        #expect(
          abs(found - wanted) < 1e-6,
          "\(recipe) \(operation): \(way.target).\(way.property) at \(frame.time)")
      }
    }
  }

  @Test("both bars come with their screens, and the shadow reaches behind the bar")
  func pairedBars() throws {
    var sketch = Sketch()
    sketch.transition = #""pairedBars""#
    let stage = try sketch.stage()
    let frame = stage.timeline(fps: 50).frames[5]
    #expect(frame["to", "shadow.opacity"] == 0.8 && frame["to", "shadow.radius"] == 3)
    #expect(frame.numbers("to", "shadow.offset") == [0, -128])
    let list = stage.frame(at: 0.1)
    let shadow = try #require(
      list.commands.compactMap { command -> Shadow? in
        if case .beginGroup(let effects) = command { effects.shadows.first } else { nil }
      }.first)
    #expect(shadow.path?.rect.height == 80 + 128 && shadow.path?.rect.width == 120)
    let names = list.commands.compactMap { command -> String? in
      if case .picture(let draw) = command { draw.layer.name } else { nil }
    }
    #expect(names == ["from", "to", "to.bar"])
  }

  @Test("a bar that is listed is lifted even beside a screen without one")
  func oneBar() throws {
    var sketch = Sketch()
    (sketch.transition, sketch.from) = (#""pairedBars""#, Sketch.plain("#fff"))
    let layers = try #require(sketch.stage().runs.first).table.layers
    #expect(layers.map(\.target) == [.screen(.from), .screen(.to), .part(.to, .bar)])
  }

  @Test("a screen that has shrunk to nothing is not drawn, and is no error")
  func collapse() throws {
    let stage = try Play(recipe: "collapse", operation: "pop").sketch().stage()
    let run = try #require(stage.runs.first)
    let commands = run.moving(at: Progress(fraction: 1))
    #expect(commands.count == 1)
  }

  @Test(
    "a recipe runs along the axis that a scene names",
    arguments: ["moveIn", "reveal", "slide", "pairedBars"], ["up", "down", "right"])
  func directions(_ recipe: String, _ direction: String) throws {
    let page = try #require(
      direction == "right"
        ? CataloguePage(recipe, "push", 120, 80) : CataloguePage(recipe, "push", 80, 120))
    let play = Play(recipe: recipe, more: #""direction": "\#(direction)""#)
    let sign = direction == "up" ? 1.0 : -1
    for frame in try play.sketch().stage().timeline(fps: 50).frames {
      for way in page.ways {
        let axis = direction == "right" ? "x" : "y"
        let wanted = sign * way.value(at: frame.time / page.seconds, seconds: page.seconds)
        #expect(abs((frame[way.target, axis] ?? .nan) - wanted) < 1e-6)
      }
    }
  }
}

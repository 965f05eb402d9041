import Geometry
import Pixels
import RenderTestSupport
import TestSupport
import Testing

@testable import RenderTransition

@Suite("sheets and onion skins")
struct SheetTests {
  /// A box that goes down out of the canvas, at an even pace.
  private static func falling() throws -> Animation {
    let folder = try ScratchFolder()
    return try Animation(
      sceneAt: folder.write(
        """
        { "version": 1, "canvas": { "width": 60, "height": 40 },
          "from": { "background": "#fff", "layers": [
            { "id": "box", "frame": [10, 4, 10, 10], "fill": "#0a0" } ] },
          "to": {}, "transition": { "type": "custom", "duration": 0.4, "curve": "linear",
            "push": { "order": ["to", "from"], "tracks": [{ "target": "from#box", "y": [0, 100] }] } } }
        """, to: "falling.json"))
  }

  @Test("a cell holds its frame, in the order of time, and what changed since the one before")
  func cells() throws {
    let animation = try Self.falling()
    let sheet = try animation.sheet(.sheet, of: 5, jobs: 1)
    #expect(sheet.moments.map(\.time) == [0, 0.1, 0.2, 0.3, 0.4])
    for moment in sheet.moments {
      #expect(((moment.progress ?? -1) - moment.time / 0.4).magnitude < 1e-9)
    }
    let renderer = try animation.renderer(jobs: 1)
    for moment in sheet.moments {
      // The frame around what changed is drawn over it.
      let frame = try renderer.frame(at: moment.time)
      let cell = sheet.pixels.cropped(to: moment.cell)
      #expect(cell[3, 38] == frame[3, 38] && cell[15, 9] == frame[15, 9], "\(moment.time)")
    }
    #expect(sheet.moments[0].changed.isEmpty)
    #expect(sheet.moments[1].changed == PixelRect(x: 10, y: 4, width: 10, height: 35))
    #expect(sheet.moments[4].changed.isEmpty)
  }

  @Test("the way of a layer is where its centre is, and nothing of it is drawn over the names")
  func ways() throws {
    let sheet = try Self.falling().sheet(.onion, of: 5, jobs: 1)
    let way = try #require(sheet.paths.first { $0.target == "from#box" })
    for (time, place) in way.points {
      #expect(place.x == 15 && (place.y - 9 - 250 * time).magnitude <= 1, "\(time)")
    }
    let background = sheet.pixels[59, sheet.pixels.height - 1]
    for y in 40..<44 {
      for x in 0..<60 { #expect(sheet.pixels[x, y] == background, "\(x), \(y)") }
    }
  }

  @Test("in an onion skin, each moment weighs more than the one before")
  func weights() throws {
    let folder = try ScratchFolder()
    let animation = try Animation(
      sceneAt: folder.write(
        """
        { "version": 1, "canvas": { "width": 60, "height": 40 }, "from": { "background": "#fff" },
          "to": { "background": "#000" }, "transition": { "type": "fade", "duration": 0.2 } }
        """, to: "fade.json"))
    // White once and black twice.
    let sheet = try animation.sheet(.onion, of: 2, jobs: 1)
    #expect(sheet.pixels[2, 2].channels == SIMD4(85, 85, 85, 255))
  }

  @Test("in a flow, ways have the names of its screens")
  func flow() throws {
    let folder = try ScratchFolder()
    let animation = try Animation(
      sceneAt: folder.write(
        """
        { "version": 1, "canvas": { "width": 60, "height": 40 },
          "screens": { "list": { "background": "#fff" }, "item": { "background": "#123" } },
          "steps": [{ "show": "list" }, { "push": "item", "type": "slide", "duration": 0.2 }] }
        """, to: "flow.json"))
    let names = try animation.sheet(.onion, of: 4, jobs: 1).paths.map(\.target)
    #expect(names.contains("item") && !names.contains("to"))
  }
}

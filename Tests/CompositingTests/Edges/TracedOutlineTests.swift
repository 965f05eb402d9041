import Drawing
import Geometry
import Pixels
import Raster
import Testing

@testable import Compositing

/// Outlines that frames share, beside the same traced anew.
struct TracedOutlineTests {
  private let layer = LayerPath("test")
  private let canvas = PixelRect(x: 0, y: 0, width: 60, height: 40)
  /// A circle, and one more that lies beside it.
  private let circle = Path.ellipse(in: Rect(x: 0, y: 0, width: 17, height: 13))

  private var outlines: [Outline] {
    [
      .path(circle, .nonzero), .stroke(circle, Stroke(width: 2.5, join: .round)),
      .path(
        Path(circle.elements + circle.applying(.translation(x: 12, y: -30)).elements), .evenodd),
      .ring(
        outer: RoundedRect(Rect(x: 0, y: 0, width: 20, height: 12), radii: .init(all: 4)),
        inner: RoundedRect(Rect(x: 2, y: 2, width: 16, height: 8), radii: .init(all: 2))),
    ]
  }

  @Test("what is known of a canvas is what any part of it has, and none is known of what leaves it")
  func regions() {
    for outline in outlines {
      for (x, y) in [(8.3, 7.9), (-3, 5), (50, 20), (20.5, 30), (30, -2.5), (1, 1), (-80, 0)] {
        let plain = outline.traced(.translation(x: x, y: y))
        let kept = plain.covered(on: canvas)
        for region in [
          canvas, PixelRect(x: 5, y: 5, width: 30, height: 30),
          PixelRect(x: 10, y: 0, width: 50, height: 12),
          PixelRect(x: -9, y: -9, width: 90, height: 90),
        ] {
          #expect(
            kept.coverage(in: region) == Coverage(plain.contours, rule: plain.rule, in: region))
        }
      }
    }
  }

  @Test("frames with shared outlines are those without, over what moves and under it")
  func frames() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 60, pixelHeight: 40, scale: 1))
    let lists = (0..<4).map { index in
      let cover = Rect(x: 3.3 + 4.7 * Double(index), y: 4.6, width: 25, height: 21)
      func fill(_ outline: Outline, _ color: Color, _ place: Transform = .identity) -> DrawCommand {
        .fill(Fill(outline, with: .color(color), in: cover, transform: place, layer: layer))
      }
      let standing = outlines.enumerated().map { place, outline in
        fill(outline, .black, .translation(x: 9.4 + 6 * Double(place), y: 8.7))
      }
      let moving = [
        fill(.rect(RoundedRect(cover)), Color(red: 200, green: 80, blue: 0)),
        fill(
          .rect(RoundedRect(cover, radii: .init(all: 6))), Color(red: 0, green: 80, blue: 90)),
      ]
      return DisplayList(background: .white, commands: moving + standing + [moving[0]])
    }
    let scene = PreparedScene(pictures: [], images: [], canvas: grid, frames: lists)
    #expect(scene.cachedOutlines.count == outlines.count)
    let keeping = Compositor(try Textures(rendering: scene))
    let plain = Compositor(try Textures(rendering: [], images: [], canvas: grid))
    for list in lists { #expect(try keeping.render(list) == plain.render(list)) }
  }
}

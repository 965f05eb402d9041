import Drawing
import Geometry
import Pixels
import Raster
import Testing

@testable import Compositing

struct OcclusionTests {
  private let layer = LayerPath("test")
  private let area = Rect(x: 0, y: 0, width: 24, height: 40)

  private var textures: Textures {
    get throws {
      let grid = try #require(CanvasGrid(pixelWidth: 48, pixelHeight: 36, scale: 1))
      let fill = Fill(
        .rect(RoundedRect(area)), with: .color(Color(red: 20, green: 130, blue: 60)), in: area,
        transform: .identity, layer: layer)
      let picture = Picture(id: PictureID(0), bounds: area, commands: [.fill(fill)])
      return try Textures(rendering: [picture], images: [], canvas: grid)
    }
  }

  /// A ground, and an opaque picture upon it in a group of `effects`.
  private func commands(_ effects: Effects) -> [DrawCommand] {
    let all = Rect(x: 0, y: 0, width: 48, height: 36)
    let ground = Fill(
      .rect(RoundedRect(all)), with: .color(Color(red: 250, green: 240, blue: 90)), in: all,
      transform: .identity, layer: layer)
    let place = Transform.translation(x: 27.5, y: -2.25)
    return [
      .fill(ground), .beginGroup(effects),
      .picture(PictureDraw(PictureID(0), transform: place, opacity: 1, layer: layer)), .endGroup,
    ]
  }

  @Test(
    "what is behind a rounded shape is hidden below its corners: a continuous one reaches 1.53 radii",
    arguments: [(RoundedRect.Style.continuous, 16), (.circular, 16)])
  func corners(_ style: RoundedRect.Style, _ rows: Int) throws {
    let all = Rect(x: 0, y: 0, width: 48, height: 36)
    let round = RoundedRect(
      all, radii: .init(topLeft: 10, topRight: 10, bottomRight: 0, bottomLeft: 0), style: style)
    func fill(_ outline: RoundedRect, _ color: Color) -> DrawCommand {
      .fill(Fill(.rect(outline), with: .color(color), in: all, transform: .identity, layer: layer))
    }
    let occlusion = Occlusion(
      [fill(RoundedRect(all), .white), fill(round, .black)], try textures)
    #expect(occlusion.visible[0] == PixelRect(x: 0, y: 0, width: 48, height: rows))
  }

  @Test("an opaque picture hides what is behind it, though its group casts a shadow of its alpha")
  func casting() throws {
    let textures = try textures
    let shadow = Shadow(
      color: .black, opacity: 0.5, sigma: 2.5, offset: Point(x: 1, y: 3), path: nil,
      transform: .identity)
    for effects in [Effects(shadow: shadow, layer: layer), Effects(isIsolated: true, layer: layer)]
    {
      let commands = commands(effects)
      let occlusion = Occlusion(commands, textures)
      // On its left edge, something shines through.
      #expect(occlusion.visible[0] == PixelRect(x: 0, y: 0, width: 28, height: 36))
      var (hiding, plain) = (
        DrawContext(textures, grid: textures.grid, on: Surface(textures.grid.bounds)),
        DrawContext(textures, grid: textures.grid, on: Surface(textures.grid.bounds))
      )
      try hiding.paint(commands, hiding: occlusion)
      try plain.paint(commands)
      #expect(hiding.surface.pixmap == plain.surface.pixmap)
    }
  }

  @Test("what is faded, blended or filtered with its group hides nothing")
  func changed() throws {
    let textures = try textures
    let changes = [
      Effects(opacity: 0.5, layer: layer), Effects(blend: .multiply, layer: layer),
      Effects(filters: [.saturation(0)], layer: layer),
    ]
    for effects in changes {
      #expect(Occlusion(commands(effects), textures).visible[0] == textures.grid.bounds)
    }
  }
}

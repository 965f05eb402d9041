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

  private func fill(
    _ rect: Rect, _ color: Color = .black, _ radii: RoundedRect.Radii = .zero
  ) -> DrawCommand {
    .fill(
      Fill(
        .rect(RoundedRect(rect, radii: radii)), with: .color(color), in: rect,
        transform: .identity, layer: layer))
  }

  @Test("round corners at the bottom hide nothing beside them")
  func bottomCorners() throws {
    let all = Rect(x: 0, y: 0, width: 48, height: 36)
    let round = fill(
      all, .black, .init(topLeft: 0, topRight: 0, bottomRight: 10, bottomLeft: 10))
    let visible = try Occlusion([fill(all, .white), round], textures).visible[0]
    #expect(visible.maxY == 36 && (16...26).contains(visible.y))
  }

  @Test("a pixel that is covered in part is seen through", arguments: [20, 20.3, 20.5, 21])
  func partly(_ edge: Double) throws {
    let all = Rect(x: 0, y: 0, width: 48, height: 36)
    let below = fill(all, .white)
    func visible(_ rect: Rect) throws -> PixelRect {
      try Occlusion([below, fill(rect)], textures).visible[0]
    }
    let (first, last) = (Int(edge.rounded(.down)), Int(edge.rounded(.up)))
    #expect(
      try visible(Rect(x: 0, y: 0, width: edge, height: 36))
        == PixelRect(x: first, y: 0, width: 48 - first, height: 36))
    #expect(
      try visible(Rect(x: edge, y: 0, width: 48 - edge, height: 36))
        == PixelRect(x: 0, y: 0, width: last, height: 36))
    #expect(
      try visible(Rect(x: 0, y: 0, width: 48, height: edge))
        == PixelRect(x: 0, y: first, width: 48, height: 36 - first))
    #expect(
      try visible(Rect(x: 0, y: edge, width: 48, height: 36 - edge))
        == PixelRect(x: 0, y: 0, width: 48, height: last))
  }

  @Test("what is translucent, faded or blended by itself hides nothing")
  func translucent() throws {
    let all = Rect(x: 0, y: 0, width: 48, height: 36)
    let grid = try #require(CanvasGrid(pixelWidth: 48, pixelHeight: 36, scale: 1))
    let textures = try Textures(
      rendering: [
        Picture(id: PictureID(0), bounds: all, commands: [fill(all)]),
        Picture(id: PictureID(1), bounds: all, commands: [fill(all, .black, .init(all: 9))]),
      ], images: [], canvas: grid)
    func isHidden(_ command: DrawCommand) -> Bool {
      Occlusion([fill(all, .white), command], textures).visible[0].isEmpty
    }
    #expect(isHidden(fill(all)))
    #expect(!isHidden(fill(all, Color(red: 0, green: 0, blue: 0, alpha: 254))))
    func drawn(_ picture: Int, opacity: Double = 1, _ blend: BlendMode = .normal) -> DrawCommand {
      .picture(PictureDraw(PictureID(picture), opacity: opacity, blend: blend, layer: layer))
    }
    #expect(isHidden(drawn(0)))
    #expect(!isHidden(drawn(0, opacity: 0.99)))
    #expect(!isHidden(drawn(0, .multiply)))
    // Its corners are round.
    #expect(!isHidden(drawn(1)))
  }

  @Test("what is hidden later is painted where a backdrop beside it reads it")
  func read() throws {
    let all = Rect(x: 0, y: 0, width: 48, height: 36)
    let backdrop = Backdrop(
      sigma: 3,
      area: Clip(
        .rect(RoundedRect(Rect(x: 26, y: 10, width: 16, height: 9))), transform: .identity))
    func visible(_ effects: Effects) throws -> PixelRect {
      let commands = [
        fill(all, .white), fill(area), .beginGroup(effects), .endGroup, fill(area),
      ]
      return try Occlusion(commands, textures).visible[1]
    }
    #expect(
      try visible(Effects(layer: layer)) == PixelRect(x: 24, y: 0, width: 24, height: 36))
    #expect(
      try visible(Effects(backdrop: backdrop, layer: layer))
        == PixelRect(x: 0, y: 0, width: 48, height: 36))
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

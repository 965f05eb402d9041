import Drawing
import Geometry
import Pixels
import Raster
import Testing

@testable import Compositing

struct BandTests {
  private let layer = LayerPath("test")
  private let card = RoundedRect(Rect(x: 8, y: 6, width: 22.5, height: 17), radii: .init(all: 5))
  private let turn = Transform(a: 0.96, b: 0.28, c: -0.28, d: 0.96, tx: 4.3, ty: -2.6)

  private func compositor() throws -> Compositor {
    let grid = try #require(CanvasGrid(pixelWidth: 41, pixelHeight: 31, scale: 1))
    return Compositor(try Textures(rendering: [picture], images: [], canvas: grid))
  }

  private func fill(_ color: Color, _ transform: Transform = .identity) -> DrawCommand {
    .fill(
      Fill(.rect(card), with: .color(color), in: card.rect, transform: transform, layer: layer))
  }

  private var picture: Picture {
    Picture(
      id: PictureID(0), bounds: Rect(x: 0, y: 0, width: 41, height: 31), commands: [fill(.black)])
  }

  private func group(_ effects: Effects, _ inside: [DrawCommand]) -> [DrawCommand] {
    [.beginGroup(effects)] + inside + [.endGroup]
  }

  /// A turned picture, a shadow, a clip and a pile of translucent layers.
  private var list: DisplayList {
    let shadow = Shadow(
      color: .black, opacity: 0.5, sigma: 2.5, offset: Point(x: 1.3, y: 2.2), path: card,
      transform: turn)
    let veil = Color(red: 200, green: 90, blue: 10, alpha: 60)
    let drawn = PictureDraw(PictureID(0), transform: turn, opacity: 0.7, layer: layer)
    return DisplayList(
      background: .white,
      commands: group(Effects(shadow: shadow, layer: layer), [.picture(drawn)])
        + group(
          Effects(clip: Clip(.rect(card), transform: turn), layer: layer),
          (0..<5).map { fill(veil, .translation(x: Double($0) * 1.7, y: Double($0))) }))
  }

  @Test("bands of a frame are the frame", arguments: [1, 2, 3, 7, 31, 40])
  func bands(_ count: Int) throws {
    let compositor = try compositor()
    #expect(compositor.isFitForBands(list))
    let bytes = try (0..<count).flatMap { band in
      try compositor.render(list, band: 31 * band / count..<31 * (band + 1) / count).bytes
    }
    #expect(try bytes == compositor.render(list).bytes)
  }

  @Test("bands of a frame with a backdrop are the frame, though all of it is painted for each")
  func backdrop() throws {
    let compositor = try compositor()
    let backdrop = Backdrop(sigma: 3, area: Clip(.rect(card), transform: .identity))
    let list = DisplayList(
      background: .white,
      commands: list.commands + group(Effects(backdrop: backdrop, layer: layer), []))
    let bytes = try [0..<9, 9..<16, 16..<31].flatMap {
      try compositor.render(list, band: $0).bytes
    }
    #expect(try bytes == compositor.render(list).bytes)
  }

  @Test("what blurs pixels is not drawn in bands")
  func blurs() throws {
    let compositor = try compositor()
    let blur = Effects(filters: [.blur(sigma: 2)], layer: layer)
    let alpha = Shadow(
      color: .black, opacity: 1, sigma: 2, offset: .zero, path: nil, transform: .identity)
    let backdrop = Backdrop(sigma: 2, area: Clip(.rect(card), transform: .identity))
    let wide = [
      blur, Effects(shadow: alpha, layer: layer), Effects(mask: [fill(.black)], layer: layer),
      Effects(backdrop: backdrop, layer: layer),
    ]
    for effects in wide {
      let list = DisplayList(background: .white, commands: group(effects, [fill(.black)]))
      #expect(!compositor.isFitForBands(list))
    }
  }
}

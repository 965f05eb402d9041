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

  /// Groups that blur, cast a shadow, are seen through a mask, and fade with others inside.
  private var groups: DisplayList {
    let alpha = Shadow(
      color: .black, opacity: 0.5, sigma: 2.5, offset: Point(x: 1.3, y: 2.2), path: nil,
      transform: .identity)
    let veil = Color(red: 200, green: 90, blue: 10, alpha: 60)
    let cast = group(
      Effects(clip: Clip(.rect(card), transform: turn), shadow: alpha, layer: layer),
      [fill(veil), fill(veil, turn)])
    return DisplayList(
      background: .white,
      commands: group(Effects(isIsolated: true, layer: layer), cast + [fill(veil)])
        + group(Effects(filters: [.blur(sigma: 9)], layer: layer), [fill(veil, turn)])
        + group(Effects(opacity: 0.4, mask: [fill(veil)], layer: layer), [fill(.black, turn)]))
  }

  @Test("a frame painted in bands, one after the other, is the frame", arguments: [2, 3, 7, 31])
  func ownBands(_ count: Int) throws {
    let compositor = try compositor()
    let textures = compositor.textures
    for commands in [list.commands, groups.commands] {
      let occlusion = Occlusion(commands, textures)
      var painter = Painter(textures, grid: textures.grid, on: Surface(textures.grid.bounds))
      let seams = Seams(commands, textures, textures.grid, in: textures.grid.bounds)
      var whole = painter
      try whole.paint(commands, hiding: occlusion)
      for band in 0..<count {
        let top = 31 * band / count
        painter.scissor = PixelRect(
          x: 0, y: top, width: 41, height: 31 * (band + 1) / count - top)
        try painter.paint(commands, hiding: occlusion, sharing: seams)
      }
      #expect(painter.surface.pixmap.bytes == whole.surface.pixmap.bytes)
    }
  }

  @Test("only what is large and composited by itself is painted in bands")
  func ownBandsOfCanvas() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 780, pixelHeight: 1688, scale: 2))
    let screen = Rect(x: 0, y: 0, width: 390, height: 844)
    let textures = try Textures(rendering: [], images: [], canvas: grid)
    func bands(_ effects: Effects, _ area: Rect) -> [PixelRect] {
      let fill = DrawCommand.fill(
        Fill(
          .rect(RoundedRect(area)), with: .color(.black), in: area, transform: .identity,
          layer: layer))
      return Extents(textures: textures, grid: grid)
        .bands(of: group(effects, [fill, fill]), in: grid.bounds)
    }
    let faded = bands(Effects(opacity: 0.5, layer: layer), screen)
    #expect(faded.count > 8)
    #expect(faded.map(\.y) == [0] + faded.dropLast().map(\.maxY))
    #expect(faded.last?.maxY == 1688)
    #expect(bands(Effects(layer: layer), screen) == [grid.bounds])
    #expect(bands(Effects(opacity: 0.5, layer: layer), card.rect) == [grid.bounds])
    // A blur that looks far beyond a band has few of them, or none.
    #expect(2..<8 ~= bands(Effects(filters: [.blur(sigma: 10)], layer: layer), screen).count)
    #expect(bands(Effects(filters: [.blur(sigma: 60)], layer: layer), screen) == [grid.bounds])
  }

  @Test("a shadow that falls on all of a screen is painted in bands, and comes out as in one")
  func shadedScreen() throws {
    let grid = try #require(CanvasGrid(pixelWidth: 780, pixelHeight: 760, scale: 2))
    let textures = try Textures(rendering: [], images: [], canvas: grid)
    let screen = Rect(x: 0, y: 0, width: 390, height: 380)
    func shadowed(_ area: Rect) -> [DrawCommand] {
      let shadow = Shadow(
        color: Color(red: 3, green: 0, blue: 40), opacity: 0.4, sigma: 11,
        offset: Point(x: 2, y: 5),
        path: RoundedRect(area, radii: .init(all: 20), style: .continuous),
        transform: .translation(x: 0.3, y: 7.45))
      let ground = Fill(
        .rect(RoundedRect(screen)), with: .color(Color(red: 90, green: 160, blue: 70)), in: screen,
        transform: .identity, layer: layer)
      return [.fill(ground)] + group(Effects(shadow: shadow, layer: layer), [])
    }
    let commands = shadowed(screen)
    let extents = Extents(textures: textures, grid: grid)
    #expect(extents.bands(of: commands, in: grid.bounds).count > 3)
    #expect(extents.bands(of: shadowed(card.rect), in: grid.bounds) == [grid.bounds])
    var whole = Painter(textures, grid: grid, on: Surface(grid.bounds))
    try whole.paint(commands)
    let list = DisplayList(background: .white, commands: commands)
    #expect(try Compositor(textures).render(list).bytes == whole.surface.pixmap.bytes)
  }

  @Test("what blurs pixels is not drawn in bands")
  func blurs() throws {
    let compositor = try compositor()
    let blur = Effects(filters: [.blur(sigma: 2)], layer: layer)
    let alpha = Shadow(
      color: .black, opacity: 1, sigma: 2, offset: .zero, path: nil, transform: .identity)
    for effects in [blur, Effects(shadow: alpha, layer: layer)] {
      let list = DisplayList(background: .white, commands: group(effects, [fill(.black)]))
      #expect(!compositor.isFitForBands(list))
    }
  }
}

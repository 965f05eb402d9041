import Drawing
import Geometry
import Pixels
import Testing

@testable import Compositing

struct ShadowTests {
  private let layer = LayerPath("test")
  private let card = Rect(x: 12, y: 10, width: 6, height: 4)
  private let grey = Color(red: 100, green: 100, blue: 100)

  private func fill(_ rect: Rect, _ color: Color = .black) -> DrawCommand {
    .fill(
      Fill(
        .rect(RoundedRect(rect)), with: .color(color), in: rect, transform: .identity, layer: layer)
    )
  }

  private func rendered(
    _ effects: Effects, _ inside: [DrawCommand], on background: Color = .white
  ) throws -> Pixmap {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 30, scale: 1))
    return try Compositor(Textures(rendering: [], images: [], canvas: grid)).render(
      DisplayList(
        background: background, commands: [.beginGroup(effects)] + inside + [.endGroup]))
  }

  private func shadow(
    _ color: Color = .black, opacity: Double = 1, sigma: Double = 0, x: Double = 0, y: Double = 0,
    path: RoundedRect? = nil, _ transform: Transform = .identity
  ) -> Shadow {
    Shadow(
      color: color, opacity: opacity, sigma: sigma, offset: Point(x: x, y: y), path: path,
      transform: transform)
  }

  @Test("a shadow is as opaque as its colour and its opacity together", arguments: [false, true])
  func opacity(_ hasPath: Bool) throws {
    let faint = Color(red: 0, green: 0, blue: 0, alpha: 102)
    let effects = Effects(
      shadow: shadow(faint, opacity: 0.5, x: 10, path: hasPath ? RoundedRect(card) : nil),
      layer: layer)
    // Half of 40 % of black.
    #expect(try rendered(effects, [fill(card)])[25, 12].channels.x == 204)
  }

  @Test(
    "a shadow falls along the axes of its layer",
    arguments: [
      (Transform.identity, 25, 12), (Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0), 15, 22),
      (Transform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0), 5, 12),
      (Transform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0), 15, 2),
    ])
  func direction(_ turn: Transform, _ x: Int, _ y: Int) throws {
    let effects = Effects(shadow: shadow(x: 10, turn), layer: layer)
    let frame = try rendered(effects, [fill(card)])
    #expect(frame[x, y] == Pixel(.black))
    // A card and its shadow.
    let dark = (0..<1200).filter { frame[$0 % 40, $0 / 40] == Pixel(.black) }.count
    #expect(dark == 48)
  }

  @Test("a layer that is upside down casts its shadow, too", arguments: [0.0, 2])
  func upsideDown(_ sigma: Double) throws {
    let over = Transform(a: -1, b: 0, c: 0, d: -1, tx: 30, ty: 24)
    let path = RoundedRect(card)
    let (one, other) = (
      try rendered(Effects(shadow: shadow(sigma: sigma, path: path), layer: layer), []),
      try rendered(Effects(shadow: shadow(sigma: sigma, path: path, over), layer: layer), [])
    )
    let worst = zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(one[15, 12].channels.x < 128 && worst <= 1)
  }

  @Test("a group is blended together with its shadow")
  func blended() throws {
    let effects = Effects(blend: .multiply, shadow: shadow(.white, x: 10), layer: layer)
    let frame = try rendered(effects, [fill(card)], on: grey)
    // White changes nothing.
    #expect(frame[25, 12] == Pixel(grey) && frame[15, 12] == Pixel(.black))
  }

  @Test("what a clip leaves of a group casts its shadow")
  func clipped() throws {
    let clip = Clip(
      .rect(RoundedRect(Rect(x: 12, y: 10, width: 3, height: 4))), transform: .identity)
    let frame = try rendered(
      Effects(clip: clip, shadow: shadow(x: 10), layer: layer), [fill(card)])
    #expect(frame[13, 12] == Pixel(.black) && frame[16, 12] == Pixel(.white))
    #expect(frame[23, 12] == Pixel(.black) && frame[26, 12] == Pixel(.white))
    let round = Clip(
      .rect(RoundedRect(card, radii: .init(all: 2))), transform: .identity)
    let corners = try rendered(
      Effects(clip: round, shadow: shadow(x: 10), layer: layer), [fill(card)])
    for (x, y) in [(12, 10), (17, 10), (12, 13), (22, 10), (27, 13)] {
      #expect((100..<255).contains(corners[x, y].channels.x))
    }
  }

  @Test("a backdrop beside the canvas casts its shadow onto it")
  func backdrop() throws {
    let area = RoundedRect(Rect(x: -18, y: 10, width: 6, height: 4))
    let effects = Effects(
      shadow: shadow(x: 20),
      backdrop: Backdrop(
        sigma: 0, area: Clip(.rect(area), transform: .identity)), layer: layer)
    let frame = try rendered(effects, [])
    #expect(frame[5, 12] == Pixel(.black) && frame[12, 12] == Pixel(.white))
  }

  @Test("of two blurs in a row, the first looks as far as both reach")
  func blurs() throws {
    let wide = Rect(x: -60, y: -60, width: 160, height: 150)
    let effects = Effects(filters: [.blur(sigma: 3), .blur(sigma: 2)], layer: layer)
    #expect(
      try rendered(effects, [fill(wide)])
        == Pixmap(width: 40, height: 30, filledWith: Pixel(.black)))
  }
}

import Drawing
import Foundation
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

  /// The blur of a rectangle whose edges are pixels', in doubles, from 0 to 1.
  private func softness(_ rect: Rect, _ sigma: Double, _ x: Int, _ y: Int) -> Double {
    func share(_ from: Double, _ to: Double, _ at: Double) -> Double {
      let unit = sigma * 2.0.squareRoot()
      return (erf((to - at) / unit) - erf((from - at) / unit)) / 2
    }
    return share(rect.x, rect.maxX, Double(x) + 0.5) * share(rect.y, rect.maxY, Double(y) + 0.5)
  }

  @Test(
    "a shadow that falls into a group is what its blur leaves of the group",
    arguments: [false, true])
  func inset(_ hasPath: Bool) throws {
    let wide = Rect(x: 8, y: 6, width: 24, height: 18)
    let path = hasPath ? RoundedRect(wide.inset(by: 2)) : nil
    var cast = shadow(opacity: 0.75, sigma: 2.5, x: 3, y: -1, path: path)
    cast.isInset = true
    let frame = try rendered(
      Effects(shadow: cast, layer: layer), [fill(wide, .white)], on: grey)
    let hole = (path?.rect ?? wide).offset(x: 3, y: -1)
    for y in 0..<30 {
      for x in 0..<40 {
        let isInside = (8..<32).contains(x) && (6..<24).contains(y)
        let exact = isInside ? 255 * (1 - 0.75 * (1 - softness(hole, 2.5, x, y))) : 100
        #expect(abs(Double(frame[x, y].channels.x) - exact) <= 1.5, "\(x), \(y)")
      }
    }
  }

  @Test("a shadow that falls into a group leaves its alpha as it is")
  func insetAlpha() throws {
    var cast = shadow(sigma: 1, x: 2)
    cast.isInset = true
    let half = Color(red: 200, green: 100, blue: 0, alpha: 128)
    let frame = try rendered(
      Effects(shadow: cast, layer: layer), [fill(card.inset(by: -6), half)], on: .clear)
    let plain = try rendered(Effects(layer: layer), [fill(card.inset(by: -6), half)], on: .clear)
    for index in 0..<1200 {
      let (one, other) = (frame[index % 40, index / 40], plain[index % 40, index / 40])
      #expect(one.alpha == other.alpha && one.channels.x <= other.channels.x)
    }
  }

  @Test("of several shadows the later ones are in front, and none casts another one")
  func several() throws {
    var effects = Effects(layer: layer)
    let (red, blue) = (Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 0, blue: 255))
    for opacity in [1.0, 0.999_999] {
      effects.opacity = opacity
      for hasPath in [false, true] {
        let path = hasPath ? RoundedRect(card) : nil
        effects.shadows = [shadow(red, x: 4, path: path), shadow(blue, x: 8, path: path)]
        let frame = try rendered(effects, [fill(card)])
        let row = (11..<27).map { frame[$0, 12] }
        #expect(
          row == [Pixel(.white)] + Array(repeating: Pixel(.black), count: 6)
            + Array(repeating: Pixel(red), count: 2) + Array(repeating: Pixel(blue), count: 6)
            + [Pixel(.white)])
      }
    }
  }

  @Test("the parts of a canvas have the shadows of the whole", arguments: [0.0, 3])
  func parts(_ sigma: Double) throws {
    var inset = shadow(.white, sigma: sigma, x: 3)
    inset.isInset = true
    var effects = Effects(layer: layer)
    effects.shadows = [shadow(grey, sigma: sigma, y: 5), inset]
    let wide = Rect(x: -10, y: -10, width: 45, height: 30)
    let small = try rendered(effects, [fill(wide)])
    let grid = try #require(CanvasGrid(pixelWidth: 80, pixelHeight: 70, scale: 1))
    let place = Transform.translation(x: 20, y: 20)
    let list: [DrawCommand] = [.beginGroup(effects), fill(wide), .endGroup]
    let large = try Compositor(Textures(rendering: [], images: [], canvas: grid)).render(
      DisplayList(background: .white, commands: list.moved(by: place)))
    for index in 0..<1200 {
      let (x, y) = (index % 40, index / 40)
      #expect(small[x, y] == large[x + 20, y + 20], "\(x), \(y)")
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

import Drawing
import Foundation
import Geometry
import Pixels
import Raster
import Testing

@testable import Compositing

struct EffectsTests {
  private let layer = LayerPath("test")
  private let card = Rect(x: 12, y: 10, width: 16, height: 10)

  private func fill(_ rect: Rect, _ color: Color) -> DrawCommand {
    .fill(
      Fill(
        .rect(RoundedRect(rect)), with: .color(color), in: rect, transform: .identity, layer: layer)
    )
  }

  private func rendered(_ commands: [DrawCommand], background: Color = .white) throws -> Pixmap {
    let grid = try #require(CanvasGrid(pixelWidth: 40, pixelHeight: 30, scale: 1))
    let textures = try Textures(rendering: [], images: [], canvas: grid)
    return try Compositor(textures).render(
      DisplayList(background: background, commands: commands))
  }

  private func group(_ effects: Effects, _ inside: [DrawCommand]) -> [DrawCommand] {
    [.beginGroup(effects)] + inside + [.endGroup]
  }

  private func shadow(path: RoundedRect?, x: Double = 2, y: Double = 3) -> Shadow {
    Shadow(
      color: .black, opacity: 0.5, sigma: 2, offset: Point(x: x, y: y), path: path,
      transform: .identity)
  }

  @Test("a shadow follows the group's alpha as it follows the same area")
  func shadowOfAlpha() throws {
    let area = RoundedRect(card)
    let own = try rendered(
      group(Effects(shadow: shadow(path: nil), layer: layer), [fill(card, .white)]))
    let path = try rendered(
      group(Effects(shadow: shadow(path: area), layer: layer), [fill(card, .white)]))
    let worst = zip(own.bytes, path.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(worst <= 1)
    #expect(own[20, 15] == Pixel(.white))
    // Below the card, in the middle of its edge, half of the shadow less what the offset adds.
    #expect((128...200).contains(own[20, 21].channels.x))
    #expect(own[20, 29].channels.x > 240)
    #expect(own[2, 2] == Pixel(.white))
  }

  // What a blur looks at was cut off at the canvas, and at what something else would hide.
  @Test("a blur and a shadow see what lies beside the canvas, and what is hidden later on")
  func beyondTheCanvas() throws {
    let wide = Rect(x: -50, y: -50, width: 140, height: 130)
    let red = Color(red: 255, green: 0, blue: 0)
    let blur = Effects(filters: [.blur(sigma: 3)], layer: layer)
    let fade = Effects(opacity: 0.999_999, isIsolated: true, layer: layer)
    for inside in [[fill(wide, red)], group(fade, [fill(wide, red)])] {
      let frame = try rendered(group(blur, inside))
      #expect(frame.bytes == Pixmap(width: 40, height: 30, filledWith: Pixel(red)).bytes)
    }
    let cover = Rect(x: 0, y: 0, width: 40, height: 12)
    let hidden = try rendered(group(blur, [fill(wide, red)]) + [fill(cover, .black)])
    #expect(hidden[20, 11] == Pixel(.black) && hidden[20, 12] == Pixel(red))
    // The caster lies left of the canvas; its shadow does not.
    var cast = shadow(path: nil, x: 40, y: 0)
    cast.opacity = 1
    let beside = Rect(x: -40, y: -20, width: 40, height: 70)
    let frame = try rendered(
      group(Effects(opacity: 0.999_999, shadow: cast, layer: layer), [fill(beside, .white)]))
    #expect(frame[15, 15] == Pixel(.black))
  }

  @Test("a mask of luminance weighs its encoded colours, times their alpha")
  func luminance() throws {
    let colors = [
      Color.white, .black, Color(red: 255, green: 0, blue: 0), Color(red: 0, green: 255, blue: 0),
      Color(red: 0, green: 0, blue: 255), Color(red: 120, green: 33, blue: 240, alpha: 99),
      Color(red: 255, green: 255, blue: 255, alpha: 128),
    ]
    let bright = Effects(filters: [.luminanceToAlpha], layer: layer)
    let inside = colors.enumerated().map { index, color in
      fill(Rect(x: Double(index * 4), y: 10, width: 4, height: 10), color)
    }
    let effects = Effects(mask: group(bright, inside), layer: layer)
    let frame = try rendered(group(effects, [fill(card.inset(by: -40), .black)]))
    for (index, color) in colors.enumerated() {
      let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
      let luminance = (0.2126 * red + 0.7152 * green + 0.0722 * blue) * Double(color.alpha) / 255
      #expect(abs(Double(frame[index * 4 + 1, 15].channels.x) - (255 - luminance)) <= 1)
    }
    #expect(frame[35, 15] == Pixel(.white) && frame[5, 5] == Pixel(.white))
  }

  @Test("a group and its shadow fade together")
  func fadingShadow() throws {
    let effects = Effects(opacity: 0.5, shadow: shadow(path: RoundedRect(card)), layer: layer)
    let faded = try rendered(group(effects, [fill(card, .black)]))
    let whole = try rendered(
      group(Effects(shadow: shadow(path: RoundedRect(card)), layer: layer), [fill(card, .black)]))
    for x in 0..<40 {
      let expected = (255 + Int(whole[x, 15].channels.x)) / 2
      #expect(abs(Int(faded[x, 15].channels.x) - expected) <= 1)
    }
  }

  // Its colour was multiplied by its alpha and rounded before the group faded: 0.7 of a level off.
  @Test("a fade of a translucent colour is rounded once, and ten inside each other stay close")
  func fades() throws {
    var worst = (one: 0.0, ten: 0.0)
    for step in 1..<24 {
      let alpha = UInt8(step * 10)
      let color = Color(red: UInt8(step * 7), green: 255 - alpha, blue: 77, alpha: alpha)
      let opacity = Double(step) / 25
      let one = try rendered(group(Effects(opacity: opacity, layer: layer), [fill(card, color)]))
      let share = Double(alpha) / 255 * opacity
      let exact = Double(color.red) * share + 255 * (1 - share)
      worst.one = max(worst.one, abs(exact - Double(one[15, 15].channels.x)))
      var (commands, own, all) = ([fill(card, color)], 0.0, 0.0)
      for depth in 0..<10 {
        let over = Double(alpha) / 255
        (own, all) = (
          Double(color.red) * over + own * (1 - over), over + all * (1 - over)
        )
        let fade = 0.9 - Double(depth) / 50
        (own, all) = (own * fade, all * fade)
        commands = group(Effects(opacity: fade, layer: layer), commands) + [fill(card, color)]
      }
      let over = Double(alpha) / 255
      (own, all) = (Double(color.red) * over + own * (1 - over), over + all * (1 - over))
      let ten = try rendered(commands)
      worst.ten = max(worst.ten, abs(own + 255 * (1 - all) - Double(ten[15, 15].channels.x)))
    }
    print("one fade: at most \(worst.one) levels off; ten inside each other: \(worst.ten)")
    #expect(worst.one <= 0.51)
    #expect(worst.ten <= 2.5)
  }

  @Test("a mask's alpha multiplies the group's")
  func mask() throws {
    let half = fill(
      Rect(x: 0, y: 0, width: 20, height: 30), Color(red: 9, green: 9, blue: 9, alpha: 128))
    let frame = try rendered(
      group(Effects(mask: [half], layer: layer), [fill(card, .black)]))
    #expect(frame[15, 15].channels.x == 127)
    #expect(frame[25, 15] == Pixel(.white))
  }

  @Test("a blend mode takes the group as a whole")
  func blend() throws {
    let red = Color(red: 255, green: 0, blue: 0)
    let frame = try rendered(
      group(Effects(blend: .multiply, layer: layer), [fill(card, red), fill(card, .white)]),
      background: Color(red: 10, green: 20, blue: 30))
    #expect(frame[15, 15].channels == SIMD4(10, 20, 30, 255))
  }

  @Test("filters change colours, and keep what is clear clear")
  func filters() throws {
    let color = Color(red: 200, green: 100, blue: 50)
    func filtered(_ filter: Filter) throws -> SIMD4<UInt8> {
      let frame = try rendered(
        group(Effects(filters: [filter], layer: layer), [fill(card, color)]))
      #expect(frame[2, 2] == Pixel(.white))
      return frame[15, 15].channels
    }
    #expect(try filtered(.saturation(1)) == SIMD4(200, 100, 50, 255))
    #expect(try filtered(.saturation(0)) == SIMD4(118, 118, 118, 255))
    #expect(try filtered(.brightness(0.2)) == SIMD4(251, 151, 101, 255))
    #expect(try filtered(.contrast(0)) == SIMD4(128, 128, 128, 255))
    #expect(try filtered(.contrast(0.5)) == SIMD4(164, 114, 89, 255))
    #expect(try filtered(.contrast(2)) == SIMD4(255, 73, 0, 255))
    // A fifth of the card over white.
    let faint = Color(red: 255, green: 255, blue: 255, alpha: 51)
    #expect(try filtered(.tint(faint)) == SIMD4(244, 224, 214, 255))
    #expect(try filtered(.tint(Color(red: 255, green: 0, blue: 255))) == SIMD4(200, 0, 50, 255))
  }

  @Test("a blurred group spreads beyond its own edges, and beyond its clip not")
  func blur() throws {
    let effects = Effects(filters: [.blur(sigma: 2)], layer: layer)
    let frame = try rendered(group(effects, [fill(card, .black)]))
    #expect((95...110).contains(frame[12, 15].channels.x))
    #expect(frame[10, 15].channels.x < 250)
    let clipped = Effects(
      clip: Clip(.rect(RoundedRect(card)), transform: .identity), filters: [.blur(sigma: 2)],
      layer: layer)
    let cut = try rendered(group(clipped, [fill(card, .black)]))
    #expect(cut[10, 15] == Pixel(.white))
    #expect(cut[12, 15] == frame[12, 15])
  }

  // Truth: points that are inside of the clip, and no farther from the curve than half of the width.
  @Test("a line with tight bends is cut by a clip where it is", arguments: [3.0, 5, 7])
  func strokeInClip(_ width: Double) throws {
    let oval = Rect(x: 9.36, y: 4, width: 8, height: 22)
    let clip = Rect(x: 11.625, y: 0, width: 20, height: 23.75)
    let frame = try rendered(
      group(
        Effects(clip: Clip(.rect(RoundedRect(clip)), transform: .identity), layer: layer),
        [
          .fill(
            Fill(
              .stroke(.ellipse(in: oval), Stroke(width: width)), with: .color(.black), in: oval,
              transform: .identity, layer: layer))
        ]))
    let curve = (0..<720).map { step in
      let turn = Double(step) / 360 * Double.pi
      return SIMD2(13.36 + 4 * cos(turn), 15 + 11 * sin(turn))
    }
    var worst = 0.0
    for (x, y) in [11, 12].flatMap({ x in (3..<25).map { (x, $0) } })
      + (9..<20).map({ ($0, 23) })
    {
      let near = curve.filter {
        abs($0.x - Double(x)) < width / 2 + 2 && abs($0.y - Double(y)) < width / 2 + 2
      }
      var covered = 0
      for sample in 0..<1024 {
        let place = SIMD2(
          Double(x) + (Double(sample % 32) + 0.5) / 32, Double(y) + (Double(sample / 32) + 0.5) / 32
        )
        guard place.x > clip.x, place.y < clip.maxY else { continue }
        let isNear = near.contains {
          let way = $0 - place
          return way.x * way.x + way.y * way.y <= width * width / 4
        }
        covered += isNear ? 1 : 0
      }
      let expected = 255 * (1 - Double(covered) / 1024)
      worst = max(worst, abs(Double(frame[x, y].channels.x) - expected))
    }
    print("lines of \(width) in clips: at most \(worst) levels off")
    #expect(worst <= 3)
  }

  @Test("a gradient and a stroke reach the canvas")
  func paints() throws {
    let gradient = Gradient(
      .linear(from: SIMD2(0, 0), to: SIMD2(1, 0)),
      stops: [Gradient.Stop(.black, at: 0), Gradient.Stop(.white, at: 1)])
    let line = Path([.move(Point(x: 4, y: 25)), .line(Point(x: 36, y: 25))])
    let frame = try rendered([
      .fill(
        Fill(
          .rect(RoundedRect(card)), with: .gradient(gradient), in: card, transform: .identity,
          layer: layer)),
      .fill(
        Fill(
          .stroke(line, Stroke(width: 2)), with: .color(.black), in: card, transform: .identity,
          layer: layer)),
      .fill(
        Fill(
          .ring(
            outer: RoundedRect(Rect(x: 2, y: 2, width: 8, height: 8)),
            inner: RoundedRect(Rect(x: 4, y: 4, width: 4, height: 4))), with: .color(.black),
          in: card, transform: .identity, layer: layer)),
    ])
    #expect(abs(Int(frame[20, 15].channels.x) - 135) <= 1)
    #expect(frame[20, 24] == Pixel(.black) && frame[20, 26] == Pixel(.white))
    #expect(frame[3, 5] == Pixel(.black) && frame[5, 5] == Pixel(.white))
  }

  @Test("effects of nonsense leave an opaque frame opaque")
  func nonsense() throws {
    for number in [Double.nan, .infinity, -1e300, 1e300, 1e9] {
      let wild = Shadow(
        color: .black, opacity: number, sigma: number, offset: Point(x: number, y: 0), path: nil,
        transform: .identity)
      for effects in [
        Effects(opacity: number, shadow: wild, layer: layer),
        Effects(
          filters: [.brightness(number), .saturation(number), .contrast(number)], layer: layer),
        Effects(filters: [.blur(sigma: min(number, 40))], layer: layer),
        Effects(
          shadow: Shadow(
            color: .black, opacity: 1, sigma: 3, offset: .zero,
            path: RoundedRect(Rect(x: number, y: 0, width: number, height: 9)),
            transform: .identity), layer: layer),
      ] {
        #expect(try rendered(group(effects, [fill(card, .black)])).isOpaque)
      }
    }
  }
}

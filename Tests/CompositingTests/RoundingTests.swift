import Drawing
import Geometry
import Pixels
import Raster
import TestSupport
import Testing

@testable import Compositing

/// What is covered, masked, faded and blended, against the same in doubles.
struct RoundingTests {
  private static let layer = LayerPath("test")
  private static let area = Rect(x: 0, y: 0, width: 40, height: 30)
  private var random = SeededRandom(seed: 11)

  private mutating func color(alpha: ClosedRange<UInt8> = 255...255) -> Color {
    Color(
      red: .random(in: 0...255, using: &random), green: .random(in: 0...255, using: &random),
      blue: .random(in: 0...255, using: &random), alpha: .random(in: alpha, using: &random))
  }

  private static func fill(
    _ rect: Rect, _ paint: Paint, _ transform: Transform = .identity
  ) -> DrawCommand {
    .fill(
      Fill(.rect(RoundedRect(rect)), with: paint, in: rect, transform: transform, layer: layer))
  }

  private static func clip(_ rect: Rect, _ transform: Transform) -> DrawCommand {
    .beginGroup(
      Effects(clip: Clip(.rect(RoundedRect(rect)), transform: transform), layer: layer))
  }

  private func rendered(
    _ commands: [DrawCommand], images: [SourceImage] = [], background: Color,
    width: Int = 40, height: Int = 30
  ) throws -> Pixmap {
    let grid = try #require(CanvasGrid(pixelWidth: width, pixelHeight: height, scale: 1))
    let textures = try Textures(rendering: [], images: images, canvas: grid)
    return try Compositor(textures).render(
      DisplayList(background: background, commands: commands))
  }

  private static func turned(_ degrees: Double) -> Transform {
    let (sine, cosine) = (Elementary.sin(degrees * .pi / 180), Elementary.cos(degrees * .pi / 180))
    return Transform.translation(x: -20, y: -15)
      .then(Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 20, ty: 15))
  }

  /// The largest distance of a channel from `exact`, in levels.
  private func error(_ frame: Pixmap, _ exact: (_ x: Int, _ y: Int) -> SIMD3<Double>) -> Double {
    var worst = 0.0
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let (pixel, wanted) = (frame[x, y].channels, exact(x, y))
        for i in 0..<3 { worst = max(worst, abs(Double(pixel[i]) - wanted[i])) }
      }
    }
    return worst
  }

  /// The share of a pixel inside two convex outlines.
  private static func share(_ x: Int, _ y: Int, _ one: Contour, _ other: Contour) -> Double {
    ReferencePixel.share(of: clipped(one, toConvex: other), x: x, y: y)
  }

  @Test(
    "a turned clip inside a turned clip leaves what both outlines share",
    arguments: [(20.0, 20.0), (33, 71), (12, 12.5), (45, 0)])
  func clips(_ outer: Double, _ inner: Double) throws {
    let (first, second) = (
      Rect(x: 8, y: 6, width: 23, height: 17), Rect(x: 10, y: 4, width: 21, height: 19)
    )
    let (one, two) = (Self.turned(outer), Self.turned(inner))
    let frame = try rendered(
      [
        Self.clip(first, one), Self.clip(second, two), Self.fill(Self.area, .color(.white)),
        .endGroup, .endGroup,
      ], background: .black)
    let outlines = (first.corners.map(one.apply), second.corners.map(two.apply))
    let worst = error(frame) { x, y in
      SIMD3(repeating: 255 * Self.share(x, y, outlines.0, outlines.1))
    }
    print("clips at \(outer) and \(inner) degrees: \(worst) levels")
    #expect(worst <= 6)
  }

  @Test("what ends where its clip ends, and the ground beneath both, has one edge")
  func oneEdge() throws {
    let rect = Rect(x: 8, y: 6, width: 23, height: 17)
    let transform = Self.turned(27)
    let fill = Self.fill(rect, .color(.black), transform)
    let alone = try rendered([fill], background: .white)
    for commands in [
      [Self.clip(rect, transform), fill, .endGroup],
      [fill, Self.clip(rect, transform), fill, .endGroup],
      [Self.clip(rect, transform), Self.clip(rect, transform), fill, .endGroup, .endGroup],
    ] {
      let frame = try rendered(commands, background: .white)
      #expect(error(frame) { SIMD3(repeating: Double(alone[$0, $1].channels.x)) } <= 6)
    }
  }

  @Test("a soft edge is exact to a level, and two that cross to one")
  mutating func edges() throws {
    var worst = (one: 0.0, two: 0.0)
    for degrees in stride(from: 3.0, to: 90, by: 11) {
      let (ground, first, second) = (color(), color(), color())
      let (rect, other) = (
        Rect(x: 6.3, y: 5.8, width: 24, height: 15), Rect(x: 11, y: 3.1, width: 17, height: 22)
      )
      let (turn, back) = (Self.turned(degrees), Self.turned(-degrees))
      let fills = [Self.fill(rect, .color(first), turn), Self.fill(other, .color(second), back)]
      let outlines = (rect.corners.map(turn.apply), other.corners.map(back.apply))
      func below(_ x: Int, _ y: Int) -> SIMD3<Double> {
        let share = ReferencePixel.share(of: outlines.0, x: x, y: y)
        return ground.levels * (1 - share) + first.levels * share
      }
      let one = try rendered([fills[0]], background: ground)
      worst.one = max(worst.one, error(one, below))
      // Where the two cross, the second hides just what is beneath it of the first.
      let common = clipped(outlines.0, toConvex: outlines.1)
      let both = try rendered(fills, background: ground)
      worst.two = max(
        worst.two,
        error(both) { x, y in
          let (share, hidden) = (
            ReferencePixel.share(of: outlines.1, x: x, y: y),
            ReferencePixel.share(of: common, x: x, y: y)
          )
          return below(x, y) + (second.levels - ground.levels) * share
            - (first.levels - ground.levels) * hidden
        })
    }
    print("a soft edge: \(worst.one) levels; two: \(worst.two)")
    #expect(worst.one <= 1 && worst.two <= 1.5)
  }

  @Test("the edge of a large layer over the shadow of its alpha is within a level and a half")
  func largeShadow() throws {
    let (rect, sigma) = (Rect(x: 40.3, y: 30.6, width: 220, height: 190), 6.0)
    let (sine, cosine) = (Elementary.sinDegrees(9), Elementary.cosDegrees(9))
    let turn = Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 15, ty: -12)
    let shadow = Shadow(
      color: .black, opacity: 0.8, sigma: sigma, offset: Point(x: 4, y: 7), path: nil,
      transform: .identity)
    let frame = try rendered(
      [
        .beginGroup(Effects(shadow: shadow, layer: Self.layer)),
        Self.fill(rect, .color(Color(red: 250, green: 120, blue: 3)), turn), .endGroup,
      ], background: .white, width: 300, height: 260)
    let outline = rect.corners.map(turn.apply)
    let back = try #require(turn.inverse)
    var (worst, count) = (0.0, 0)
    for index in 0..<frame.width * frame.height {
      let (x, y) = (index % frame.width, index / frame.width)
      let covered = ReferencePixel.share(of: outline, x: x, y: y)
      guard covered > 0, covered < 1 else { continue }
      let place = back.apply(Point(x: Double(x) - 3.5, y: Double(y) - 6.5))
      func share(_ place: Double, _ start: Double, _ end: Double) -> Double {
        Bell.share(before: end - place, sigma: sigma)
          - Bell.share(before: start - place, sigma: sigma)
      }
      let alpha =
        0.8 * share(place.x, rect.x, rect.maxX) * share(place.y, rect.y, rect.maxY)
      let exact =
        SIMD3(repeating: 255 * (1 - alpha)) * (1 - covered) + SIMD3(250, 120, 3) * covered
      for i in 0..<3 { worst = max(worst, abs(Double(frame[x, y].channels[i]) - exact[i])) }
      count += 1
    }
    print("\(count) pixels along the edge of a large layer with a shadow: \(worst) levels")
    #expect(count > 500 && worst <= 1.5)
  }

  @Test("a mask that runs from one alpha to another is dithered")
  mutating func mask() throws {
    for _ in 0..<8 {
      let (ground, top) = (color(), color())
      let (from, to) = (UInt8.random(in: 0...255, using: &random), UInt8(201))
      let gradient = Gradient(
        .linear(from: SIMD2(0, 0), to: SIMD2(1, 0)),
        stops: [
          .init(Color(red: 0, green: 0, blue: 0, alpha: from), at: 0),
          .init(Color(red: 0, green: 0, blue: 0, alpha: to), at: 1),
        ])
      let frame = try rendered(
        [
          .beginGroup(
            Effects(
              opacity: 0.7, mask: [Self.fill(Self.area, .gradient(gradient))], layer: Self.layer)),
          Self.fill(Self.area, .color(top)), .endGroup,
        ], background: ground)
      let worst = error(frame) { x, _ in
        let position = (Double(x) + 0.5) / 40
        let alpha = (Double(from) + (Double(to) - Double(from)) * position) / 255 * 0.7
        return ground.levels * (1 - alpha) + top.levels * alpha
      }
      #expect(worst <= 1.6)
    }
  }

  @Test(
    "translucent images are within a level, and a pile of them within two and a half",
    arguments: [(1, 1.0), (2, 1.5), (3, 2.0), (12, 2.5)])
  mutating func images(_ count: Int, bound: Double) throws {
    var worst = 0.0
    for _ in 0..<12 {
      let ground = color()
      var exact = ground.levels
      var (images, commands) = ([SourceImage](), [DrawCommand]())
      for index in 0..<count {
        let color = color(alpha: 1...254)
        let opacity = Double.random(in: 0.05...1, using: &random)
        let pixels = Pixmap(width: 4, height: 4, filledWith: Pixel(color))
        images.append(SourceImage(pixels))
        commands += [
          .beginGroup(Effects(opacity: opacity, layer: Self.layer)),
          .image(
            ImageDraw(
              ImageID(index), crop: Rect(x: 0, y: 0, width: 1, height: 1), destination: Self.area,
              clip: nil, transform: .identity, layer: Self.layer)),
          .endGroup,
        ]
        let alpha = Double(color.alpha) / 255 * opacity
        exact = exact * (1 - alpha) + color.levels * alpha
      }
      worst = max(
        worst, error(try rendered(commands, images: images, background: ground)) { _, _ in exact })
    }
    print("\(count) translucent images: \(worst) levels")
    #expect(worst <= bound)
  }

  @Test("three translucent layers are within a level and a half on all of a screen, too")
  mutating func largePile() throws {
    let area = Rect(x: 0, y: 0, width: 420, height: 320)
    var worst = 0.0
    for _ in 0..<4 {
      let (ground, layers) = (color(), (0..<3).map { _ in color(alpha: 1...254) })
      let exact = layers.reduce(ground.levels) { below, color in
        let alpha = Double(color.alpha) / 255
        return below * (1 - alpha) + color.levels * alpha
      }
      let frame = try rendered(
        layers.map { Self.fill(area, .color($0)) }, background: ground, width: 420, height: 320)
      for (x, y) in [(0, 0), (419, 0), (200, 160), (0, 319), (419, 319)] {
        let pixel = frame[x, y].channels
        for i in 0..<3 { worst = max(worst, abs(Double(pixel[i]) - exact[i])) }
      }
    }
    print("three layers on a screen: \(worst) levels")
    #expect(worst <= 1.5)
  }
}

extension Color {
  fileprivate var levels: SIMD3<Double> { SIMD3(Double(red), Double(green), Double(blue)) }
}

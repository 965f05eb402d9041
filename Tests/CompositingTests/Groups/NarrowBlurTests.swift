import Drawing
import Geometry
import Pixels
import Raster
import TestSupport
import Testing

@testable import Compositing

/// Shadows and blurs of few pixels, beside the true Gaussian of what is drawn in doubles.
///
/// A group is blurred as the pixels that it was painted in: a bell of less than two pixels is then wider
/// by what those spread. Areas have no pixels, so that theirs is exact.
struct NarrowBlurTests {
  private let layer = LayerPath("test")
  private static let phases = [
    Rect(x: 12, y: 10, width: 16, height: 10), Rect(x: 12.5, y: 10.3, width: 15.2, height: 9.5),
  ]

  private func fill(_ rect: Rect, _ color: Color, _ transform: Transform = .identity) -> DrawCommand
  {
    .fill(
      Fill(
        .rect(RoundedRect(rect)), with: .color(color), in: rect, transform: transform, layer: layer)
    )
  }

  private func rendered(
    _ commands: [DrawCommand], pictures: [Picture] = [], scale: Int = 1, over background: Color
  ) throws -> Pixmap {
    let grid = try #require(
      CanvasGrid(pixelWidth: 40 * scale, pixelHeight: 30 * scale, scale: Double(scale)))
    let textures = try Textures(rendering: pictures, images: [], canvas: grid)
    return try Compositor(textures).render(
      DisplayList(background: background, commands: commands))
  }

  private func shadow(_ sigma: Double, _ offset: Point, path: RoundedRect? = nil) -> Shadow {
    Shadow(
      color: .black, opacity: 1, sigma: sigma, offset: offset, path: path, transform: .identity)
  }

  /// The true blur of `rect` at every pixel of a canvas, row by row.
  private func truth(_ rect: Rect, _ sigma: Double, width: Int, height: Int) -> [Double] {
    func line(_ start: Double, _ end: Double, _ count: Int) -> [Double] {
      (0..<count).map {
        Bell.share(before: Double($0) + 0.5 - start, sigma: sigma)
          - Bell.share(before: Double($0) + 0.5 - end, sigma: sigma)
      }
    }
    let columns = line(rect.x, rect.maxX, width)
    return line(rect.y, rect.maxY, height).flatMap { row in columns.map { $0 * row } }
  }

  /// How much of a pixel of a canvas `rect` covers.
  private func cover(_ rect: Rect, _ x: Int, _ y: Int) -> Double {
    func part(_ start: Double, _ end: Double, _ place: Int) -> Double {
      max(0, min(end, Double(place + 1)) - max(start, Double(place)))
    }
    return part(rect.x, rect.maxX, x) * part(rect.y, rect.maxY, y)
  }

  @Test(
    "the shadow of an alpha is the true Gaussian at any place", arguments: [2, 3.4], [1, 2, 3])
  func shadowOfAlpha(_ sigma: Double, _ scale: Int) throws {
    var worst = (beside: 0.0, edge: 0.0)
    for rect in Self.phases {
      for offset in [Point.zero, Point(x: 1.25, y: -0.6)] {
        let effects = Effects(shadow: shadow(sigma, offset), layer: layer)
        let frame = try rendered(
          [.beginGroup(effects), fill(rect, .white), .endGroup], scale: scale, over: .white)
        let found = distance(of: frame, rect, offset, sigma, scale)
        worst = (max(worst.beside, found.beside), max(worst.edge, found.edge))
      }
    }
    print("alpha's shadow of \(sigma) points at \(scale)x: at most \(worst) levels off")
    #expect(worst.beside <= 2.1 && worst.edge <= 2)
  }

  private func distance(
    of frame: Pixmap, _ rect: Rect, _ offset: Point, _ sigma: Double, _ scale: Int
  ) -> (beside: Double, edge: Double) {
    func scaled(_ rect: Rect) -> Rect {
      let factor = Double(scale)
      return Rect(
        x: rect.x * factor, y: rect.y * factor, width: rect.width * factor,
        height: rect.height * factor)
    }
    let (width, height) = (40 * scale, 30 * scale)
    let truth = truth(
      scaled(rect.offset(x: offset.x, y: offset.y)), sigma * Double(scale), width: width,
      height: height)
    var worst = (beside: 0.0, edge: 0.0)
    for y in 0..<height {
      for x in 0..<width {
        let cover = cover(scaled(rect), x, y)
        let shown = 255 * (1 - truth[y * width + x] * (1 - cover))
        let error = abs(shown - Double(frame[x, y].channels.x))
        if cover > 0 {
          worst.edge = max(worst.edge, error)
        } else {
          worst.beside = max(worst.beside, error)
        }
      }
    }
    return worst
  }

  @Test("a blurred area is the true Gaussian at any place", arguments: [2.2, 4])
  func blur(_ sigma: Double) throws {
    var worst = 0.0
    for rect in Self.phases {
      let effects = Effects(filters: [.blur(sigma: sigma)], layer: layer)
      let frame = try rendered(
        [.beginGroup(effects), fill(rect, .white), .endGroup], over: .black)
      let truth = truth(rect, sigma, width: 40, height: 30)
      for y in 0..<30 {
        for x in 0..<40 {
          worst = max(worst, abs(255 * truth[y * 40 + x] - Double(frame[x, y].channels.x)))
        }
      }
    }
    print("blur of \(sigma) points: at most \(worst) levels off")
    #expect(worst <= 3)
  }

  // It was made of whole pixels as long as it was turned.
  @Test("a narrow shadow of a turned area is the true Gaussian", arguments: [0.5, 1.2])
  func turned(_ sigma: Double) throws {
    let rect = Rect(x: -7, y: -5, width: 14, height: 10)
    let turn = Transform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 20.3, ty: 15.1)
    let cast = Shadow(
      color: .black, opacity: 1, sigma: sigma, offset: .zero, path: RoundedRect(rect),
      transform: turn)
    let frame = try rendered(
      [.beginGroup(Effects(shadow: cast, layer: layer)), .endGroup], over: .white)
    let inverse = try #require(turn.inverse)
    var worst = 0.0
    for y in 0..<30 {
      for x in 0..<40 {
        // A bell looks the same from all sides.
        let place = inverse.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let across =
          Bell.share(before: place.x + 7, sigma: sigma)
          - Bell.share(before: place.x - 7, sigma: sigma)
        let down =
          Bell.share(before: place.y + 5, sigma: sigma)
          - Bell.share(before: place.y - 5, sigma: sigma)
        worst = max(
          worst, abs(255 * (1 - across * down) - Double(frame[x, y].channels.x)))
      }
    }
    print("turned shadow of \(sigma) points: at most \(worst) levels off")
    #expect(worst <= 2)
  }

  @Test("several filters in a row are rounded once")
  func filters() throws {
    var worst = 0.0
    for step in 0..<40 {
      let level = Double(step * 6 + 7)
      let color = Color(red: UInt8(level), green: UInt8(level), blue: UInt8(level))
      let effects = Effects(
        filters: [.brightness(0.19), .contrast(0.63), .tint(Color(red: 177, green: 9, blue: 9))],
        layer: layer)
      let frame = try rendered(
        [.beginGroup(effects), fill(Self.phases[0], color), .endGroup], over: .black)
      let bright = min(255, level + 0.19 * 255)
      let exact = ((bright - 127.5) * 0.63 + 127.5) * 177 / 255
      worst = max(worst, abs(exact - Double(frame[20, 15].channels.x)))
    }
    print("three filters: at most \(worst) levels off")
    #expect(worst <= 0.52)
  }

  @Test("a turned card has an exact edge over its large shadow", arguments: [false, true])
  func largeEdges(isRound: Bool) throws {
    let card = Rect(x: -105, y: -85, width: 210, height: 170)
    let turn = Transform(a: 0.96, b: 0.28, c: -0.28, d: 0.96, tx: 170.3, ty: 150.6)
    let cast = Shadow(
      color: Color(red: 90, green: 0, blue: 0), opacity: 0.9, sigma: 11,
      offset: Point(x: 0, y: 5), path: RoundedRect(card), transform: turn)
    let clip = Clip(.rect(RoundedRect(card)), transform: turn)
    let inside =
      isRound
      ? [.beginGroup(Effects(clip: clip, layer: layer)), fill(card, .white, turn), .endGroup]
      : [fill(card, .white, turn)]
    let grid = try #require(CanvasGrid(pixelWidth: 420, pixelHeight: 300, scale: 1))
    let textures = try Textures(rendering: [], images: [], canvas: grid)
    let frame = try Compositor(textures).render(
      DisplayList(
        background: Color(red: 201, green: 77, blue: 13),
        commands: [.beginGroup(Effects(shadow: cast, layer: layer))] + inside + [.endGroup]))
    let inverse = try #require(turn.inverse)
    let corners = card.corners.map(turn.apply)
    var worst = 0.0
    for y in 0..<300 {
      for x in 0..<420 {
        let cover = ReferencePixel.share(of: corners, x: x, y: y)
        guard cover > 0, cover < 1 else { continue }
        let place = inverse.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let across = soft(place.x, card.x, card.maxX)
        let share = 0.9 * across * soft(place.y - 5, card.y, card.maxY)
        let behind = 201 * (1 - share) + 90 * share
        let exact = behind * (1 - cover) + 255 * cover
        worst = max(worst, abs(exact - Double(frame[x, y].channels.x)))
      }
    }
    print("edges over a large shadow\(isRound ? ", clipped" : ""): at most \(worst) levels off")
    #expect(worst <= 2)
  }

  private func soft(_ place: Double, _ start: Double, _ end: Double) -> Double {
    Bell.share(before: place - start, sigma: 11) - Bell.share(before: place - end, sigma: 11)
  }
}

/// What a convex outline covers, in doubles.
enum ReferencePixel {
  /// The share of the pixel in column `x` of row `y` that is inside.
  static func share(of outline: [Point], x: Int, y: Int) -> Double {
    let (columns, rows) = (outline.map(\.x), outline.map(\.y))
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(),
      let bottom = rows.max(), left < Double(x + 1), right > Double(x), top < Double(y + 1),
      bottom > Double(y)
    else { return 0 }
    let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
    let cut = clipped(outline, toConvex: pixel.corners)
    guard var last = cut.last else { return 0 }
    var twice = 0.0
    for point in cut {
      twice += last.x * point.y - last.y * point.x
      last = point
    }
    return abs(twice) / 2
  }
}

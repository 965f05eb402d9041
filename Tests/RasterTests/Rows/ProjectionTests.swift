import Geometry
import Pixels
import Raster
import TestSupport
import Testing

struct ProjectionTests {
  /// A smooth picture, so that many samples of it tell the truth about a pixel.
  private var picture: Pixmap {
    var pixmap = Pixmap(width: 40, height: 32)
    for (x, y) in pixmap.bounds.pixels {
      pixmap[x, y] = Pixel(
        SIMD4(UInt8(x * 6), UInt8(y * 7), UInt8(abs((x * 13 + y * 5) % 100 - 50) + 100), 255))
    }
    return pixmap
  }

  /// The picture's bilinear value at a place, in doubles.
  private func value(_ source: Pixmap, _ place: Point, _ channel: Int) -> Double {
    let (x, y) = (place.x - 0.5, place.y - 0.5)
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    func level(_ x: Int, _ y: Int) -> Double {
      Double(
        source[max(0, min(source.width - 1, x)), max(0, min(source.height - 1, y))]
          .channels[channel])
    }
    let (right, down) = (x - Double(left), y - Double(top))
    let upper = level(left, top) * (1 - right) + level(left + 1, top) * right
    let lower = level(left, top + 1) * (1 - right) + level(left + 1, top + 1) * right
    return upper * (1 - down) + lower * down
  }

  @Test(
    "a turned, skewed or tilted picture is sampled where it is seen",
    arguments: [
      Transform(a: 0.96, b: 0.28, c: -0.28, d: 0.96, tx: 9, ty: 1),
      Transform(a: 1.7, b: 0.2, c: 0.4, d: 1.2, tx: -8.3, ty: -4.9),
      Transform(a: 1.1, b: 0.05, c: 0, d: 1.1, tx: 2, ty: 1, px: 0.001, py: 0.0005, pw: 1),
      Transform(a: 0, b: 1, c: -1, d: 0, tx: 35, ty: 0),
    ])
  func sampling(_ transform: Transform) throws {
    let source = picture
    let inverse = try #require(transform.inverse)
    let region = PixelRect(x: 0, y: 0, width: 36, height: 30)
    var surface = Surface(region)
    surface.paint(
      ProjectedRows(source, inverse: inverse, isOpaque: true), through: Coverage(all: region),
      in: region)
    var worst = 0.0
    for (x, y) in region.pixels {
      let place = inverse.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
      for channel in 0..<4 {
        let truth = value(source, place, channel)
        let level = Double(surface.pixmap[x, y].channels[channel])
        worst = max(worst, abs(truth - level))
      }
    }
    print("sampled: at most \(worst) levels from the bilinear truth")
    // 1/512 pixel each way, on slopes of up to 13 levels a pixel, and the rounding.
    #expect(worst <= 0.6)
  }

  @Test("a quarter turn moves pixels as they are")
  func quarterTurn() throws {
    let source = picture
    let turn = Transform(a: 0, b: 1, c: -1, d: 0, tx: 32, ty: 0)
    let region = PixelRect(x: 0, y: 0, width: 32, height: 40)
    var surface = Surface(region)
    surface.paint(
      ProjectedRows(source, inverse: try #require(turn.inverse), isOpaque: true),
      through: Coverage(all: region), in: region)
    for (x, y) in region.pixels { #expect(surface.pixmap[x, y] == source[y, 31 - x]) }
  }

  @Test("a turned picture made small is averaged", arguments: [0.5, 0.25, 0.11])
  func small(_ scale: Double) throws {
    var noise = Pixmap(width: 120, height: 120)
    var random = SeededRandom(seed: 8)
    for (x, y) in noise.bounds.pixels {
      let level = UInt8.random(in: 0...255, using: &random)
      noise[x, y] = Pixel(SIMD4(level, level, level, 255))
    }
    let (sine, cosine) = (Elementary.sinDegrees(20) * scale, Elementary.cosDegrees(20) * scale)
    let turn = Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 30 * scale, ty: 0)
    let inverse = try #require(turn.inverse)
    let center = turn.apply(Point(x: 60, y: 60))
    let region = PixelRect(x: Int(center.x) - 3, y: Int(center.y) - 3, width: 6, height: 6)
    var surface = Surface(region)
    surface.paint(
      ProjectedRows(noise, inverse: inverse, isOpaque: true), through: Coverage(all: region),
      in: region)
    var squares = 0.0
    for (x, y) in region.pixels {
      var sum = 0.0
      for i in 0..<1024 {
        let place = inverse.apply(
          Point(
            x: Double(x) + (Double(i % 32) + 0.5) / 32, y: Double(y) + (Double(i / 32) + 0.5) / 32))
        sum += Double(noise[Int(place.x), Int(place.y)].channels.x)
      }
      let level = Double(surface.pixmap[x - region.x, y - region.y].channels.x)
      squares += (sum / 1024 - level) * (sum / 1024 - level)
    }
    let root = (squares / 36).squareRoot()
    print("turned and scaled to \(scale): noise is \(root) levels from its average")
    // Plain bilinear sampling would be 40 levels off.
    #expect(root <= 8)
  }

  @Test("what is behind the eye is cut off, and what remains keeps its edges")
  func eyePlane() {
    let square = Rect(x: -10, y: 0, width: 20, height: 10).corners
    // The divisor is 0 along x = 5.
    let transform = Transform(
      a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0, px: -0.2, py: 0, pw: 1)
    let seen = projected(square, by: transform)
    #expect(seen.count == 4)
    #expect(seen.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    #expect(seen.filter { abs($0.x - -10.0 / 3) < 1e-9 }.count == 2)
    #expect(projected(square.map { $0 + Point(x: 100, y: 0) }, by: transform).isEmpty)
    let coverage = Coverage([seen], in: PixelRect(x: -20, y: -2, width: 60, height: 20))
    #expect(coverage.level(x: 20, y: 10) == 255)
    #expect(coverage.level(x: -5, y: 1) == 0)
  }
}

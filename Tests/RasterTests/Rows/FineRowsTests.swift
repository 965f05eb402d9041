import Geometry
import Pixels
import TestSupport
import Testing

@testable import Raster

/// Pictures that are kept in 16 bits, and samples in perspective.
struct FineRowsTests {
  private var random = SeededRandom(seed: 23)

  private mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// A picture of straight bytes, and its premultiplied levels from 0 to 255.
  private mutating func picture(_ width: Int, _ height: Int) -> (Surface, [SIMD4<Double>]) {
    let straight = bytes(width * height * 4)
    let levels = stride(from: 0, to: straight.count, by: 4).map { at in
      let alpha = Double(straight[at + 3])
      return SIMD4(
        Double(straight[at]) * alpha / 255, Double(straight[at + 1]) * alpha / 255,
        Double(straight[at + 2]) * alpha / 255, alpha)
    }
    return (Surface(Pixmap(width: width, height: height), straight: straight), levels)
  }

  private func row(_ rows: FineRows, y: Int, width: Int) -> [SIMD4<Double>] {
    var (rows, line) = (rows, [UInt16](repeating: 0, count: width * 4))
    var span = line.mutableSpan
    rows.writeDeep(y: y, x: 0, width: width, to: &span)
    return (0..<width).map { SIMD4<Double>(line.span.deep(at: $0 * 4)) / 256 }
  }

  @Test("moved by a fraction, neighbours are mixed to 1/100 of a level")
  mutating func moved() throws {
    let (surface, levels) = picture(9, 7)
    let (dx, dy) = (61.0 / 256, 200.0 / 256)
    let rows = try #require(
      FineRows(
        surface, .translation(x: dx, y: dy), in: PixelRect(x: 0, y: 0, width: 9, height: 7),
        showsSquares: false))
    for y in 1..<7 {
      for (x, found) in row(rows, y: y, width: 9).enumerated().dropFirst() {
        let upper = levels[(y - 1) * 9 + x - 1] * dx + levels[(y - 1) * 9 + x] * (1 - dx)
        let lower = levels[y * 9 + x - 1] * dx + levels[y * 9 + x] * (1 - dx)
        let exact = upper * dy + lower * (1 - dy)
        #expect((0..<4).allSatisfy { abs(found[$0] - exact[$0]) < 0.01 })
      }
    }
  }

  @Test("shrunk to a quarter, sixteen pixels are averaged; turned around, each is itself")
  mutating func shrunkAndTurned() throws {
    let (surface, levels) = picture(8, 8)
    let small = try #require(
      FineRows(
        surface, .scaling(x: 0.25, y: 0.25), in: PixelRect(x: 0, y: 0, width: 2, height: 2),
        showsSquares: false))
    var mean = SIMD4<Double>.zero
    for at in [0, 8, 16, 24] {
      for level in levels[at..<at + 4] { mean += level / 16 }
    }
    let found = row(small, y: 0, width: 2)[0]
    #expect((0..<4).allSatisfy { abs(found[$0] - mean[$0]) < 0.01 })
    let quarter = try #require(
      FineRows(
        surface, Transform(a: 0, b: 1, c: -1, d: 0, tx: 8, ty: 0),
        in: PixelRect(x: 0, y: 0, width: 8, height: 8), showsSquares: false))
    for (x, found) in row(quarter, y: 3, width: 8).enumerated() {
      let exact = levels[(7 - x) * 8 + 3]
      #expect((0..<4).allSatisfy { abs(found[$0] - exact[$0]) < 0.01 })
    }
  }

  @Test("two outlines at once cover what both cover, whichever way they run")
  func common() {
    let square: Contour = [
      Point(x: 1.5, y: 1), Point(x: 6.25, y: 1), Point(x: 6.25, y: 6), Point(x: 1.5, y: 6),
    ]
    let star: Contour = [
      Point(x: 4, y: 0), Point(x: 7, y: 8), Point(x: 0, y: 3), Point(x: 8, y: 3), Point(x: 1, y: 8),
    ]
    let region = PixelRect(x: 0, y: 0, width: 8, height: 8)
    for rule in WindingRule.allCases {
      for (one, other) in [(square, star), (square.reversed(), star), (square, star.reversed())] {
        let both = Coverage([one], rule: .nonzero, andOf: [other], rule: rule, in: region)
        let turned = Coverage([other], rule: rule, andOf: [one], rule: .nonzero, in: region)
        // Inside the square, only the star counts; outside, nothing does.
        let star = Coverage([other], rule: rule, in: region)
        for (x, y) in [(3, 3), (4, 4), (3, 5), (2, 2), (5, 4), (2, 5)] {
          #expect(both.level(x: x, y: y) == star.level(x: x, y: y))
        }
        #expect(both.level(x: 0, y: 3) == 0 && both.level(x: 7, y: 3) == 0)
        for y in 0..<8 {
          for x in 0..<8 {
            #expect(both.level(x: x, y: y) == turned.level(x: x, y: y))
            #expect(both.level(x: x, y: y) <= star.level(x: x, y: y))
          }
        }
      }
    }
  }
}

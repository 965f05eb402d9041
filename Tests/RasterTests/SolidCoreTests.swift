import Geometry
import Pixels
import TestSupport
import Testing

@testable import Raster

/// A picture of which a part is known to be opaque must look as if nobody knew.
struct SolidCoreTests {
  private static let canvas = PixelRect(x: -2, y: 3, width: 60, height: 40)
  private static let cores = [
    PixelRect(x: 4, y: 3, width: 20, height: 15), PixelRect(x: 0, y: 5, width: 33, height: 8),
    PixelRect(x: 7, y: 0, width: 26, height: 24), PixelRect(x: 0, y: 0, width: 9, height: 9),
  ]
  private var random = SeededRandom.fresh("solid cores")

  private mutating func picture(_ core: PixelRect) -> Pixmap {
    var pixmap = Pixmap(width: 33, height: 24)
    for y in 0..<24 {
      for x in 0..<33 {
        let isInside = (core.x..<core.maxX).contains(x) && (core.y..<core.maxY).contains(y)
        let alpha: UInt8 = isInside ? 255 : UInt8.random(in: 0...254, using: &random)
        let levels = (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &random) }
        pixmap[x, y] = Pixel(SIMD4(levels[0], levels[1], levels[2], alpha))
      }
    }
    return pixmap
  }

  private func expectSame(
    _ known: some RowSource, _ unknown: some RowSource, _ coverage: Coverage, _ opacity: Weight,
    _ blend: BlendMode
  ) -> Bool {
    var first = Surface(
      Pixmap(width: 60, height: 40, filledWith: Pixel(SIMD4(30, 200, 90, 240))), x: -2, y: 3)
    var second = first
    first.paint(known, through: coverage, opacity: opacity, blend: blend, in: Self.canvas)
    second.paint(unknown, through: coverage, opacity: opacity, blend: blend, in: Self.canvas)
    let isSame = first == second
    #expect(isSame)
    return !known.solid.intersection(Self.canvas).isEmpty && unknown.solid.isEmpty
  }

  @Test("a picture looks the same where it is known to be opaque", arguments: cores)
  mutating func looks(_ core: PixelRect) {
    let pixmap = picture(core)
    let surface = Surface(pixmap, x: 3, y: 4)
    let soft = [Point(x: 2.3, y: 5.4), Point(x: 36.7, y: 6), Point(x: 4, y: 32)]
    var known = 0
    for coverage in [Coverage([soft], in: Self.canvas), Coverage(all: Self.canvas)] {
      for (opacity, blend) in [(1, BlendMode.normal), (0.6, .normal), (1, .multiply)] {
        func check(_ source: (PixelRect) -> some RowSource) {
          let isKnown = expectSame(
            source(core), source(.empty), coverage, Weight(opacity), blend)
          known += isKnown ? 1 : 0
        }
        for scale in [0.965, 0.4, 1.3, -1.2] {
          check {
            ScaledRows(
              pixmap, scale: SIMD2(scale, abs(scale)), shift: SIMD2(scale < 0 ? 45.2 : 2.5, 4.1),
              in: Self.canvas, isOpaque: false, core: $0)
          }
        }
        check { CopiedRows(surface, dx: 2, dy: 1, isOpaque: false, core: $0) }
        for (dx, dy) in [(2.25, 1), (2, 1.25), (-3.4, 8.6), (0.998, -0.004)] {
          check { ShiftedRows(surface, dx: dx, dy: dy, isOpaque: false, core: $0) }
        }
      }
    }
    #expect(known == 54, "all of them know where")
  }
}

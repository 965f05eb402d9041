import Pixels
import Testing

@testable import Raster

struct SurfaceTests {
  /// A grey of that level, `alpha` of 255 opaque.
  private func grey(_ level: UInt8, _ alpha: UInt8 = 255) -> Pixel {
    Pixel(SIMD4(level, level, level, alpha))
  }

  private func surface(_ rows: [[Pixel]], x: Int = 0, y: Int = 0) -> Surface {
    var pixmap = Pixmap(width: rows[0].count, height: rows.count)
    for (row, pixels) in rows.enumerated() {
      for (column, pixel) in pixels.enumerated() {
        pixmap.fill(PixelRect(x: column, y: row, width: 1, height: 1), with: pixel)
      }
    }
    return Surface(pixmap, x: x, y: y)
  }

  private func rows(_ surface: Surface) -> [[Pixel]] {
    (0..<surface.pixmap.height).map { y in
      (0..<surface.pixmap.width).map { surface.pixmap[$0, y] }
    }
  }

  @Test("beyond the canvas its edges go on, and what no surface holds is clear")
  func extended() {
    let known = surface([[grey(1), grey(2)], [grey(3), grey(4)]], x: 3, y: 5)
    let region = PixelRect(x: 1, y: 4, width: 5, height: 4)
    let top = [grey(1), grey(1), grey(1), grey(2), grey(2)]
    let bottom = [grey(3), grey(3), grey(3), grey(4), grey(4)]
    #expect(rows(known.extended(to: region, beyond: known.bounds)) == [top, top, bottom, bottom])
    // The canvas goes on by a column on the left and a row below: there, nothing is known.
    let canvas = PixelRect(x: 2, y: 5, width: 3, height: 3)
    let partly = [.clear, .clear, grey(1), grey(2), grey(2)]
    #expect(
      rows(known.extended(to: region, beyond: canvas))
        == [
          partly, partly, [.clear, .clear, grey(3), grey(4), grey(4)],
          [Pixel](repeating: .clear, count: 5),
        ])
  }

  @Test("beneath, as much is laid as the coverage has more than what is there")
  func beneath() {
    var own = surface([[.clear, grey(100, 200), grey(9), grey(40, 80)]])
    let coverage = Coverage(all: PixelRect(x: 0, y: 0, width: 3, height: 1))
    own.paintBeneath(surface([[grey(51), grey(51), grey(51), grey(51)]]), through: coverage)
    // 51 / 255 of the 55 that 200 lacks is 11.
    #expect(rows(own) == [[grey(51), grey(111), grey(9), grey(40, 80)]])
  }

  @Test("a mask multiplies by its alpha, and leaves nothing outside of itself")
  func masked() {
    var own = surface([[Pixel]](repeating: [grey(255), grey(255), grey(255)], count: 3))
    own.multiply(byAlphaOf: surface([[grey(0, 255), grey(0, 51)]], x: 1, y: 1))
    let clear = [Pixel](repeating: .clear, count: 3)
    #expect(rows(own) == [clear, [.clear, grey(255), grey(51, 51)], clear])
  }
}

import Pixels
import TestSupport
import Testing

@testable import Codecs

@Suite("how near a palette has to be to what was drawn")
struct DrawnToleranceTests {
  /// So many colours that are no step and not far from each other, each in two pixels of a place that is chance.
  private func drawing(_ count: Int) throws -> DrawnColors {
    var random = SeededRandom(seed: 21)
    let places = (0..<2 * count).map { $0 / 2 }.shuffled(using: &random)
    var pixmap = Pixmap(width: 100, height: 2 * count / 100)
    pixmap.withMutableSpan { span in
      for (place, number) in places.enumerated() {
        let (red, green, blue) = (number % 20 * 2, number / 20 % 15 * 2, number / 300)
        let color = 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        span.setWord(color | 0x40_6080, at: 4 * place)
      }
    }
    return try #require(DrawnColors(of: GIFCanvas(pixels: pixmap, base: nil, area: pixmap.bounds)))
  }

  @Test("colours are given up where nobody sees it, but none of very many or of what is to be fine")
  func palettes() throws {
    func count(_ colors: Int, _ fineness: DrawnTolerance.Fineness) throws -> Int {
      PaletteDesign(try drawing(colors), count: 200, fineness: fineness).colors.count
    }
    #expect(try count(600, .usual) < 190)
    #expect(try count(600, .fine) == 200)
    #expect(try count(3000, .usual) == 200)
  }

  @Test("what stands in for a colour is nearer the finer a palette is, and the less it loses")
  func limits() throws {
    let (few, many) = (try drawing(600), try drawing(3000))
    func reach(_ drawn: DrawnColors, _ fineness: DrawnTolerance.Fineness, loss: Float) -> Float {
      let limits = DrawnTolerance(drawn, fineness).limits(loss: loss)
      #expect(limits.leniency < limits.reach)
      return limits.reach
    }
    #expect(reach(many, .usual, loss: 0.2) < reach(few, .usual, loss: 0.2))
    #expect(reach(few, .finest, loss: 0.2) < reach(few, .fine, loss: 0.2))
    #expect(reach(few, .fine, loss: 0.2) < reach(few, .usual, loss: 0.2))
    #expect(reach(few, .finest, loss: 0.1) < reach(few, .finest, loss: 0.2))
  }

  @Test("gradients of very many colours are no drawing, and text of as many is")
  func gradients() throws {
    for isGradient in [false, true] {
      var random = SeededRandom(seed: 22)
      var pixmap = Pixmap(width: 120, height: 120)
      pixmap.withMutableSpan { span in
        for place in 0..<120 * 120 {
          let (x, y) = (UInt32(place % 120), UInt32(place / 120))
          let number =
            isGradient ? x / 2 + y << 8 : UInt32.random(in: 0..<6000, using: &random) * 11
          span.setWord(0xFF00_0000 | number, at: 4 * place)
        }
      }
      let canvas = GIFCanvas(pixels: pixmap, base: nil, area: pixmap.bounds)
      let design = canvas.design(count: 255, steady: [])
      #expect(design.hasGradients == isGradient)
    }
  }
}

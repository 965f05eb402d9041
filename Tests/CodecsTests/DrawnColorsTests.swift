import Pixels
import TestSupport
import Testing

@testable import Codecs

@Suite("the colours of a drawing")
struct DrawnColorsTests {
  /// What is to be known of a colour, found pixel by pixel.
  private struct Facts: Equatable {
    var (count, flats): (UInt32, UInt32) = (0, 0)
    var gentleness = 0
  }

  /// Runs of few colours, of which some are hardly told apart and some are not visible or let others
  /// through.
  private func picture(
    _ width: Int, _ height: Int, like base: Pixmap? = nil, using random: inout SeededRandom
  ) -> Pixmap {
    var pixmap = GIFSinkTests.plain(width, height, 0xFFFF_FFFF)
    var colors = (0..<40).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000
    }
    colors += colors.prefix(20).map { $0 ^ 0x0301_02 } + [0, 0x8030_2010]
    pixmap.withMutableSpan { span in
      for y in 0..<height {
        var x = 0
        while x < width {
          let end = min(width, x + Int.random(in: 1...7, using: &random))
          let (color, source) = (
            colors.randomElement(using: &random) ?? 0, Int.random(in: 0..<3, using: &random)
          )
          for column in x..<end {
            let place = (y * width + column) * 4
            let above = y > 0 ? span.span.word(at: place - width * 4) : color
            let word = source == 0 ? base?.bytes.span.word(at: place) ?? color : above
            span.setWord(source == 1 ? color : word, at: place)
          }
          x = end
        }
      }
    }
    return pixmap
  }

  /// The facts of what changed, by colour.
  private func facts(_ pixels: Pixmap, over base: Pixmap?) -> [UInt32: Facts] {
    var facts: [UInt32: Facts] = [:]
    func word(_ pixmap: Pixmap, _ x: Int, _ y: Int) -> UInt32 {
      pixmap.bytes.span.word(at: (y * pixmap.width + x) * 4)
    }
    func isSame(_ x: Int, _ y: Int) -> Bool {
      base.map { word($0, x, y) == word(pixels, x, y) } ?? false
    }
    func isGentle(_ one: UInt32, _ other: UInt32) -> Bool {
      let steps = [0, 8, 16].map { abs(Int(one >> $0 & 0xFF) - Int(other >> $0 & 0xFF)) }
      return other != 0 && one != other && steps.reduce(0, +) <= 6
    }
    for y in 0..<pixels.height {
      var x = 0
      while x < pixels.width {
        let (start, pixel) = (x, word(pixels, x, y))
        while x < pixels.width, word(pixels, x, y) == pixel, isSame(x, y) == isSame(start, y) {
          x += 1
        }
        guard !isSame(start, y), let color = GIFColor(pixel)?.opaque else { continue }
        let left = start > 0 && !isSame(start - 1, y) ? word(pixels, start - 1, y) : 0
        let shownLeft = left == 0 ? 0 : GIFColor(left)?.opaque ?? 0
        let above = y > 0 ? word(pixels, start, y - 1) : 0
        let isSoft = isGentle(color, shownLeft) || isGentle(color, above)
        let isFlat = y > 0 && x - start >= 3 && word(pixels, (start + x) / 2, y - 1) == color
        facts[color, default: Facts()].count += UInt32(x - start)
        facts[color, default: Facts()].flats += isFlat ? UInt32(x - start) : 0
        facts[color, default: Facts()].gentleness += isSoft ? 1 : -1
      }
    }
    return facts
  }

  @Test("are counted as they are pixel by pixel", arguments: [1, 7, 8, 9, 33, 120], [false, true])
  func counted(width: Int, hasBase: Bool) throws {
    var random = SeededRandom.fresh("the colours of a drawing")
    let base = hasBase ? picture(width, 40, using: &random) : nil
    let pixels = picture(width, 40, like: base, using: &random)
    let drawn = try #require(
      DrawnColors(of: GIFCanvas(pixels: pixels, base: base, area: pixels.bounds)))
    let expected = facts(pixels, over: base)
    try #require(Set(drawn.colors) == Set(expected.keys))
    let facts = drawn.colors.map { expected[$0] ?? Facts() }
    #expect(drawn.counts() == facts.map(\.count))
    #expect(facts.indices.map { drawn.isSoft($0) } == facts.map { $0.gentleness > 0 })
    let flat = facts.indices.filter { facts[$0].flats > 0 }.sorted {
      (facts[$0].flats, $1) > (facts[$1].flats, $0)
    }
    #expect(drawn.flatPlaces(fillingAtLeast: 1, atMost: .max) == flat)
  }
}

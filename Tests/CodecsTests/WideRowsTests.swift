import Pixels
import TestSupport
import Testing

@testable import Codecs

struct WideRowsTests {
  static func line(using random: inout SeededRandom) -> [UInt8] {
    (0..<300).map { _ in
      Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : 7
    }
  }

  @Test("a row that is filtered in C is what the filter says")
  func filter() {
    var random = SeededRandom.fresh("wide filters")
    for step in 1...4 {
      let (line, lineAbove) = (Self.line(using: &random), Self.line(using: &random))
      let row = line.span
      let above = lineAbove.span
      var rows = [UInt8](repeating: 0, count: 300)
      var target = rows.mutableSpan
      let done = widePaeth(
        row, above, from: 16, step: step, to: &target, at: 3, count: 250)
      #expect(done % 32 == 0 && done <= 250)
      for start in stride(from: 0, to: done, by: 16) {
        let here = 16 + start
        let residue = PNGFilter.paeth.residue(
          row.sixteen(at: here), left: row.sixteen(at: here - step), up: above.sixteen(at: here),
          corner: above.sixteen(at: here - step))
        let isSame = target.span.sixteen(at: 3 + start) == residue
        #expect(isSame, "step \(step), byte \(start)")
      }
    }
  }

  @Test("a row loses its alphas, and nothing behind it is touched", arguments: 0...40)
  func colors(_ width: Int) {
    var random = SeededRandom.fresh("wide colours")
    let rgba = (0..<width * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    var rgb = [UInt8](repeating: 99, count: width * 3 + 8)
    var target = rgb.mutableSpan
    let done = wideColors(of: rgba.span, from: 0, to: &target, at: 0, width: width)
    #expect(done <= width)
    let expected = (0..<done).flatMap { rgba[$0 * 4..<$0 * 4 + 3] }
    #expect(rgb == expected + [UInt8](repeating: 99, count: rgb.count - expected.count))
  }

  @Test("of a row the reds are kept, and nothing behind them is touched", arguments: 0...70)
  func reds(_ width: Int) {
    var random = SeededRandom.fresh("wide reds")
    let rgba = (0..<width * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    var reds = [UInt8](repeating: 99, count: width + 8)
    var target = reds.mutableSpan
    let done = wideReds(of: rgba.span, from: 0, to: &target, at: 0, width: width)
    #expect(done <= width && done % 4 == 0)
    let expected = (0..<done).map { rgba[$0 * 4] }
    #expect(reds == expected + [UInt8](repeating: 99, count: reds.count - expected.count))
  }

  @Test("colours are split in C as they are in Swift", arguments: [0, 1, 31, 32, 33, 100, 4096])
  func planes(_ count: Int) {
    var random = SeededRandom.fresh("wide planes")
    var rgba = (0..<count * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    // Half of them at the ends of what there is.
    for index in rgba.indices.prefix(count * 2) { rgba[index] = rgba[index] < 128 ? 0 : 255 }
    var planes = [UInt8](repeating: 99, count: count * 3)
    var target = planes.mutableSpan
    let done = widePlanes(of: rgba.span, to: &target)
    #expect(done % 32 == 0 && done <= count)
    for place in 0..<count {
      let color = YUVColor(rgba.span.word(at: place * 4))
      let expected = [color.luma, color.blueDifference, color.redDifference]
      let got = (0..<3).map { planes[place + count * $0] }
      #expect(got == (place < done ? expected : [99, 99, 99]), "\(place) of \(count)")
    }
  }

  @Test("a filter is undone in C as it is in Swift", arguments: PNGFilter.allCases, [3, 4])
  func undoing(_ filter: PNGFilter, depth: Int) {
    var random = SeededRandom.fresh("wide undoing")
    for width in [1, 2, 3, 4, 5, 17, 40] {
      // A row of pixels, and far behind it the filtered row that takes its place below.
      let bytes = (0..<width * 8 + 8 + width * depth).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      for above in [0, nil] {
        let place = RowPlace(
          source: width * 8 + 7, target: width * 4, above: above, width: width, depth: depth)
        let answers = [true, false].map { isWide in
          var rows = bytes
          var span = rows.mutableSpan
          place.undo(filter, in: &span, isWide: isWide && hasWideRows())
          return rows
        }
        #expect(answers[0] == answers[1], "width \(width)")
      }
    }
  }

  @Test("bytes are the same only where all of them are")
  func sameness() {
    var bytes = [UInt8](repeating: 5, count: 300)
    for place in [0, 31, 32, 63, 95, 96, 127, 128, 149] {
      bytes[place] = 6
      let isSame = bytes.span.isSame(from: 0, to: 150, count: 150)
      let isSameBefore = bytes.span.isSame(from: 0, to: 150, count: place)
      #expect(!isSame && isSameBefore, "byte \(place)")
      bytes[place] = 5
    }
    let isSame = bytes.span.isSame(from: 0, to: 150, count: 150)
    #expect(isSame)
  }

  @Test("only what is clear or opaque is left as it is when colours become straight")
  func straightness() {
    var random = SeededRandom.fresh("straight colours")
    let alphas: [UInt8] = [0, 0, 0, 255, 255, 255, 1, 128, 254]
    var bytes: [UInt8] = []
    for _ in 0..<999 {
      let run = Int.random(in: 1...9, using: &random)
      let alpha = alphas[Int.random(in: 0..<alphas.count, using: &random)]
      for _ in 0..<run {
        bytes += (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &random) } + [alpha]
      }
    }
    let expected = bytes.indices.map { place in
      let alpha = bytes[place | 3]
      return place % 4 == 3 ? alpha : unscaled(bytes[place], by: alpha)
    }
    #expect(StraightAlpha.straight(bytes) == expected)
  }
}

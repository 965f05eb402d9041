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
}

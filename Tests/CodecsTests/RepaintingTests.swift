import Pixels
import Testing

@testable import Codecs

@Suite("what stays in a GIF, and is painted again")
struct RepaintingTests {
  private static let white: UInt32 = 0xFFFF_FFFF

  /// White, with a stripe of many colours that begins at a row.
  private func picture(stripeAt row: Int, rows: Int = 20) -> Pixmap {
    var pixmap = GIFSinkTests.plain(80, 64, Self.white)
    pixmap.withMutableSpan { span in
      for y in row..<row + rows {
        for x in 0..<80 where x % 4 != 0 {
          // The left half stands still within the stripe. No colour is near that of the next pixel.
          let level = UInt32((x < 40 ? y : y - row) * 80 + x) &* 0x9E37_79B1 >> 24
          let color = 0xFF00_0000 | level << 16 | level << 8 | (level + 20) & 255
          span.setWord(color, at: (y * 80 + x) * 4)
        }
      }
    }
    return pixmap
  }

  @Test(
    "a colour that is exact everywhere is painted again, and all else is left",
    arguments: [false, true])
  func repaints(_ repaints: Bool) throws {
    let (base, next) = (picture(stripeAt: 10), picture(stripeAt: 12))
    let canvas = GIFCanvas(pixels: next, base: base, area: next.bounds)
    let drawn = try #require(DrawnColors(of: canvas))
    let design = PaletteDesign(drawn, count: 60, steady: [Self.white])
    let steady = try #require(design.settled.steadyIndex(of: Self.white))
    let runs = canvas.runs(in: design, transparent: 60, repaints: repaints).runs
    var places: [(index: UInt8, other: UInt8)] = []
    for run in runs { places += Array(repeating: (run.index, run.other), count: run.length) }
    try #require(places.count == 64 * 80)
    var kinds = Set<Int>()
    for (place, choice) in places.enumerated() {
      let pixel = next.bytes.span.word(at: 4 * place)
      let isSame = pixel == base.bytes.span.word(at: 4 * place)
      let isWhite = pixel == Self.white
      switch (isSame, isWhite) {
      case (true, true): #expect(choice == (repaints ? steady : 60, steady))
      case (true, false): #expect(choice == (60, 60))
      case (false, true): #expect(choice == (steady, steady))
      case (false, false): #expect(choice.index < 60)
      }
      kinds.insert((isSame ? 2 : 0) + (isWhite ? 1 : 0))
    }
    #expect(kinds.count == 4)
  }

  @Test("where nearly nothing moves, or other colours stay, what stays is left")
  func favorsRepainting() {
    let base = picture(stripeAt: 10)
    func isFavored(_ next: Pixmap, exact: [UInt32] = [Self.white]) -> Bool {
      GIFCanvas(pixels: next, base: base, area: next.bounds).favorsRepainting { exact.contains($0) }
    }
    #expect(isFavored(picture(stripeAt: 30)))
    // All is as before; a few pixels are not; and half of the stripe stays.
    #expect(!isFavored(base))
    #expect(!isFavored(picture(stripeAt: 10, rows: 21)))
    #expect(!isFavored(picture(stripeAt: 13)))
    // Where white is not exact, it stays as all other colours do.
    #expect(!isFavored(picture(stripeAt: 30), exact: []))
  }

  @Test("what is painted again shows as before")
  func shows() throws {
    let pictures = [0, 2, 3, 7, 30].map { picture(stripeAt: 10 + $0) }
    let shown = try decoded(FrameRun(pictures).gif(samples: true)).frames.map(\.pixels)
    try #require(shown.count == pictures.count)
    for number in 1..<shown.count {
      let isRight = stride(from: 0, to: 64 * 80 * 4, by: 4).allSatisfy { offset in
        func word(_ pixmap: Pixmap) -> UInt32 { pixmap.bytes.span.word(at: offset) }
        let isSame = word(pictures[number]) == word(pictures[number - 1])
        return !isSame || word(shown[number]) == word(shown[number - 1])
      }
      #expect(isRight, "frame \(number)")
    }
  }
}

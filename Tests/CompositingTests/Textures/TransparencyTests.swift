import Pixels
import TestSupport
import Testing

@testable import Compositing

struct TransparencyTests {
  private static func card(
    _ width: Int, _ height: Int, margin: Int, corner: Int, _ alpha: (Int, Int) -> UInt8?
  ) -> Pixmap {
    var pixmap = Pixmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let (left, top) = (x - margin, y - margin)
        let (right, bottom) = (width - margin - 1 - x, height - margin - 1 - y)
        let isInside = min(left, top, right, bottom) >= 0
        let isCorner = min(left, right) + min(top, bottom) < corner
        let value = alpha(x, y) ?? (isInside && !isCorner ? 255 : isInside ? 100 : 7)
        pixmap[x, y] = Pixel(SIMD4(0, 0, 0, value))
      }
    }
    return pixmap
  }

  @Test("the inside of a card with round corners is opaque")
  func card() {
    let card = Transparency(of: Self.card(200, 300, margin: 10, corner: 20) { _, _ in nil })
    #expect(card.alphaKind == .translucent)
    #expect(card.core == PixelRect(x: 10, y: 30, width: 180, height: 240))
    let page = Transparency(of: Self.card(200, 300, margin: 0, corner: 12) { _, _ in nil })
    #expect(page.alphaKind == .edged)
    #expect(page.core == PixelRect(x: 0, y: 12, width: 200, height: 276))
  }

  @Test("what is opaque is so everywhere, and what is not has no core that is worth it")
  func others() {
    let opaque = Transparency(of: Self.card(90, 40, margin: 0, corner: 0) { _, _ in 255 })
    #expect(opaque == Transparency(opaque: PixelRect(x: 0, y: 0, width: 90, height: 40)))
    let clear = Transparency(of: Self.card(90, 40, margin: 0, corner: 0) { _, _ in 0 })
    #expect(clear.core.isEmpty && clear.alphaKind == .edged)
    let striped = Transparency(
      of: Self.card(90, 40, margin: 0, corner: 0) { x, _ in x % 3 == 1 ? 0 : 255 })
    #expect(striped.core.isEmpty)
  }

  @Test("every pixel of a core is opaque")
  func cores() {
    var random = SeededRandom.fresh("cores")
    for _ in 0..<40 {
      let (margin, corner) = (
        Int.random(in: 0...20, using: &random), Int.random(in: 0...30, using: &random)
      )
      let holes = (0..<3).map { _ in
        (Int.random(in: 0..<150, using: &random), Int.random(in: 0..<120, using: &random))
      }
      let pixmap = Self.card(150, 120, margin: margin, corner: corner) { x, y in
        holes.contains { $0 == (x, y) } ? 254 : nil
      }
      let core = Transparency(of: pixmap).core
      let isOpaque = pixmap.cropped(to: core).isOpaque
      #expect(isOpaque, "\(margin), \(corner), \(holes)")
      #expect(core.intersection(pixmap.bounds) == core)
    }
  }
}

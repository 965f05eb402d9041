import Testing

import Pixels

struct ByteArithmeticTests {
  /// The nearest whole number to `dividend / divisor`, halves up.
  private func nearest(_ dividend: Int, _ divisor: Int) -> Int {
    (2 * dividend + divisor) / (2 * divisor)
  }

  @Test("scaling by an alpha is exact for all 65,536 inputs")
  func scaling() {
    var wrong = 0
    for value in 0...255 {
      for alpha in 0...255
      where Int(scaled(UInt8(value), by: UInt8(alpha))) != nearest(value * alpha, 255) {
        wrong += 1
      }
    }
    #expect(wrong == 0)
  }

  @Test("dividing by an alpha is exact for all 65,536 inputs")
  func unscaling() {
    var wrong = 0
    for value in 0...255 {
      for alpha in 1...255
      where Int(unscaled(UInt8(value), by: UInt8(alpha))) != min(255, nearest(value * 255, alpha)) {
        wrong += 1
      }
      #expect(unscaled(UInt8(value), by: 0) == 0)
    }
    #expect(wrong == 0)
  }

  @Test("mixing is exact", arguments: [0, 1, 2, 77, 127, 128, 200, 254, 255])
  func mixing(_ fraction: Int) {
    var wrong = 0
    for start in 0...255 {
      for end in 0...255 {
        let result = Int(mixed(UInt8(start), UInt8(end), by: UInt8(fraction)))
        if result != nearest(start * (255 - fraction) + end * fraction, 255) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test("a premultiplied colour over another never overflows, for every alpha and destination")
  func over() {
    var wrong = 0
    for alpha in 0...255 {
      let top = Pixel(SIMD4(repeating: UInt8(alpha)))
      for below in 0...255 {
        let result = top.over(Pixel(SIMD4(repeating: UInt8(below))))
        if Int(result.alpha) != alpha + nearest(below * (255 - alpha), 255) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  @Test(
    "a fade over something is rounded once",
    arguments: [0, 1, 13, 4096, 32_768, 40_000, 65_535, 65_536])
  func fading(_ parts: Int) {
    var wrong = 0
    let weight = Weight(parts: UInt32(parts))
    for alpha in stride(from: 0, through: 255, by: 5) {
      for source in stride(from: 0, through: alpha, by: 3) {
        for below in stride(from: 0, through: 255, by: 3) {
          let top = Pixel(SIMD4(UInt8(source), 0, UInt8(alpha), UInt8(alpha)))
          let result = top.faded(by: weight, over: Pixel(SIMD4(repeating: UInt8(below))))
          let exact = source * parts * 255 + below * (255 * 65_536 - alpha * parts)
          if Int(result.channels.x) != nearest(exact, 255 * 65_536) { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test("weights are what they say, and nothing else")
  func weights() {
    #expect(Weight(0.5).parts == 32_768)
    #expect(Weight(1) == .one && Weight(7) == .one && Weight(.infinity) == .one)
    #expect(Weight(-1) == .zero && Weight(.nan) == .zero)
    #expect(Weight.one.covered(by: 255) == .one && Weight.one.covered(by: 0) == .zero)
  }

  @Test("a weight is at most one, and what covers a part of it is rounded up from a half")
  func coverage() {
    #expect(Weight(parts: 70_000) == .one)
    for parts in [0, 1, 2, 3, 1000, 65_535] {
      for coverage in 0...255 {
        let covered = Weight(parts: UInt32(parts)).covered(by: UInt8(coverage))
        #expect(Int(covered.parts) == nearest(parts * coverage, 255))
      }
    }
  }

  @Test("an opaque colour survives premultiplying, and a translucent one nearly")
  func premultiplying() {
    let color = Color(red: 12, green: 200, blue: 255)
    #expect(Pixel(color).color == color)
    let half = Pixel(Color(red: 12, green: 200, blue: 255, alpha: 128))
    #expect(half.channels == SIMD4(6, 100, 128, 128))
    #expect(half.color == Color(red: 12, green: 199, blue: 255, alpha: 128))
  }

  @Test("a weight is the nearest of 65,536 shares")
  func shares() {
    for (parts, fraction) in [(0.4, 0), (0.6, 1), (99.5, 100), (65_535.6, 65_536), (-1, 0)] {
      #expect(Weight(parts / 65_536) == Weight(parts: UInt32(fraction)), "\(parts)")
    }
  }
}

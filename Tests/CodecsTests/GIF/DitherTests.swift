import Pixels
import Testing

@testable import Codecs

struct DitherTests {
  /// A horizontal gradient of 64 greys.
  private let gradient: Pixmap = {
    var pixmap = Pixmap(width: 256, height: 64)
    for y in 0..<64 {
      for x in 0..<256 {
        let level = UInt32(64 + x / 4)
        pixmap.withMutableSpan {
          $0.setWord(0xFF00_0000 | level * 0x01_0101, at: (y * 256 + x) * 4)
        }
      }
    }
    return pixmap
  }()

  /// How far the means of blocks are from those of the gradient, squared.
  private func banding(_ dither: Dither) -> Double {
    let reduced = gradient.reduced(toColors: 8, dither: dither)
    let (drawn, shown) = (gradient.bytes.span, reduced.bytes.span)
    var sum = 0.0
    for y in stride(from: 0, to: 64, by: 8) {
      for x in stride(from: 0, to: 256, by: 8) {
        var difference = 0
        for row in y..<y + 8 {
          for column in x..<x + 8 {
            let place = (row * 256 + column) * 4
            difference += Int(shown[place]) - Int(drawn[place])
          }
        }
        sum += Double(difference * difference) / 4096
      }
    }
    return sum / 256
  }

  @Test(
    "ordered dither keeps the means of a gradient, and error diffusion keeps them better than none")
  func means() {
    #expect(banding(.ordered) < banding(.none) / 3)
    #expect(banding(.auto) < banding(.none))
  }

  @Test("ordered dither is fixed to the canvas")
  func pattern() {
    let whole = gradient.reduced(toColors: 8, dither: .ordered)
    // The same columns again in every fourth row: nothing but place and colour decides.
    for y in 0..<60 {
      let isSame = whole.bytes[y * 1024..<(y + 1) * 1024].elementsEqual(
        whole.bytes[(y + 4) * 1024..<(y + 5) * 1024])
      #expect(isSame, "row \(y)")
    }
  }
}

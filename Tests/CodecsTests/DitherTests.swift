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
  private func banding(_ dither: GIFOptions.Dither) -> Double {
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

  @Test("patterns keep the means of a gradient, and feedback keeps them better than nothing does")
  func means() {
    #expect(banding(.ordered) < banding(.none) / 3)
    #expect(banding(.auto) < banding(.none))
  }

  @Test("a picture is smooth where its steps are by a level, and only what is painted counts")
  func smoothness() {
    func canvas(_ base: Pixmap?, steep: Int) -> GIFCanvas {
      var picture = gradient
      // Columns of so many levels more, up to half of the picture.
      for y in 0..<64 {
        for x in stride(from: 0, to: steep, by: 2) {
          picture.withMutableSpan { $0.setWord(0xFF00_00FF, at: (y * 256 + x) * 4) }
        }
      }
      return GIFCanvas(pixels: picture, base: base, area: picture.bounds)
    }
    #expect(canvas(nil, steep: 0).isSmooth)
    #expect(!canvas(nil, steep: 40).isSmooth)
    #expect(!canvas(gradient, steep: 0).isSmooth)
    #expect(!canvas(gradient, steep: 128).isSmooth)
    let flat = Pixmap(width: 64, height: 64)
    #expect(!GIFCanvas(pixels: flat, base: nil, area: flat.bounds).isSmooth)
    let smooth = canvas(nil, steep: 0)
    #expect(smooth.restraint(losing: 1) == .some)
    #expect(smooth.restraint(losing: 10) == .most)
    #expect(canvas(nil, steep: 40).restraint(losing: 10) == .none)
  }

  @Test("of two levels lost above, less is made good the more a picture is restrained")
  func restraint() {
    let lost = SIMD4<Int32>(512, 512, 512, 0)
    let owed = ColorLoss.Restraint.allCases.map { restraint in
      var loss = ColorLoss(columns: 16, restraint: restraint)
      for _ in 0..<40 { for x in 0..<16 { loss.note(lost, column: x) } }
      return loss.owed(loss.window(at: 8)).x
    }
    // In eighths of a level: seven twelfths of two levels, a half of that and an eighth.
    #expect(owed == [9, 5, 1])
  }

  @Test("a pattern is fixed to the canvas, whatever is around it")
  func pattern() {
    let whole = gradient.reduced(toColors: 8, dither: .ordered)
    // The same columns again in every fourth row: nothing but place and colour decides.
    for y in 0..<60 {
      #expect(
        whole.bytes[y * 1024..<(y + 1) * 1024].elementsEqual(
          whole.bytes[(y + 4) * 1024..<(y + 5) * 1024]))
    }
  }
}

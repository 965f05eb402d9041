package import Pixels

/// The structural similarity of two pictures' lumas (Wang, Bovik, Sheikh and Simoncelli, 2004).
///
/// `StructuralSimilarity` is that of another program, pixel by pixel: of three channels, in whole
/// numbers, with that program's margin.
extension ImageQuality {
  /// The mean over squares of 8 x 8 pixels, one every 4 pixels.
  package static func windowedSSIM(_ one: Pixmap, _ other: Pixmap) -> Double {
    let (side, step) = (8, 4)
    let (left, right) = (luma(one), luma(other))
    var (sum, count) = (0.0, 0)
    for y in stride(from: 0, through: max(0, one.height - side), by: step) {
      for x in stride(from: 0, through: max(0, one.width - side), by: step) {
        let window = PixelRect(x: x, y: y, width: side, height: side).intersection(one.bounds)
        sum += similarity(left, right, in: window, width: one.width)
        count += 1
      }
    }
    return count == 0 ? 1 : sum / Double(count)
  }

  private static func similarity(
    _ left: [Double], _ right: [Double], in window: PixelRect, width: Int
  ) -> Double {
    var sums = SIMD8<Double>.zero
    for y in window.y..<window.maxY {
      for x in window.x..<window.maxX {
        let (a, b) = (left[y * width + x], right[y * width + x])
        sums += SIMD8(a, b, a * a, b * b, a * b, 1, 0, 0)
      }
    }
    let means = sums / max(1, sums[5])
    let (a, b) = (means[0], means[1])
    let variances = (means[2] - a * a) + (means[3] - b * b)
    let covariance = means[4] - a * b
    // (0.01 * 255) squared and (0.03 * 255) squared keep plain windows from dividing by nothing.
    let (c1, c2) = (6.5025, 58.5225)
    let likeness = (2 * a * b + c1) * (2 * covariance + c2)
    return likeness / ((a * a + b * b + c1) * (variances + c2))
  }

  private static func luma(_ pixels: Pixmap) -> [Double] {
    let span = pixels.bytes.span
    return (0..<pixels.width * pixels.height).map { place in
      0.299 * Double(span[place * 4]) + 0.587 * Double(span[place * 4 + 1])
        + 0.114 * Double(span[place * 4 + 2])
    }
  }
}

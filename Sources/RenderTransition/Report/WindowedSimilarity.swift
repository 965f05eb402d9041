import Pixels

/// The structural similarity of Wang and others, in windows instead of under a bell.
enum WindowedSimilarity {
  private static let side = 8
  private static let step = 4
  // (0.01 * 255) squared and (0.03 * 255) squared keep plain windows from dividing by nothing.
  private static let light = 6.5025
  private static let contrast = 58.5225

  /// The mean over all windows of two pictures with the same sides.
  static func mean(_ one: Pixmap, _ other: Pixmap) -> Double {
    let (left, right) = (luma(of: one), luma(of: other))
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
    let (spreadA, spreadB, shared) = (means[2] - a * a, means[3] - b * b, means[4] - a * b)
    return (2 * a * b + light) * (2 * shared + contrast)
      / ((a * a + b * b + light) * (spreadA + spreadB + contrast))
  }

  private static func luma(of pixmap: Pixmap) -> [Double] {
    let span = pixmap.bytes.span
    return (0..<pixmap.width * pixmap.height).map { place in
      0.299 * Double(span[place * 4]) + 0.587 * Double(span[place * 4 + 1])
        + 0.114 * Double(span[place * 4 + 2])
    }
  }
}

package import Pixels

/// The structural similarity of two pictures' lumas (Wang, Bovik, Sheikh and Simoncelli, 2004).
///
/// `StructuralSimilarity` is that of another program, pixel by pixel: of three channels, in whole
/// numbers, with that program's margin.
extension ImageQuality {
  /// The mean over all pixels, under a Gaussian of sigma 1.5; pixels whose window leaves the
  /// picture do not count.
  package static func gaussianSSIM(_ one: Pixmap, _ other: Pixmap) -> Double {
    let (x, y) = (luma(one), luma(other))
    let means = [x, y, x * x, y * y, x * y].map { $0.blurred(sigma: 1.5, radius: 5).values }
    // The sample covariance of the 121 pixels of a window, as scikit-image has it.
    let sample: Float = 121 / 120
    var (sum, count) = (0.0, 0)
    for row in 5..<max(5, x.height - 5) {
      for index in row * x.width + 5..<max(row * x.width + 5, (row + 1) * x.width - 5) {
        let (a, b) = (means[0][index], means[1][index])
        let variances = (sample * (means[2][index] - a * a), sample * (means[3][index] - b * b))
        let covariance = sample * (means[4][index] - a * b)
        sum += Double(similarity(of: (a, b), variances, covariance))
        count += 1
      }
    }
    return count > 0 ? sum / Double(count) : 1
  }

  private static func luma(_ pixels: Pixmap) -> Plane {
    Plane(pixels) { ($0 * SIMD4(0.299, 0.587, 0.114, 0)).sum() }
  }

  /// The mean over squares of 8 x 8 pixels, one every 4 pixels: faster, for whole animations.
  package static func windowedSSIM(_ one: Pixmap, _ other: Pixmap) -> Double {
    let (side, step) = (8, 4)
    let (left, right) = (exactLuma(one), exactLuma(other))
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
    return similarity(of: (a, b), (means[2] - a * a, means[3] - b * b), means[4] - a * b)
  }

  private static func exactLuma(_ pixels: Pixmap) -> [Double] {
    let span = pixels.bytes.span
    return (0..<pixels.width * pixels.height).map { place in
      0.299 * Double(span[place * 4]) + 0.587 * Double(span[place * 4 + 1])
        + 0.114 * Double(span[place * 4 + 2])
    }
  }

  /// The structural similarity of two windows by their means, variances and covariance.
  @inline(__always)
  private static func similarity<Scalar: FloatingPoint & ExpressibleByFloatLiteral>(
    of means: (Scalar, Scalar), _ variances: (Scalar, Scalar), _ covariance: Scalar
  ) -> Scalar {
    let (a, b) = means
    // (0.01 * 255) squared and (0.03 * 255) squared keep plain windows from dividing by nothing.
    let (c1, c2): (Scalar, Scalar) = (6.5025, 58.5225)
    let likeness = (2 * a * b + c1) * (2 * covariance + c2)
    return likeness / ((a * a + b * b + c1) * (variances.0 + variances.1 + c2))
  }
}

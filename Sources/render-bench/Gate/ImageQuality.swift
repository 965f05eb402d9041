import Geometry
import Pixels

/// A plane of numbers, row by row.
struct Plane {
  let width, height: Int
  var values: [Float]

  /// One number for each pixel of `pixels`.
  init(_ pixels: Pixmap, _ value: (SIMD4<Float>) -> Float) {
    (width, height) = (pixels.width, pixels.height)
    let bytes = pixels.bytes.span
    values = (0..<width * height).map { value(SIMD4<Float>(bytes.pixel(at: 4 * $0).channels)) }
  }

  private init(_ width: Int, _ height: Int, _ values: [Float]) {
    (self.width, self.height, self.values) = (width, height, values)
  }

  /// The products of two planes' numbers.
  static func * (one: Plane, other: Plane) -> Plane {
    Plane(one.width, one.height, zip(one.values, other.values).map { $0 * $1 })
  }

  /// The plane convolved with a Gaussian of `radius` neighbours on each side, mirrored at the
  /// edges.
  func blurred(sigma: Double, radius: Int) -> Plane {
    let taps = (0...radius).map { Elementary.exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = 2 * taps.reduce(0, +) - taps[0]
    let weights = taps.map { Float($0 / sum) }
    return convolvedDown(weights).transposed.convolvedDown(weights).transposed
  }

  private func convolvedDown(_ weights: [Float]) -> Plane {
    var result = [Float](repeating: 0, count: values.count)
    unsafe values.withUnsafeBufferPointer { source in
      unsafe result.withUnsafeMutableBufferPointer { target in
        for y in 0..<height {
          for (distance, weight) in weights.enumerated() {
            let (upper, lower) = (row(y - distance), row(y + distance))
            // The middle row counts once.
            let share = distance == 0 ? weight / 2 : weight
            for x in 0..<width {
              unsafe target[y &* width &+ x] +=
                share * (source[upper &* width &+ x] + source[lower &* width &+ x])
            }
          }
        }
      }
    }
    return Plane(width, height, result)
  }

  /// A row's number, mirrored at the edges.
  private func row(_ y: Int) -> Int {
    min(max(y < 0 ? -1 - y : y >= height ? 2 * height - 1 - y : y, 0), height - 1)
  }

  private var transposed: Plane {
    var result = [Float](repeating: 0, count: values.count)
    unsafe values.withUnsafeBufferPointer { source in
      unsafe result.withUnsafeMutableBufferPointer { target in
        // In tiles that the cache holds.
        for top in stride(from: 0, to: height, by: 16) {
          for left in stride(from: 0, to: width, by: 16) {
            for y in top..<min(top + 16, height) {
              for x in left..<min(left + 16, width) {
                unsafe target[x &* height &+ y] = unsafe source[y &* width &+ x]
              }
            }
          }
        }
      }
    }
    return Plane(height, width, result)
  }
}

/// How near a picture is to the one that was meant.
enum ImageQuality {
  /// The peak signal-to-noise ratio over red, green and blue, in dB; 99 for equal pictures.
  static func psnr(_ one: Pixmap, _ other: Pixmap) -> Double {
    var squares = 0
    let (mine, others) = (one.bytes.span, other.bytes.span)
    for index in 0..<one.width * one.height {
      let a = SIMD4<Int32>(truncatingIfNeeded: mine.pixel(at: 4 * index).channels)
      let b = SIMD4<Int32>(truncatingIfNeeded: others.pixel(at: 4 * index).channels)
      let difference = a &- b
      let square = difference &* difference
      squares += Int(square[0] &+ square[1] &+ square[2])
    }
    return psnr(meanSquare: Double(squares) / Double(3 * one.width * one.height))
  }

  /// The same of both pictures blurred with a Gaussian of sigma 2: what is left of the dither from
  /// farther away.
  static func blurredPSNR(_ one: Pixmap, _ other: Pixmap) -> Double {
    var sum = 0.0
    for channel in 0..<3 {
      let planes = [one, other].map { picture in
        Plane(picture) { $0[channel] }.blurred(sigma: 2, radius: 8)
      }
      for (mine, others) in zip(planes[0].values, planes[1].values) {
        sum += Double((mine - others) * (mine - others))
      }
    }
    return psnr(meanSquare: sum / Double(3 * one.width * one.height))
  }

  private static func psnr(meanSquare: Double) -> Double {
    guard meanSquare > 0 else { return 99 }
    return min(99, 10 * Elementary.log(255 * 255 / meanSquare) / Elementary.log(10))
  }

  /// The mean structural similarity of the lumas, with a Gaussian window of sigma 1.5 (Wang et al.,
  /// 2004); pixels whose window leaves the picture do not count.
  static func ssim(_ one: Pixmap, _ other: Pixmap) -> Double {
    let (x, y) = (luma(one), luma(other))
    let means = [x, y, x * x, y * y, x * y].map { $0.blurred(sigma: 1.5, radius: 5).values }
    // The sample covariance of the 121 pixels of a window, as scikit-image has it.
    let (sample, c1, c2): (Float, Float, Float) = (121 / 120, 6.5025, 58.5225)
    var (sum, count) = (0.0, 0)
    for row in 5..<max(5, x.height - 5) {
      for index in row * x.width + 5..<max(row * x.width + 5, (row + 1) * x.width - 5) {
        let (a, b) = (means[0][index], means[1][index])
        let varianceX = sample * (means[2][index] - a * a)
        let varianceY = sample * (means[3][index] - b * b)
        let covariance = sample * (means[4][index] - a * b)
        let similarity = (2 * a * b + c1) * (2 * covariance + c2)
        sum += Double(similarity / ((a * a + b * b + c1) * (varianceX + varianceY + c2)))
        count += 1
      }
    }
    return count > 0 ? sum / Double(count) : 1
  }

  private static func luma(_ pixels: Pixmap) -> Plane {
    Plane(pixels) { ($0 * SIMD4(0.299, 0.587, 0.114, 0)).sum() }
  }

  /// By how many levels the pixels of `now` that should be those of `before` are not; nil if there
  /// are too few of them.
  static func flicker(
    _ before: (meant: Pixmap, seen: Pixmap), _ now: (meant: Pixmap, seen: Pixmap)
  ) -> Double? {
    var (same, change) = (0, 0)
    let meant = (before.meant.bytes.span, now.meant.bytes.span)
    let seen = (before.seen.bytes.span, now.seen.bytes.span)
    for at in stride(from: 0, to: meant.0.count, by: 4) {
      guard meant.0.pixel(at: at) == meant.1.pixel(at: at) else { continue }
      same += 1
      for channel in at..<at + 3 { change += abs(Int(seen.0[channel]) - Int(seen.1[channel])) }
    }
    return same > 1000 ? Double(change) / Double(3 * same) : nil
  }
}

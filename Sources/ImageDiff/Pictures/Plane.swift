internal import Geometry
internal import Pixels

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

internal import Pixels

/// The rule of pixelmatch's next version: the HyAB distance in Oklab.
///
/// Lightness counts by itself, and both colour axes together: |L| + sqrt(a * a + b * b).
struct OklabRule: PixelRule {
  private let limit: Double
  private let tables = OklabTables.shared
  let forgivesAntialiasing: Bool

  init(threshold: Double, includesAntialiased: Bool) {
    limit = threshold
    forgivesAntialiasing = !includesAntialiased
  }

  func mark(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, at offset: Int) -> UInt8 {
    let isOpaque = first.w & second.w == 255
    let backdrop = isOpaque ? SIMD3<Double>() : Backdrop.color(at: offset)
    let d = tables.cone(seen(first, on: backdrop)) - tables.cone(seen(second, on: backdrop))
    let lightness = 0.2104542553 * d.x + 0.7936177850 * d.y - 0.0040720468 * d.z
    let rest = limit - lightness.magnitude
    if rest > 0 {
      let a = 1.9779984951 * d.x - 2.4285922050 * d.y + 0.4505937099 * d.z
      let b = 0.0259040371 * d.x + 0.7827717662 * d.y - 0.8086757660 * d.z
      if a * a + b * b <= rest * rest { return Mark.same }
    }
    return lightness > 0 ? Mark.lighter : Mark.different
  }

  private func seen(_ pixel: SIMD4<UInt8>, on backdrop: SIMD3<Double>) -> SIMD3<Double> {
    let color = SIMD3(Double(pixel.x), Double(pixel.y), Double(pixel.z))
    guard pixel.w < 255 else { return color }
    let alpha = Double(pixel.w)
    return (color * alpha + backdrop * (255 - alpha)) / 255
  }
}

/// The curves on the way from sRGB to Oklab as tables, made with sums and products alone: the
/// system's own powers and cube roots differ from machine to machine.
struct OklabTables: Sendable {
  /// Made once, for they are the same for all.
  static let shared = OklabTables()

  private static let steps = 4096
  private let linear: [Double]
  private let cubeRoots: [Double]

  private init() {
    let levels = (0...256).map { Double(min($0, 255)) / 255 }
    linear = levels.map(Self.light)
    cubeRoots = (0...Self.steps + 1).map { Self.root(3, of: Double($0) / Double(Self.steps)) }
  }

  /// The three cone responses of Oklab to a colour of channels from 0 to 255.
  func cone(_ color: SIMD3<Double>) -> SIMD3<Double> {
    let (r, g, b) = (light(color.x), light(color.y), light(color.z))
    return SIMD3(
      cubeRoot(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
      cubeRoot(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
      cubeRoot(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b))
  }

  private func light(_ level: Double) -> Double {
    let below = Int(level)
    return linear[below] + (linear[below + 1] - linear[below]) * (level - Double(below))
  }

  private func cubeRoot(_ light: Double) -> Double {
    let place = light * Double(Self.steps)
    let below = Int(place)
    return cubeRoots[below] + (cubeRoots[below + 1] - cubeRoots[below]) * (place - Double(below))
  }

  /// sRGB's curve: a power of 2.4, which is a square and the fifth root of a square.
  private static func light(_ level: Double) -> Double {
    guard level > 0.04045 else { return level / 12.92 }
    let base = (level + 0.055) / 1.055
    return base * base * root(5, of: base * base)
  }

  /// A root by Newton's steps, which fall toward it from above until rounding stops them.
  private static func root(_ degree: Int, of value: Double) -> Double {
    guard value > 0 else { return 0 }
    var root = max(1, value)
    while true {
      let power = (1..<degree).reduce(1.0) { product, _ in product * root }
      let next = (Double(degree - 1) * root + value / power) / Double(degree)
      guard next < root else { return root }
      root = next
    }
  }
}

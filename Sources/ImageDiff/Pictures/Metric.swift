internal import Pixels

/// When two pixels count as different.
public enum Metric: Hashable, Sendable {
  /// Every bit counts; of two pixels that are wholly clear, the hidden colours do not.
  case exact
  /// pixelmatch 7.2's rule: a distance in YIQ above `threshold`, from 0 to 1.
  ///
  /// Pixels that antialiasing explains do not count unless `includesAntialiased`.
  case yiq(threshold: Double = 0.1, includesAntialiased: Bool = false)
  /// The rule of pixelmatch's next version: a distance in Oklab above `threshold`, where black and
  /// white are 1 apart; antialiasing as in `yiq`.
  case oklab(threshold: Double = 0.1, includesAntialiased: Bool = false)

  /// Whether the slightest difference counts.
  public var isExact: Bool { self == .exact }
}

/// Whether two pixels at the same place are different, seen apart from their neighbours.
protocol PixelRule {
  /// Whether pixels that antialiasing explains do not count.
  var forgivesAntialiasing: Bool { get }

  /// A mark of `Mark` for two pixels that are not the same bytes; `at` is where they are.
  func mark(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, at offset: Int) -> UInt8
}

/// Every bit counts.
struct ExactRule: PixelRule {
  var forgivesAntialiasing: Bool { false }

  @inline(__always)
  func mark(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, at offset: Int) -> UInt8 {
    first.w | second.w == 0 ? Mark.same : Mark.different
  }
}

/// The colours behind translucent pixels when they are compared: they change from place
/// to place, so that no translucent colour can hide in front of all of them.
enum Backdrop {
  /// The colour behind the pixel whose first byte is at `offset`.
  @inline(__always)
  static func color(at offset: Int) -> SIMD3<Double> {
    // pixelmatch's own: three patterns whose periods have no common measure (the golden ratio).
    let place = Double(offset)
    let green = Int(place / 1.618_033_988_749_895) & 1
    let blue = Int(place / 2.618_033_988_749_895) & 1
    return SIMD3(48 + 159 * Double(offset & 1), 48 + 159 * Double(green), 48 + 159 * Double(blue))
  }
}

/// The difference of two colours by channel, over the backdrop where one is translucent.
@inline(__always)
func channelDifference(
  _ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, at offset: Int
) -> SIMD3<Double> {
  let one = SIMD3(Double(first.x), Double(first.y), Double(first.z))
  let other = SIMD3(Double(second.x), Double(second.y), Double(second.z))
  guard first.w & second.w < 255 else { return one - other }
  let (alpha, otherAlpha) = (Double(first.w), Double(second.w))
  return (one * alpha - other * otherAlpha - Backdrop.color(at: offset) * (alpha - otherAlpha))
    / 255
}

/// How much brighter the first colour is, from a difference by channel.
@inline(__always)
func brightness(_ difference: SIMD3<Double>) -> Double {
  difference.x * 0.29889531 + difference.y * 0.58662247 + difference.z * 0.11448223
}

/// The same of two pixels; for opaque ones without a detour.
@inline(__always)
func brightnessDifference(
  _ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, at offset: Int
) -> Double {
  guard first.w & second.w == 255 else {
    return brightness(channelDifference(first, second, at: offset))
  }
  let (red, green) = (Int32(first.x) &- Int32(second.x), Int32(first.y) &- Int32(second.y))
  let blue = Int32(first.z) &- Int32(second.z)
  return Double(red) * 0.29889531 + Double(green) * 0.58662247 + Double(blue) * 0.11448223
}

/// pixelmatch 7.2's rule: a squared distance in YIQ, each axis weighed as the eye does.
///
/// After Kotsarenko and Ramos, "Measuring perceived color difference using YIQ NTSC transmission
/// color space in mobile applications" (2010).
struct YIQRule: PixelRule {
  private let limit: Double
  let forgivesAntialiasing: Bool

  init(threshold: Double, includesAntialiased: Bool) {
    // The greatest distance that two colours can have.
    limit = 35_215 * threshold * threshold
    forgivesAntialiasing = !includesAntialiased
  }

  @inline(__always)
  func mark(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, at offset: Int) -> UInt8 {
    let d = channelDifference(first, second, at: offset)
    let y = brightness(d)
    let i = d.x * 0.59597799 - d.y * 0.27417610 - d.z * 0.32180189
    let q = d.x * 0.21147017 - d.y * 0.52261711 + d.z * 0.31114694
    let distance = 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
    guard distance > limit else { return Mark.same }
    return y > 0 ? Mark.lighter : Mark.different
  }
}

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

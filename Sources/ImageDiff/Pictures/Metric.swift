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
  /// The rule of Playwright's comparator "ssim-cie94": a CIE94 colour difference above `threshold`.
  ///
  /// Pixels about which both pictures have the same structure do not count unless
  /// `includesAntialiased`.
  case ssim(threshold: Double = 1, includesAntialiased: Bool = false)

  /// Whether the slightest difference counts.
  public var isExact: Bool { self == .exact }
}

/// Whether two pixels at the same place are different, seen apart from their neighbours.
protocol PixelRule: Sendable {
  /// A mark of `Mark` for two pixels that are not the same bytes; `at` is where they are.
  func mark(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, at offset: Int) -> UInt8
}

/// Every bit counts.
struct ExactRule: PixelRule {
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

  /// 35,215 is the greatest distance that two colours can have.
  init(threshold: Double) { limit = 35_215 * threshold * threshold }

  @inline(__always)
  func mark(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, at offset: Int) -> UInt8 {
    let difference = channelDifference(first, second, at: offset)
    guard Self.squaredDistance(difference) > limit else { return Mark.same }
    return brightness(difference) > 0 ? Mark.lighter : Mark.different
  }

  /// The squared distance of two colours that differ so by channel.
  @inline(__always)
  private static func squaredDistance(_ d: SIMD3<Double>) -> Double {
    let y = brightness(d)
    let i = d.x * 0.59597799 - d.y * 0.27417610 - d.z * 0.32180189
    let q = d.x * 0.21147017 - d.y * 0.52261711 + d.z * 0.31114694
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }

  /// The squared distance as a share of the greatest; 0 for one of not more than a threshold.
  @inline(__always)
  func share(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, at offset: Int) -> Double {
    let distance = Self.squaredDistance(channelDifference(first, second, at: offset))
    return distance > limit ? distance / 35_215 : 0
  }
}

/// The rule of pixelmatch's next version: the HyAB distance in Oklab.
///
/// Lightness counts by itself, and both colour axes together: |L| + sqrt(a * a + b * b).
struct OklabRule: PixelRule {
  let limit: Double
  private let curves = ColorCurves.shared

  func mark(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, at offset: Int) -> UInt8 {
    let isOpaque = first.w & second.w == 255
    let backdrop = isOpaque ? SIMD3<Double>() : Backdrop.color(at: offset)
    let d = curves.cone(seen(first, on: backdrop)) - curves.cone(seen(second, on: backdrop))
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

/// The rule of Playwright's comparator "ssim-cie94": the CIE94 distance of colours on white.
///
/// It is not symmetric: the second colour's chroma is the reference.
struct CIE94Rule: PixelRule {
  let limit: Double
  private let curves = ColorCurves.shared

  init(limit: Double) { self.limit = limit }

  func mark(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, at offset: Int) -> UInt8 {
    let (one, two) = (onWhite(first), onWhite(second))
    guard one != two else { return Mark.same }
    return roughMark(one, two) ?? exactMark(one, two)
  }

  /// The mark, found without a division; nil near the limit, or where the lightness is the same.
  func roughMark(_ one: SIMD4<Int32>, _ two: SIMD4<Int32>) -> UInt8? {
    let (old, new) = (curves.tristimulus(one), curves.tristimulus(two))
    let (oldY, newY) = (curves.nearLabCurve(old.y), curves.nearLabCurve(new.y))
    let lightness = 116 * (newY - oldY)
    let mark = lightness < 0 ? Mark.lighter : Mark.different
    // Most colours that are far apart are so in lightness.
    if lightness.magnitude > limit + 0.001 { return mark }
    let oldA = 500 * (curves.nearLabCurve(old.x) - oldY)
    let oldB = 200 * (oldY - curves.nearLabCurve(old.z))
    let newA = 500 * (curves.nearLabCurve(new.x) - newY)
    let newB = 200 * (newY - curves.nearLabCurve(new.z))
    let chroma = (newA * newA + newB * newB).squareRoot()
    let dChroma = chroma - (oldA * oldA + oldB * oldB).squareRoot()
    let (a, b) = (newA - oldA, newB - oldB)
    let dHueSquared = max(0, a * a + b * b - dChroma * dChroma)
    // Both sides are squared and multiplied by the weights that divide in CIE94.
    let (c, h) = (1 + 0.045 * chroma, 1 + 0.015 * chroma)
    let (cc, hh) = (c * c, h * h)
    let least = limit * limit
    let excess =
      (lightness * lightness - least) * cc * hh + dChroma * dChroma * hh + dHueSquared * cc
    // Colours are off by less than 0.0001, which makes far less of it.
    guard excess.magnitude > 0.01 * (1 + least) * cc * hh else { return nil }
    return excess < 0 ? Mark.same : lightness.magnitude > 0.001 ? mark : nil
  }

  /// The mark as the formula has it.
  func exactMark(_ one: SIMD4<Int32>, _ two: SIMD4<Int32>) -> UInt8 {
    let (old, new) = (curves.lab(one), curves.lab(two))
    let d = new - old
    let chroma = (new.y * new.y + new.z * new.z).squareRoot()
    let dChroma = chroma - (old.y * old.y + old.z * old.z).squareRoot()
    let dHue = max(0, d.y * d.y + d.z * d.z - dChroma * dChroma).squareRoot()
    let (c, h) = (dChroma / (1 + 0.045 * chroma), dHue / (1 + 0.015 * chroma))
    guard (d.x * d.x + c * c + h * h).squareRoot() > limit else { return Mark.same }
    return d.x < 0 ? Mark.lighter : Mark.different
  }
}

/// The colour of a straight pixel on white, cut to whole channels.
@inline(__always)
func onWhite(_ pixel: SIMD4<UInt8>) -> SIMD4<Int32> {
  let color = SIMD4<Int32>(truncatingIfNeeded: pixel)
  guard pixel.w < 255 else { return color }
  let mixed = 255 + (SIMD4<Double>(color) - 255) * (Double(pixel.w) / 255)
  return SIMD4(Int32(mixed.x), Int32(mixed.y), Int32(mixed.z), 255)
}

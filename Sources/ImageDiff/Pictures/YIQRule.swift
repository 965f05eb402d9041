internal import Pixels

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

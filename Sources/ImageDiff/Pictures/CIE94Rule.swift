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

internal import Pixels

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

/// What stands behind translucent pixels when they are compared: colours that change from place
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

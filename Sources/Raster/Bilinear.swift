import Pixels

/// Samples a picture between its pixels; beyond its edge, the last ones go on.
struct Bilinear {
  /// The number of columns and rows.
  private let width: Int
  private let height: Int

  /// A sampler of pictures as large as `picture`, which is not empty.
  init(_ picture: Pixmap) {
    (width, height) = (picture.width, picture.height)
  }

  /// The colour at a place in 1/256 pixels from the first pixel's centre, in 1/256 of a level.
  @inline(__always)
  func levels(_ source: Span<UInt8>, _ x: Int, _ y: Int) -> SIMD4<UInt16> {
    let (column, row) = (x >> 8, y >> 8)
    guard column >= 0, column < width &- 1, row >= 0, row < height &- 1 else {
      return levelsAtEdge(source, x, y)
    }
    let at = (row &* width &+ column) &* 4
    return Self.mixed(
      source.twoPixels(at: at), source.twoPixels(at: at &+ width &* 4), x & 255, y & 255)
  }

  /// The same where not all four pixels are there.
  @inline(never)
  private func levelsAtEdge(_ source: Span<UInt8>, _ x: Int, _ y: Int) -> SIMD4<UInt16> {
    let x = max(0, min((width - 1) << 8, x))
    let y = max(0, min((height - 1) << 8, y))
    let (left, top) = (x >> 8, y >> 8)
    let right = min(left + 1, width - 1)
    let below = min(top + 1, height - 1)
    func pair(_ row: Int) -> SIMD8<UInt8> {
      SIMD8(
        lowHalf: source.pixel(at: (row * width + left) * 4).channels,
        highHalf: source.pixel(at: (row * width + right) * 4).channels)
    }
    return Self.mixed(pair(top), pair(below), x & 255, y & 255)
  }

  /// Four pixels by their distances in 1/256.
  @inline(__always)
  private static func mixed(
    _ upper: SIMD8<UInt8>, _ lower: SIMD8<UInt8>, _ across: Int, _ down: Int
  ) -> SIMD4<UInt16> {
    let (right, bottom) = (UInt16(truncatingIfNeeded: across), UInt16(truncatingIfNeeded: down))
    let columns = widened(upper) &* (256 &- bottom) &+ widened(lower) &* bottom
    // All of the left pixel would be 65,536: one less costs 1/256 of a level.
    let left = right == 0 ? 0xFFFF : (256 &- right) &<< 8
    let shares = SIMD8(
      lowHalf: SIMD4(repeating: left), highHalf: SIMD4(repeating: right &<< 8))
    let products = highProducts(columns, shares)
    return products.lowHalf &+ products.highHalf
  }

  /// The bytes of levels in 1/256; what the products cut off is made up for.
  @inline(__always)
  static func pixel(_ levels: SIMD4<UInt16>) -> Pixel {
    let sum = (levels &+ 129) &>> 8
    return Pixel(
      SIMD4(
        UInt8(truncatingIfNeeded: sum.x), UInt8(truncatingIfNeeded: sum.y),
        UInt8(truncatingIfNeeded: sum.z), UInt8(truncatingIfNeeded: sum.w)))
  }
}

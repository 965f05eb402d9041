import Pixels

/// Samples a part of a picture between its pixels; beyond its edge, the last ones go on.
struct Bilinear {
  /// The picture's columns.
  private let width: Int
  /// The part's first column and row, and its last ones.
  private let left, top, right, bottom: Int

  /// A sampler of `part` of pictures as large as `picture`, which holds it; it is not empty.
  init(_ picture: Pixmap, _ part: PixelRect) {
    width = picture.width
    (left, top, right, bottom) = (part.x, part.y, part.maxX - 1, part.maxY - 1)
  }

  /// Whether all places between two corners, in 1/256 pixels, have four pixels around them.
  func hasAll(from first: SIMD2<Int32>, to last: SIMD2<Int32>) -> Bool {
    Int(first.x) >> 8 >= left && Int(first.y) >> 8 >= top && Int(last.x) >> 8 < right
      && Int(last.y) >> 8 < bottom
  }

  /// The same for all places no farther than `reach` from one.
  @inline(__always)
  func hasAll(around place: SIMD2<Int>, _ reach: SIMD2<Int>) -> Bool {
    let (first, last) = ((place &- reach) &>> 8, (place &+ reach) &>> 8)
    return first.x >= left && first.y >= top && last.x < right && last.y < bottom
  }

  /// The average of the samples of one pixel, `offset` from its centre, in 1/256 of a level.
  ///
  /// Of a pixel that reaches beyond the part only what is on it counts: how much that is, its coverage
  /// says. One that sees nothing of it sees what is at its edge.
  func average(
    _ source: Span<UInt8>, _ x: Int, _ y: Int, count: Int, at offset: (_ index: Int) -> SIMD2<Int>
  ) -> SIMD4<UInt16> {
    var (sum, all) = (SIMD4<UInt32>(repeating: 0), UInt32(0))
    for index in 0..<count {
      let delta = offset(index)
      let (u, v) = (x &+ delta.x, y &+ delta.y)
      let share =
        (Footprint.share(of: u, in: left...right) * Footprint.share(of: v, in: top...bottom)) >> 8
      guard share > 0 else { continue }
      all &+= share
      sum &+= SIMD4<UInt32>(truncatingIfNeeded: levels(source, u, v)) &* share
    }
    guard all > 0 else { return levels(source, x, y) }
    return SIMD4<UInt16>(truncatingIfNeeded: (sum &+ all / 2) / all)
  }

  /// The colour at a place in 1/256 pixels from the first pixel's centre, in 1/256 of a level.
  @inline(__always)
  func levels(_ source: Span<UInt8>, _ x: Int, _ y: Int) -> SIMD4<UInt16> {
    let (column, row) = (x >> 8, y >> 8)
    guard column >= left, column < right, row >= top, row < bottom else {
      return levelsAtEdge(source, x, y)
    }
    let at = (row &* width &+ column) &* 4
    return Self.mixed(
      source.twoPixels(at: at), source.twoPixels(at: at &+ width &* 4), x & 255, y & 255)
  }

  /// The same where not all four pixels are there.
  @inline(never)
  private func levelsAtEdge(_ source: Span<UInt8>, _ x: Int, _ y: Int) -> SIMD4<UInt16> {
    let x = max(left << 8, min(right << 8, x))
    let y = max(top << 8, min(bottom << 8, y))
    let (column, row) = (x >> 8, y >> 8)
    let next = min(column + 1, right)
    func pair(_ row: Int) -> SIMD8<UInt8> {
      SIMD8(
        lowHalf: source.pixel(at: (row * width + column) * 4).channels,
        highHalf: source.pixel(at: (row * width + next) * 4).channels)
    }
    return Self.mixed(pair(row), pair(min(row + 1, bottom)), x & 255, y & 255)
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

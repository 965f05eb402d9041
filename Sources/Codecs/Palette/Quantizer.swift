/// Finds for a colour at a place the palette's index: nothing but these decides.
struct Quantizer: Sendable {
  private let palette: [UInt32]
  private let exact: ColorTable
  private let vectors: [SIMD4<Int32>]
  /// One more than the index for each bin of the histogram; 0 where it is not known yet.
  private var nearest = [UInt16](repeating: 0, count: 32_768)

  init(_ palette: [UInt32], dither: GIFOptions.Dither) {
    self.palette = palette
    exact = ColorTable(palette)
    vectors = palette.map {
      SIMD4(Int32($0 & 0xFF), Int32($0 >> 8 & 0xFF), Int32($0 >> 16 & 0xFF), 0)
    }
  }

  /// The index for a colour in column `x` of row `y`.
  @inline(__always)
  mutating func index(of color: UInt32, x: Int, y: Int) -> UInt8 {
    if let index = exact.index(of: color) { return index }
    let bin = ColorHistogram.bin(of: color)
    if nearest[bin] == 0 { nearest[bin] = UInt16(search(color | 0x0004_0404) + 1) }
    return UInt8(truncatingIfNeeded: nearest[bin] &- 1)
  }

  private func search(_ color: UInt32) -> Int {
    let target = SIMD4<Int32>(
      Int32(color & 0xF8) | 4, Int32(color >> 8 & 0xF8) | 4, Int32(color >> 16 & 0xF8) | 4, 0)
    var best = (place: 0, distance: Int32.max)
    for place in vectors.indices {
      let difference = vectors[place] &- target
      let distance = (difference &* difference).wrappedSum()
      if distance < best.distance { best = (place, distance) }
    }
    return best.place
  }
}

internal import CRowTwins

/// The plane in the middle between two colours of a palette, in numbers that fit narrow lanes.
typealias ColorPlane = rt_plane

extension ColorPlane {
  /// The plane of a choice, its normal being made so short that it fits 16 bits.
  init(_ choice: ColorChoice) {
    let (normal, middle) = choice.plane
    let longest = normal.wrappedAbsolutes.max()
    let shift = Int32(max(0, 17 - longest.leadingZeroBitCount))
    let short = SIMD4<Int16>(truncatingIfNeeded: normal &>> shift)
    self.init(
      normal: (short.x, short.y, short.z), indices: UInt16(choice.far) << 8 | UInt16(choice.near),
      middle: Int32(truncatingIfNeeded: (Int64(middle) * 8) >> Int64(shift)))
  }

  /// The index for a colour in eighths of a level.
  @inline(__always)
  func index(ofEighths color: SIMD4<Int16>) -> UInt8 {
    let sum =
      Int32(normal.0) &* Int32(color.x) &+ Int32(normal.1) &* Int32(color.y)
      &+ Int32(normal.2) &* Int32(color.z)
    return UInt8(truncatingIfNeeded: sum > middle ? indices &>> 8 : indices)
  }
}

extension SIMD4<Int32> {
  fileprivate var wrappedAbsolutes: SIMD4<UInt32> {
    SIMD4<UInt32>(truncatingIfNeeded: replacing(with: 0 &- self, where: self .< 0))
  }
}

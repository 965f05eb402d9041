// Loads that are checked once a word: four checked loads of a byte cost several times as much.

extension Span where Element == UInt8 {
  /// The four bytes from `offset` as one number, the first one lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt32 {
    precondition(offset >= 0 && offset &+ 4 <= count, "a word outside of its bytes")
    return unsafe UInt32(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
  }

  /// The sixteen bytes from `offset` as four numbers, the first byte of each lowest.
  @inline(__always)
  func fourColors(at offset: Int) -> SIMD4<UInt32> {
    precondition(offset >= 0 && offset &+ 16 <= count, "sixteen bytes outside of theirs")
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: SIMD4<UInt32>.self)
  }

  /// Whether the sixteen bytes from `offset` are those of `other` from `place`.
  @inline(__always)
  func hasSameSixteen(at offset: Int, as other: Span, at place: Int) -> Bool {
    // As sixteen numbers they would be compared one by one.
    let (mine, others): (SIMD4<UInt32>, _) = (fourColors(at: offset), other.fourColors(at: place))
    return mine == others
  }
}

extension MutableSpan where Element == UInt8 {
  /// Replaces the four bytes from `offset`, the first one being the number's lowest.
  @inline(__always)
  mutating func setWord(_ value: UInt32, at offset: Int) {
    precondition(offset >= 0 && offset &+ 4 <= count, "a word outside of its bytes")
    var raw = unsafe mutableBytes
    unsafe raw.storeBytes(
      of: value.littleEndian, toUncheckedByteOffset: offset, as: UInt32.self)
  }
}

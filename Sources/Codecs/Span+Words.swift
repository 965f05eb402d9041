// A load that is checked once a word: four checked loads of a byte cost several times as much.

extension Span where Element == UInt8 {
  /// The four bytes from `offset` as one number, the first one lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt32 {
    precondition(offset >= 0 && offset &+ 4 <= count, "a word outside of its bytes")
    return unsafe UInt32(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
  }

  /// The eight bytes from `offset` as one number, the first one lowest.
  @inline(__always)
  func doubleWord(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset &+ 8 <= count, "a word outside of its bytes")
    return unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// The sixteen bytes from `offset` as four numbers, the first byte of each lowest.
  @inline(__always)
  func fourWords(at offset: Int) -> SIMD4<UInt32> {
    precondition(offset >= 0 && offset &+ 16 <= count, "sixteen bytes outside of theirs")
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: SIMD4<UInt32>.self)
  }

  /// The sixteen bytes from `offset`.
  @inline(__always)
  func sixteen(at offset: Int) -> SIMD16<UInt8> {
    precondition(offset >= 0 && offset &+ 16 <= count, "sixteen bytes outside of theirs")
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  /// Whether the sixteen bytes from `offset` are those of `other` from `place`.
  @inline(__always)
  func hasSameSixteen(at offset: Int, as other: Span, at place: Int) -> Bool {
    // As sixteen numbers they would be compared one by one.
    let (mine, others): (SIMD4<UInt32>, _) = (fourWords(at: offset), other.fourWords(at: place))
    return mine == others
  }

  /// Whether so many bytes from `start` are those from `other`.
  func isSame(from start: Int, to other: Int, count: Int) -> Bool {
    var offset = wideSame(from: start, to: other, count: count)
    while offset &+ 16 <= count {
      guard hasSameSixteen(at: start &+ offset, as: self, at: other &+ offset) else { return false }
      offset &+= 16
    }
    while offset < count {
      guard self[start &+ offset] == self[other &+ offset] else { return false }
      offset &+= 1
    }
    return true
  }

  /// How many bytes from `place` on are those `distance` before, up to `end`.
  @inline(__always)
  func repetition(at place: Int, _ distance: Int, to end: Int) -> Int {
    var next = place
    while next < end, next &+ 8 <= count {
      let difference = doubleWord(at: next) ^ doubleWord(at: next &- distance)
      guard difference == 0 else {
        return min(next &+ difference.trailingZeroBitCount &>> 3, end) &- place
      }
      next &+= 8
    }
    while next < end, self[next] == self[next &- distance] { next &+= 1 }
    return min(next, end) &- place
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

  /// Replaces the eight bytes from `offset`, the first one being the number's lowest.
  @inline(__always)
  mutating func setDoubleWord(_ value: UInt64, at offset: Int) {
    precondition(offset >= 0 && offset &+ 8 <= count, "a word outside of its bytes")
    var raw = unsafe mutableBytes
    unsafe raw.storeBytes(
      of: value.littleEndian, toUncheckedByteOffset: offset, as: UInt64.self)
  }

  /// Replaces the sixteen bytes from `offset`.
  @inline(__always)
  mutating func setSixteen(_ value: SIMD16<UInt8>, at offset: Int) {
    precondition(offset >= 0 && offset &+ 16 <= count, "sixteen bytes outside of theirs")
    var raw = unsafe mutableBytes
    unsafe raw.storeBytes(of: value, toUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  /// Makes all bytes of a range the same; up to fifteen behind it are overwritten.
  @inline(__always)
  mutating func fill(_ range: Range<Int>, with byte: UInt8) {
    let sixteen = SIMD16(repeating: byte)
    var place = range.lowerBound
    while place < range.upperBound, place &+ 16 <= count {
      setSixteen(sixteen, at: place)
      place &+= 16
    }
    while place < range.upperBound {
      self[place] = byte
      place &+= 1
    }
  }
}

/// Codes of varying size on their way into bytes, the lowest bit first.
struct BitPacker: Hashable, Sendable {
  /// The bits that do not fill a byte yet.
  var pending: UInt64 = 0
  /// How many they are.
  var pendingBits = 0
  /// How many bytes are full.
  var written: Int

  /// A packer whose first byte goes behind `start` others.
  init(after start: Int = 0) { written = start }

  /// The number of bits so far, those of the bytes before included.
  @inline(__always)
  var count: Int { written &* 8 &+ pendingBits }

  /// The number of bytes that hold them.
  var byteCount: Int { written + (pendingBits > 0 ? 1 : 0) }

  /// Appends the lowest `size` bits of `code`, of which there are at most 57; the others are zero.
  ///
  /// Eight bytes are stored whenever, of which the last ones are not final yet.
  @inline(__always)
  mutating func append(_ code: UInt64, size: Int, to bytes: inout MutableSpan<UInt8>) {
    pending |= code &<< UInt64(truncatingIfNeeded: pendingBits)
    pendingBits &+= size
    bytes.setDoubleWord(pending, at: written)
    let whole = pendingBits &>> 3
    written &+= whole
    pending &>>= UInt64(truncatingIfNeeded: whole &<< 3)
    pendingBits &-= whole &<< 3
  }
}

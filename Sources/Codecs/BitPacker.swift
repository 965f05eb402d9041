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

// The head and the end of a zlib stream.
extension BitPacker {
  /// A packer for the deflated bytes of a stream that begins behind `file`.
  init(beginningStreamBehind file: inout [UInt8]) {
    // 32 kB of window, and the checksum that makes it a multiple of 31.
    file += [0x78, 0x01]
    self.init(after: file.count)
  }

  /// Takes the bytes out of `packed`, with the end of the stream that has this checksum.
  func endStream(_ packed: inout [UInt8], adler: UInt32) -> [UInt8] {
    // Taken out, for two that hold the same bytes would copy them.
    var bytes: [UInt8] = []
    swap(&bytes, &packed)
    bytes.removeLast(bytes.count - byteCount)
    bytes.append(bigEndian: adler)
    return bytes
  }
}

/// Codes of varying size on their way into bytes, the lowest bit first.
struct LZWBits: Hashable, Sendable {
  private var pending: UInt64 = 0
  private var pendingBits = 0
  private var written = 0

  /// The number of bits so far.
  @inline(__always)
  var count: Int { written &* 8 &+ pendingBits }

  /// The number of bytes that hold them.
  var byteCount: Int { written + (pendingBits > 0 ? 1 : 0) }

  /// Appends the lowest `size` bits of `code`, of which there are at most 16.
  ///
  /// Eight bytes are stored whenever, of which the last ones are not final yet.
  @inline(__always)
  mutating func append(_ code: UInt32, size: Int, to bytes: inout MutableSpan<UInt8>) {
    pending |= UInt64(truncatingIfNeeded: code) &<< UInt64(truncatingIfNeeded: pendingBits)
    pendingBits &+= size
    bytes.setDoubleWord(pending, at: written)
    let whole = pendingBits &>> 3
    written &+= whole
    pending &>>= UInt64(truncatingIfNeeded: whole &<< 3)
    pendingBits &-= whole &<< 3
  }

  /// The code size, the bytes in blocks of up to 255, and the empty block that ends them.
  static func blocks(_ bytes: ArraySlice<UInt8>, after codeSize: UInt8) -> [UInt8] {
    var result = [codeSize]
    result.reserveCapacity(bytes.count + bytes.count / 255 + 3)
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let end = min(start + 255, bytes.count)
      result.append(UInt8(end - start))
      result += bytes[start..<end]
    }
    result.append(0)
    return result
  }
}

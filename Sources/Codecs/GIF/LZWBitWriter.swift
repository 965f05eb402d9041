/// Codes of varying size, the lowest bit first, in blocks of up to 255 bytes.
struct LZWBitWriter {
  private var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingBits = 0

  /// The number of bits so far.
  var count: Int { bytes.count &* 8 &+ pendingBits }

  /// Makes room for the codes of so many indices, as far as they are likely to need.
  mutating func reserve(_ indices: Int) { bytes.reserveCapacity(indices + 64) }

  /// Appends the lowest `size` bits of `code`, of which there are at most 16.
  @inline(__always)
  mutating func append(_ code: UInt32, size: Int) {
    pending |= UInt64(code) &<< UInt64(pendingBits)
    pendingBits &+= size
    while pendingBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending &>>= 8
      pendingBits &-= 8
    }
  }

  /// The code size, all blocks, and the empty block that ends them.
  consuming func blocks(after codeSize: UInt8) -> [UInt8] {
    if pendingBits > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    var result = [codeSize]
    result.reserveCapacity(bytes.count + bytes.count / 255 + 3)
    var start = 0
    while start < bytes.count {
      let end = min(start + 255, bytes.count)
      result.append(UInt8(end - start))
      result += bytes[start..<end]
      start = end
    }
    return result + [0]
  }
}

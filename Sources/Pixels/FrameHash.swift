internal import Kernels

/// A frame's fingerprint: 128 bits over its size and its premultiplied bytes.
///
/// Two equal frames have equal hashes on every machine; two different ones, for all that chance
/// can do, different ones. It is not meant to withstand an attacker.
public struct FrameHash: Hashable, Sendable, CustomStringConvertible {
  /// The upper 64 bits.
  public let high: UInt64
  /// The lower 64 bits.
  public let low: UInt64

  /// A hash by its two halves.
  public init(high: UInt64, low: UInt64) {
    (self.high, self.low) = (high, low)
  }

  /// The hash of `frame`.
  public init(_ frame: Pixmap) {
    let bytes = frame.bytes.span
    let blocks = bytes.count / 32
    var lanes = Lanes()
    if blocks > 0 { unsafe bytes.lend(0, blocks * 32) { unsafe lanes.absorb($0, blocks) } }
    // What is left of the last block, and zeros.
    var last = [UInt8](repeating: 0, count: 32)
    for offset in blocks * 32..<bytes.count { last[offset - blocks * 32] = bytes[offset] }
    unsafe last.span.lend(0, 32) { unsafe lanes.absorb($0, 1) }
    self = lanes.folded(width: UInt64(frame.width), height: UInt64(frame.height))
  }

  /// 32 hexadecimal digits.
  public var description: String { Self.hexadecimal(high) + Self.hexadecimal(low) }

  private static func hexadecimal(_ half: UInt64) -> String {
    let digits = String(half, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Eight 32-bit states that take eight pixels a step and do not wait for each other.
private struct Lanes {
  // Odd numbers without a pattern: the golden ratio's bits and the square roots of small primes.
  private var sums = SIMD8<UInt32>(
    0x9E37_79B9, 0x6A09_E667, 0xBB67_AE85, 0x3C6E_F373,
    0xA54F_F53B, 0x510E_527F, 0x9B05_688D, 0x1F83_D9AB)
  private var turns = SIMD8<UInt32>(
    0x428A_2F99, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5,
    0x3956_C25B, 0x59F1_11F1, 0x923F_82A5, 0xAB1C_5ED5)

  /// Absorbs `count` blocks of eight pixels.
  mutating func absorb(_ pixels: UnsafePointer<UInt8>, _ count: Int) {
    unsafe rt_hash_pixels(pixels, count, &sums, &turns)
  }

  func folded(width: UInt64, height: UInt64) -> FrameHash {
    var (high, low) = (width &* 0x9E37_79B9_7F4A_7C15, height &* 0xC2B2_AE3D_27D4_EB4F)
    for i in 0..<8 {
      let word = UInt64(sums[i]) << 32 | UInt64(turns[i])
      high = Self.stirred(high ^ word)
      low = Self.stirred(low &+ word &+ high)
    }
    return FrameHash(high: high, low: Self.stirred(low ^ high))
  }

  private static func stirred(_ word: UInt64) -> UInt64 {
    var word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}

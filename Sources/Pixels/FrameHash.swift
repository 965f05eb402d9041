internal import CRowTwins

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
  public init(_ frame: Pixmap) { self.init(frame, isWide: true) }

  /// The same; `isWide` lets the loop in C do what it can, which comes to the same.
  init(_ frame: Pixmap, isWide: Bool) {
    self = FrameHasher(of: frame, isWide: isWide).hash(of: frame)
  }

  /// 32 hexadecimal digits.
  public var description: String { Self.hexadecimal(high) + Self.hexadecimal(low) }

  private static func hexadecimal(_ half: UInt64) -> String {
    let digits = String(half, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The way to a frame's fingerprint, some rows at a time: while something else has them in the cache.
public struct FrameHasher: Sendable {
  private var lanes: Lanes
  private let isWide: Bool
  /// How many bytes were absorbed.
  private var done = 0

  /// The way to the hash of `frame`, of which nothing was absorbed yet.
  public init(of frame: Pixmap) { self.init(of: frame, isWide: true) }

  /// The same; `isWide` lets the loop in C do what it can, which comes to the same.
  init(of frame: Pixmap, isWide: Bool) {
    lanes = Lanes(byteCount: frame.bytes.count)
    self.isWide = isWide
  }

  /// Absorbs the rows of the same frame above `row` that were not yet, but for less than a block.
  public mutating func absorb(_ frame: Pixmap, upTo row: Int) {
    let span = frame.bytes.span
    let end = min(row * frame.width * 4, span.count)
    if isWide { done += lanes.wideAbsorb(span, from: done, to: end) }
    while done + 32 <= end {
      lanes.absorb(span.eightPixels(at: done))
      done += 32
    }
  }

  /// The hash, once the rest of the frame is absorbed.
  public consuming func hash(of frame: Pixmap) -> FrameHash {
    absorb(frame, upTo: frame.height)
    let span = frame.bytes.span
    var last = SIMD8<UInt32>(repeating: 0)
    for at in Swift.stride(from: done, to: span.count, by: 4) {
      let pixel = span.pixel(at: at).channels
      last[(at - done) / 4] =
        UInt32(pixel.x) | UInt32(pixel.y) << 8 | UInt32(pixel.z) << 16 | UInt32(pixel.w) << 24
    }
    lanes.absorb(last)
    return lanes.folded(width: UInt64(frame.width), height: UInt64(frame.height))
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

  // 25 and 19. A compiler that knows them sees two rotations, for which the oldest processors have
  // no instruction on lanes, and turns lane by lane in four times the time; so it is not told.
  private let restOfSeven, restOfThirteen: SIMD8<UInt32>

  /// States that nothing was absorbed by yet, of a picture of so many bytes.
  init(byteCount: Int) {
    // No picture has 2^62 bytes.
    let zero = UInt32(truncatingIfNeeded: byteCount >> 62)
    restOfSeven = SIMD8(repeating: 25 &+ zero)
    restOfThirteen = SIMD8(repeating: 19 &+ zero)
  }

  // Only shifts, sums and xor: a 32-bit product of lanes is slow on the oldest processors.
  @inline(__always)
  mutating func absorb(_ pixels: SIMD8<UInt32>) {
    sums = sums ^ pixels
    sums = sums &+ turns
    turns = (turns &<< 7 | turns &>> restOfSeven) ^ sums
    sums = sums &<< 13 | sums &>> restOfThirteen
  }

  /// Absorbs whole blocks of eight pixels in C; answers how many bytes.
  mutating func wideAbsorb(_ pixels: Span<UInt8>, from start: Int, to end: Int) -> Int {
    let count = (end - start) / 32 * 8
    guard count > 0 else { return 0 }
    var (sums, turns) = (sums, turns)
    let done = unsafe pixels.lend(start, count * 4) {
      unsafe rt_absorb_pixels($0, &sums, &turns, count)
    }
    (self.sums, self.turns) = (sums, turns)
    return done * 4
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

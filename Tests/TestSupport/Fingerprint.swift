/// A hash of bit patterns, the same in every build and on every machine (FNV-1a).
public struct Fingerprint {
  /// The hash of all that was taken so far.
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of nothing.
  public init() {}

  /// Goes on with the bits of `number`.
  public mutating func take(_ number: Double) {
    var bits = number.bitPattern
    for _ in 0..<8 {
      value = (value ^ (bits & 0xFF)) &* 0x100_0000_01B3
      bits >>= 8
    }
  }
}

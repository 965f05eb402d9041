/// Random numbers that a printed seed brings back.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A finite double of any size and sign.
  mutating func anyFinite() -> Double {
    let value = Double(bitPattern: next())
    return value.isFinite ? value : anyFinite()
  }
}

/// A hash of bit patterns, the same in every build and on every machine (FNV-1a).
struct Fingerprint {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func take(_ number: Double) {
    var bits = number.bitPattern
    for _ in 0..<8 {
      value = (value ^ (bits & 0xFF)) &* 0x100_0000_01B3
      bits >>= 8
    }
  }
}

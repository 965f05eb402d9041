/// Random numbers that a printed seed brings back (SplitMix64).
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator; the same seed gives the same numbers for ever.
  public init(seed: UInt64) { state = seed }

  /// A generator whose seed differs from run to run, and is printed.
  public static func fresh(_ what: String) -> SeededRandom {
    let seed = UInt64.random(in: 0...9_999_999)
    print("seed of \(what): \(seed)")
    return SeededRandom(seed: seed)
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A finite double of any size and sign.
  public mutating func anyFinite() -> Double {
    let value = Double(bitPattern: next())
    return value.isFinite ? value : anyFinite()
  }
}

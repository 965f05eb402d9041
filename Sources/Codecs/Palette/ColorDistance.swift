/// How far apart two colours are.
enum ColorDistance {
  /// The differences of red, green and blue, added up.
  @inline(__always)
  static func sum(_ one: UInt32, _ other: UInt32) -> Int32 {
    channel(one, other, 0) &+ channel(one, other, 8) &+ channel(one, other, 16)
  }

  @inline(__always)
  private static func channel(_ one: UInt32, _ other: UInt32, _ shift: UInt32) -> Int32 {
    let (a, b) = (one &>> shift & 0xFF, other &>> shift & 0xFF)
    return abs(Int32(truncatingIfNeeded: a) &- Int32(truncatingIfNeeded: b))
  }
}

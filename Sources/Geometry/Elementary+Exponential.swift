extension Elementary {
  /// e to the power of `x`: 0 below about -745, infinite above about 709.8.
  public static func exp(_ x: Double) -> Double {
    guard !x.isNaN else { return x }
    return exponential(of: DoubleDouble(x))
  }

  /// The natural logarithm: minus infinity at 0, not a number below.
  public static func log(_ x: Double) -> Double {
    guard x > 0 else { return x == 0 ? -.infinity : .nan }
    guard x < .infinity else { return x }
    return logarithm(of: x).rounded
  }

  /// `base` to the power of `exponent`; a negative base needs a whole exponent.
  public static func pow(_ base: Double, _ exponent: Double) -> Double {
    if exponent == 0 || base == 1 { return 1 }
    guard !base.isNaN, !exponent.isNaN else { return .nan }
    let isWhole = exponent == exponent.rounded(.towardZero)
    // Half of an odd number is not whole; doubles beyond 2^53 are all even.
    let isOdd =
      isWhole && exponent.isFinite && exponent / 2 != (exponent / 2).rounded(.towardZero)
    guard base >= 0 || isWhole || base.isInfinite else { return .nan }
    let magnitude = power(ofMagnitude: base.magnitude, exponent)
    return base.sign == .minus && isOdd ? -magnitude : magnitude
  }

  /// The power of a base that is not negative, to an exponent that is not 0.
  private static func power(ofMagnitude base: Double, _ exponent: Double) -> Double {
    guard base != 1 else { return 1 }
    let grows = (base > 1) == (exponent > 0)
    guard base > 0, base.isFinite else { return grows ? .infinity : 0 }
    // Even the double next to 1 over- or underflows from here on.
    guard exponent.magnitude < 0x1p64 else { return grows ? .infinity : 0 }
    return exponential(of: logarithm(of: base) * DoubleDouble(exponent))
  }

  /// e to the power of `x`, whatever its size.
  private static func exponential(of x: DoubleDouble) -> Double {
    guard x.high < 710 else { return .infinity }
    guard x.high > -746 else { return 0 }
    // e^x = 2^k e^r, where r is at most half of ln 2.
    let doublings = (x.high * 0x1.71547652b82fep+0).rounded()
    let rest = x - DoubleDouble.ln2 * DoubleDouble(doublings)
    let r = rest.high
    let series = polynomial(
      r,
      [
        1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040, 1 / 40320, 1 / 362_880, 1 / 3_628_800,
        1 / 39_916_800, 1 / 479_001_600, 1 / 6_227_020_800, 1 / 87_178_291_200,
      ])
    let start = DoubleDouble(larger: 1, r)
    let value = start.high + (start.low + (r * r * series + rest.low * start.high))
    return scaled(value, byPowerOfTwo: Int(doublings))
  }

  /// `value` · 2^`exponent` with a single rounding, for exponents from -1100 to 1024.
  private static func scaled(_ value: Double, byPowerOfTwo exponent: Int) -> Double {
    if exponent > 1000 { return value * powerOfTwo(exponent - 1000) * 0x1p1000 }
    if exponent < -1000 { return value * powerOfTwo(exponent + 1000 + 100) * 0x1p-1000 * 0x1p-100 }
    return value * powerOfTwo(exponent)
  }

  /// 2^`exponent`, for exponents of normal numbers.
  private static func powerOfTwo(_ exponent: Int) -> Double {
    Double(bitPattern: UInt64(truncatingIfNeeded: exponent + 1023) << 52)
  }

  /// The logarithm of a positive, finite number to about 2^-70 of its size.
  private static func logarithm(of x: Double) -> DoubleDouble {
    var (doublings, significand) = (Double(x.exponent), x.significand)
    if significand > 0x1.6a09e667f3bcdp+0 {
      (doublings, significand) = (doublings + 1, significand / 2)
    }
    // ln m = 2 artanh((m - 1) / (m + 1)), whose series converges fast for m near 1.
    let s = DoubleDouble(significand - 1) / DoubleDouble(sum: significand, 1)
    let square = s * s
    let twice = DoubleDouble(2 * s.high, 2 * s.low)
    let curved = twice * square * artanhSeries(square)
    return DoubleDouble.ln2 * DoubleDouble(doublings) + (twice + curved)
  }

  /// 1/3 + x/5 + x²/7 + …, the first terms in full, the rest as far as they can be seen.
  private static func artanhSeries(_ x: DoubleDouble) -> DoubleDouble {
    let rest = polynomial(
      x.high,
      [1 / 11, 1 / 13, 1 / 15, 1 / 17, 1 / 19, 1 / 21, 1 / 23, 1 / 25, 1 / 27, 1 / 29, 1 / 31])
    var sum = DoubleDouble(rest)
    for coefficient in [DoubleDouble.ninth, .seventh, .fifth, .third] {
      sum = sum * x + coefficient
    }
    return sum
  }
}

extension DoubleDouble {
  fileprivate static let ln2 = DoubleDouble(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56)
  fileprivate static let third = DoubleDouble(0x1.5555555555555p-2, 0x1.5555555555555p-56)
  fileprivate static let fifth = DoubleDouble(0x1.999999999999ap-3, -0x1.999999999999ap-57)
  fileprivate static let seventh = DoubleDouble(0x1.2492492492492p-3, 0x1.2492492492492p-57)
  fileprivate static let ninth = DoubleDouble(0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58)
}

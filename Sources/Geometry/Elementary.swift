/// The elementary functions, from + - * / and square roots alone.
///
/// The C library's answers depend on the processor, which would make two machines render
/// different bytes. These are within 1 unit in the last place of the true value and the same
/// everywhere; no argument traps, and special values give what IEEE 754 recommends.
public enum Elementary {
  /// The sine of an angle in radians; not a number for infinite angles.
  public static func sin(_ radians: Double) -> Double {
    guard radians.isFinite else { return .nan }
    guard radians.magnitude > 0x1p-27 else { return radians }
    return sine(QuarterTurns(radians: radians)).rounded
  }

  /// The cosine of an angle in radians; not a number for infinite angles.
  public static func cos(_ radians: Double) -> Double {
    guard radians.isFinite else { return .nan }
    return cosine(QuarterTurns(radians: radians)).rounded
  }

  /// The tangent of an angle in radians; not a number for infinite angles.
  public static func tan(_ radians: Double) -> Double {
    guard radians.isFinite else { return .nan }
    guard radians.magnitude > 0x1p-27 else { return radians }
    let turns = QuarterTurns(radians: radians)
    return (sine(turns) / cosine(turns)).rounded
  }

  /// The sine of an angle in degrees, exactly 0, 1 or -1 at multiples of 90.
  public static func sinDegrees(_ degrees: Double) -> Double {
    guard degrees.isFinite else { return .nan }
    return sine(QuarterTurns(degrees: degrees)).rounded
  }

  /// The cosine of an angle in degrees, exactly 0, 1 or -1 at multiples of 90.
  public static func cosDegrees(_ degrees: Double) -> Double {
    guard degrees.isFinite else { return .nan }
    return cosine(QuarterTurns(degrees: degrees)).rounded
  }

  /// The tangent of an angle in degrees; infinite at odd multiples of 90.
  public static func tanDegrees(_ degrees: Double) -> Double {
    guard degrees.isFinite else { return .nan }
    let turns = QuarterTurns(degrees: degrees)
    let (sine, cosine) = (sine(turns), cosine(turns))
    guard cosine.high != 0 else { return sine.high < 0 ? -.infinity : .infinity }
    return (sine / cosine).rounded
  }

  private static func sine(_ turns: QuarterTurns) -> DoubleDouble {
    switch turns.quadrant {
    case 0: smallSine(turns.rest)
    case 1: smallCosine(turns.rest)
    case 2: -smallSine(turns.rest)
    default: -smallCosine(turns.rest)
    }
  }

  private static func cosine(_ turns: QuarterTurns) -> DoubleDouble {
    switch turns.quadrant {
    case 0: smallCosine(turns.rest)
    case 1: -smallSine(turns.rest)
    case 2: -smallCosine(turns.rest)
    default: smallSine(turns.rest)
    }
  }

  /// The Taylor series about 0, up to an eighth of a turn.
  private static func smallSine(_ angle: DoubleDouble) -> DoubleDouble {
    let (x, square) = (angle.high, angle.high * angle.high)
    let series = polynomial(
      square,
      [
        -1 / 6, 1 / 120, -1 / 5040, 1 / 362_880, -1 / 39_916_800, 1 / 6_227_020_800,
        -1 / 1_307_674_368_000, 1 / 355_687_428_096_000,
      ])
    return DoubleDouble(larger: x, x * square * series + angle.low * (1 - 0.5 * square))
  }

  /// The Taylor series about 0, up to an eighth of a turn.
  private static func smallCosine(_ angle: DoubleDouble) -> DoubleDouble {
    let square = DoubleDouble(product: angle.high, angle.high)
    let series = polynomial(
      square.high,
      [
        1 / 24, -1 / 720, 1 / 40320, -1 / 3_628_800, 1 / 479_001_600, -1 / 87_178_291_200,
        1 / 20_922_789_888_000, -1 / 6_402_373_705_728_000,
      ])
    let parabola = DoubleDouble(larger: 1, -0.5 * square.high)
    let rest = square.high * square.high * series - angle.high * angle.low
    return DoubleDouble(larger: parabola.high, parabola.low - 0.5 * square.low + rest)
  }

  /// The polynomial with these coefficients, the constant first, at `x`.
  static func polynomial(_ x: Double, _ coefficients: [Double]) -> Double {
    var sum = 0.0
    for coefficient in coefficients.reversed() { sum = sum * x + coefficient }
    return sum
  }
}

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

extension Elementary {
  /// The angle in radians from the positive x axis to (`x`, `y`), from -π to π.
  public static func atan2(_ y: Double, _ x: Double) -> Double {
    guard !x.isNaN, !y.isNaN else { return .nan }
    guard x != 0, y != 0, x.isFinite, y.isFinite else { return specialAngle(y, x) }
    let gap = Int(y.exponent) - Int(x.exponent)
    if gap > 60 { return y < 0 ? -DoubleDouble.halfPi.high : DoubleDouble.halfPi.high }
    // So flat an angle is its own tangent.
    if gap < -60 { return x > 0 ? y / x : (y < 0 ? -DoubleDouble.pi.high : DoubleDouble.pi.high) }
    let exponent = -max(x.exponent, y.exponent)
    return angle(
      DoubleDouble(Double(sign: .plus, exponent: exponent, significand: y)),
      DoubleDouble(Double(sign: .plus, exponent: exponent, significand: x)))
  }

  /// The angle whose tangent is `x`, from -π/2 to π/2.
  public static func atan(_ x: Double) -> Double {
    x.magnitude < 0x1p-27 ? x : atan2(x, 1)
  }

  /// The angle where one of the two is 0 or infinite.
  private static func specialAngle(_ y: Double, _ x: Double) -> Double {
    // Whatever is finite is nothing beside an infinity.
    let isInfinite = x.isInfinite || y.isInfinite
    let side = (isInfinite ? x.isInfinite : x != 0 || y == 0) ? 1.0 : 0
    let rise = (isInfinite ? y.isInfinite : y != 0) ? 1.0 : 0
    let angle = angle(DoubleDouble(rise), DoubleDouble(x.sign == .minus ? -side : side))
    return y.sign == .minus ? -angle : angle
  }

  /// The angle of a point whose coordinates are neither tiny nor huge, and not both 0.
  private static func angle(_ y: DoubleDouble, _ x: DoubleDouble) -> Double {
    let rise = y.high < 0 ? -y : y
    let run = x.high < 0 ? -x : x
    var angle =
      rise.high > run.high ? DoubleDouble.halfPi - flatAngle(run, rise) : flatAngle(rise, run)
    if x.high < 0 { angle = DoubleDouble.pi - angle }
    return y.high < 0 ? -angle.rounded : angle.rounded
  }

  /// The angle up to an eighth of a turn: the nearest one in the table, and what is left.
  private static func flatAngle(_ rise: DoubleDouble, _ run: DoubleDouble) -> DoubleDouble {
    let step = (rise.high / run.high * 16).rounded()
    let tangent = DoubleDouble(step / 16)
    let rest = (rise - tangent * run) / (run + tangent * rise)
    let square = rest.high * rest.high
    let series = polynomial(square, [-1 / 3, 1 / 5, -1 / 7, 1 / 9, -1 / 11, 1 / 13])
    let index = min(max(Int(step), 0), 16)
    return anglesOfSixteenths[index] + (rest + DoubleDouble(rest.high * square * series))
  }

  /// The angles whose tangents are 0/16, 1/16, … 16/16.
  private static let anglesOfSixteenths: [DoubleDouble] = [
    DoubleDouble(0),
    DoubleDouble(0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60),
    DoubleDouble(0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59),
    DoubleDouble(0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58),
    DoubleDouble(0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57),
    DoubleDouble(0x1.362773707ebccp-2, -0x1.963a544b672d8p-57),
    DoubleDouble(0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56),
    DoubleDouble(0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56),
    DoubleDouble(0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56),
    DoubleDouble(0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56),
    DoubleDouble(0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58),
    DoubleDouble(0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55),
    DoubleDouble(0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56),
    DoubleDouble(0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57),
    DoubleDouble(0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56),
    DoubleDouble(0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56),
    DoubleDouble(0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55),
  ]
}

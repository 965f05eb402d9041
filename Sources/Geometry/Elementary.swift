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

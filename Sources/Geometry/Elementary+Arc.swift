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

  /// The angle whose sine is `x`, from -π/2 to π/2; not a number outside -1...1.
  public static func asin(_ x: Double) -> Double {
    guard x.magnitude <= 1 else { return .nan }
    guard x.magnitude > 0x1p-27 else { return x }
    return angle(DoubleDouble(x), adjacent(to: x))
  }

  /// The angle whose cosine is `x`, from 0 to π; not a number outside -1...1.
  public static func acos(_ x: Double) -> Double {
    guard x.magnitude <= 1 else { return .nan }
    return angle(adjacent(to: x), DoubleDouble(x))
  }

  /// The other short side of a right triangle with a hypotenuse of 1.
  private static func adjacent(to side: Double) -> DoubleDouble {
    (DoubleDouble(sum: 1, -side) * DoubleDouble(sum: 1, side)).squareRoot
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

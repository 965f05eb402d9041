/// A number held as the unrounded sum of two doubles: about 106 bits.
///
/// A plain double is not enough inside `log` or behind a range reduction, and a fused multiply-add
/// is left out on purpose: processors differ in whether they have one. Arguments must stay below
/// 2^996, where splitting a factor into halves would overflow.
struct DoubleDouble: Hashable, Sendable {
  /// The sum, rounded to the nearest double.
  let high: Double
  /// The rounding error of `high`.
  let low: Double

  /// The sum of `high` and `low`, where `low` is at most half a unit in the last place of `high`.
  init(_ high: Double, _ low: Double = 0) {
    (self.high, self.low) = (high, low)
  }

  /// The exact sum of any two numbers.
  init(sum first: Double, _ second: Double) {
    high = first + second
    let share = high - first
    low = (first - (high - share)) + (second - share)
  }

  /// The exact sum of two numbers of which the first is the larger in magnitude.
  init(larger: Double, _ smaller: Double) {
    high = larger + smaller
    low = smaller - (high - larger)
  }

  /// The exact product.
  init(product first: Double, _ second: Double) {
    high = first * second
    let (a, b) = (Halves(first), Halves(second))
    low = ((a.upper * b.upper - high) + a.upper * b.lower + a.lower * b.upper) + a.lower * b.lower
  }

  /// The nearest double.
  var rounded: Double { high + low }

  static func + (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
    let highs = DoubleDouble(sum: left.high, right.high)
    let lows = DoubleDouble(sum: left.low, right.low)
    let middle = DoubleDouble(larger: highs.high, highs.low + lows.high)
    return DoubleDouble(larger: middle.high, middle.low + lows.low)
  }

  static prefix func - (value: DoubleDouble) -> DoubleDouble {
    DoubleDouble(-value.high, -value.low)
  }

  static func - (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
    left + -right
  }

  static func * (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
    let product = DoubleDouble(product: left.high, right.high)
    return DoubleDouble(
      larger: product.high, product.low + (left.high * right.low + left.low * right.high))
  }

  static func / (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
    let first = left.high / right.high
    let rest = left - right * DoubleDouble(first)
    let second = rest.high / right.high
    let last = (rest - right * DoubleDouble(second)).high / right.high
    return DoubleDouble(larger: first, second) + DoubleDouble(last)
  }
}

/// The upper and the lower 26 bits of a double, whose products are exact.
private struct Halves {
  let upper, lower: Double

  init(_ value: Double) {
    let scaled = value * 134_217_729  // 2^27 + 1: Veltkamp's split.
    upper = scaled - (scaled - value)
    lower = value - upper
  }
}

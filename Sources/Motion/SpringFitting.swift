import Geometry

extension Spring {
  /// UIView's spring: the one of that damping ratio of which 0.001 of the way is left at `seconds`.
  ///
  /// The duration is brought into 0.01...10 first, and a ratio above 1 to 1. Nil for a ratio below
  /// 0.01 and for numbers that are not finite.
  public static func fitting(
    dampingRatio: Double, velocity: Double = 0, seconds: Double
  ) -> Spring? {
    guard dampingRatio >= leastDampingRatio, dampingRatio.isFinite, velocity.magnitude < speedLimit,
      !seconds.isNaN
    else { return nil }
    let (ratio, seconds) = (min(dampingRatio, 1), fittable(seconds))
    let frequency =
      ratio < 1
      ? swingingFrequency(ratio, velocity, seconds) : criticalFrequency(velocity, seconds)
    return Spring(angularFrequency: frequency, dampingRatio: ratio, velocity: velocity)
  }

  /// The nearest duration that UIView fits a spring to.
  static func fittable(_ seconds: Double) -> Double { min(max(seconds, 0.01), 10) }

  /// The largest ω with |(v0 - ζω) / (ω sqrt(1-ζ²))| e^(-ζωD) = 0.001.
  private static func swingingFrequency(
    _ ratio: Double, _ velocity: Double, _ seconds: Double
  ) -> Double {
    let root = (1 - ratio * ratio).squareRoot()
    let decay = ratio * seconds
    if velocity == 0 { return -Elementary.log(Swing.settledOffset * root / ratio) / decay }
    let search = FallingLogarithm(
      value: {
        let speed = (ratio * $0 - velocity).magnitude
        return Elementary.log(speed / ($0 * root * Swing.settledOffset)) - decay * $0
      },
      slope: { ratio / (ratio * $0 - velocity) - 1 / $0 - decay })
    guard velocity > 0 else {
      let start = 1 / decay
      return search.value(start) > 0
        ? search.root(from: start, step: start) : search.root(below: start)
    }
    // Beyond v0/ζ the residue rises to a peak before it falls for good. If even the peak is too
    // low, the only root is before v0/ζ.
    let shift = decay * velocity
    let peak = (shift + (shift * (shift + 4 * ratio)).squareRoot()) / (2 * decay * ratio)
    return search.value(peak) >= 0
      ? search.root(from: peak, step: peak) : search.root(below: velocity / ratio)
  }

  /// The largest ω with |1 + (ω - v0) D| e^(-ωD) = 0.001.
  private static func criticalFrequency(_ velocity: Double, _ seconds: Double) -> Double {
    let search = FallingLogarithm(
      value: {
        let height = (1 + ($0 - velocity) * seconds).magnitude
        return Elementary.log(height / Swing.settledOffset) - $0 * seconds
      },
      slope: { seconds / (1 + ($0 - velocity) * seconds) - seconds })
    // The residue peaks where ω is v0; before v0 - 1/D it falls, too.
    let peak = max(velocity, 0)
    return search.value(peak) >= 0
      ? search.root(from: peak, step: 1 / seconds) : search.root(below: velocity - 1 / seconds)
  }
}

/// The logarithm of something that decays, to be followed down to 0.
///
/// Newton's method finds the root in a few steps, as a decay's logarithm is almost a line; halving
/// takes over where a step would leave the bounds.
struct FallingLogarithm {
  let value: (Double) -> Double
  let slope: (Double) -> Double

  /// The root beyond `start`, where the value is not below 0; the bound grows from `step` on.
  func root(from start: Double, step: Double) -> Double {
    var (low, high) = (start, start + step)
    for _ in 0..<1100 {
      guard value(high) > 0 else { break }
      (low, high) = (high, start + (high - start) * 2)
    }
    return root(between: low, and: high)
  }

  /// The root between 0 and `end`, where the value is not above 0.
  func root(below end: Double) -> Double {
    var (low, high) = (end / 2, end)
    for _ in 0..<1100 {
      guard value(low) < 0 else { break }
      (low, high) = (low / 2, low)
    }
    return root(between: low, and: high)
  }

  private func root(between first: Double, and last: Double) -> Double {
    var (low, high) = (first, last)
    var guess = low + (high - low) / 2
    for _ in 0..<200 {
      let height = value(guess)
      if height > 0 { low = guess } else { high = guess }
      let newton = guess - height / slope(guess)
      // Closer than that, rounding errors decide which way the next step goes.
      if (newton - guess).magnitude <= 2 * guess.ulp || high - low <= guess.ulp { break }
      guess = newton > low && newton < high ? newton : low + (high - low) / 2
    }
    return guess
  }
}

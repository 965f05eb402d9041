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

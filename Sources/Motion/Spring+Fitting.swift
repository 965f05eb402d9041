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
    if velocity == 0 { return -Elementary.log(settledResidue * root / ratio) / decay }
    let search = FallingLogarithm(
      value: {
        let speed = (ratio * $0 - velocity).magnitude
        return Elementary.log(speed / ($0 * root * settledResidue)) - decay * $0
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
        return Elementary.log(height / settledResidue) - $0 * seconds
      },
      slope: { seconds / (1 + ($0 - velocity) * seconds) - seconds })
    // The residue peaks where ω is v0; before v0 - 1/D it falls, too.
    let peak = max(velocity, 0)
    return search.value(peak) >= 0
      ? search.root(from: peak, step: 1 / seconds) : search.root(below: velocity - 1 / seconds)
  }
}

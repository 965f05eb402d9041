/// When two pixels count as different.
public enum Metric: Hashable, Sendable {
  /// Every bit counts; of two pixels that are wholly clear, the hidden colours do not.
  case exact
  /// pixelmatch 7.2's rule: a distance in YIQ above `threshold`, from 0 to 1.
  ///
  /// Pixels that antialiasing explains do not count unless `includesAntialiased`.
  case yiq(threshold: Double = 0.1, includesAntialiased: Bool = false)
  /// The rule of pixelmatch's next version: a distance in Oklab above `threshold`, where black and
  /// white are 1 apart; antialiasing as in `yiq`.
  case oklab(threshold: Double = 0.1, includesAntialiased: Bool = false)

  /// Whether the slightest difference counts.
  public var isExact: Bool { self == .exact }
}

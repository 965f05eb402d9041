import Geometry

extension Spring {
  /// The share of the way that nobody sees.
  static let settledResidue = 0.001

  /// When no more than 0.001 of the way is left for good.
  public var settlingSeconds: Double {
    switch swing {
    case .under(let decay, _, let sine):
      return Elementary.log((1 + sine.magnitude) / Self.settledResidue) / decay
    case .over(let slow, let slowShare, _, let fastShare):
      let most = slowShare.magnitude + fastShare.magnitude
      return Elementary.log(most / Self.settledResidue) / slow
    case .critical(let decay, let slope):
      let slope = slope.magnitude
      let search = FallingLogarithm(
        value: { Elementary.log((1 + slope * $0) / Self.settledResidue) - decay * $0 },
        slope: { slope / (1 + slope * $0) - decay })
      // It falls from its peak on, which a spring let go at high speed reaches first.
      let peak = slope > decay ? 1 / decay - 1 / slope : 0
      return search.root(from: peak, step: 1 / decay)
    }
  }

  /// A highest point beyond the end.
  public struct Overshoot: Hashable, Sendable {
    /// How far beyond 1 it is.
    public let fraction: Double
    /// When it is reached.
    public let seconds: Double
  }

  /// The highest point beyond the end; nil for a spring that only ever approaches it.
  public var overshoot: Overshoot? {
    guard let seconds = turningSeconds, seconds > 0, seconds.isFinite else { return nil }
    let fraction = value(at: seconds) - 1
    return fraction > 0 ? Overshoot(fraction: fraction, seconds: seconds) : nil
  }

  /// When it first turns back, if it ever does.
  private var turningSeconds: Double? {
    switch swing {
    case .under(let decay, let turn, let sine):
      // Its speed is that of a turning hand: velocity · cos + other · sin.
      let other = decay * sine + turn
      let angle = Elementary.atan2(other, velocity) + .pi / 2
      return (angle > 0 ? angle : angle + 2 * .pi) / turn
    case .critical(let decay, let slope):
      return slope < 0 ? -velocity / (decay * slope) : nil
    case .over(let slow, let slowShare, let fast, let fastShare):
      let ratio = -(fastShare * fast) / (slowShare * slow)
      return ratio > 1 ? Elementary.log(ratio) / (fast - slow) : nil
    }
  }
}

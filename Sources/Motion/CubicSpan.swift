/// The slopes of a smooth list of keyframes at one of its stops, for each number of its value.
struct StopSlopes: Hashable, Sendable {
  /// How steep the way to the stop ends.
  var reaching: [Double]
  /// How steep the way from it begins.
  var leaving: [Double]

  /// Slopes for which no span overshoots: 0 at each turn and hold, else a mean of both sides.
  static func along(_ stops: [Keyframes.Stop]) -> [StopSlopes] {
    stops.indices.map { index in
      let before = index > 0 ? Secant(from: stops[index - 1], to: stops[index]) : nil
      let after =
        index + 1 < stops.count ? Secant(from: stops[index], to: stops[index + 1]) : nil
      let none = stops[index].value.map { _ in 0.0 }
      // Beside a jump or an end there is one side only, which is left as it is met.
      guard let before, let after else {
        return StopSlopes(reaching: before?.slopes ?? none, leaving: after?.slopes ?? none)
      }
      let mean = zip(before.slopes, after.slopes).map {
        monotoneMean($0, before.width, $1, after.width)
      }
      return StopSlopes(reaching: mean, leaving: mean)
    }
  }

  /// The weighted harmonic mean of Fritsch and Butland: at most three times the flatter slope.
  private static func monotoneMean(
    _ before: Double, _ width: Double, _ after: Double, _ nextWidth: Double
  ) -> Double {
    guard before * after > 0 else { return 0 }
    let (weight, nextWeight) = (width + 2 * nextWidth, 2 * width + nextWidth)
    return (weight + nextWeight) / (weight / before + nextWeight / after)
  }
}

/// The straight way between two stops; nil for a jump.
private struct Secant {
  let width: Double
  let slopes: [Double]

  init?(from: Keyframes.Stop, to: Keyframes.Stop) {
    let width = to.position - from.position
    guard width > 0 else { return nil }
    self.width = width
    slopes = zip(from.value, to.value).map { ($1 - $0) / width }
  }
}

/// A cubic between two values by its slopes at both ends.
struct CubicSpan {
  let start, end: Double
  /// The slopes, in values per span.
  let leaving, reaching: Double

  /// The value at `share` of the way; outside 0...1 it goes on straight.
  func value(at share: Double) -> Double {
    if share <= 0 { return start + leaving * share }
    if share >= 1 { return end + reaching * (share - 1) }
    let rest = 1 - share
    let (rise, fall) = (share * share * (3 - 2 * share), rest * rest * (3 - 2 * rest))
    return start * fall + end * rise + share * rest * (leaving * rest - reaching * share)
  }
}

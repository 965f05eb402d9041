/// Values at positions from 0 to 1, and the way between them.
public struct Keyframes: Hashable, Sendable {
  /// How values between stops are found.
  public enum Interpolation: String, Hashable, Sendable, CaseIterable {
    /// Along a straight line.
    case linear
    /// The value of the stop before.
    case discrete
    /// Along a smooth curve that never leaves the range of the two stops it is between.
    case cubic
  }

  /// A value at a position.
  public struct Stop: Hashable, Sendable {
    /// From 0 to 1.
    public var position: Double
    /// As many numbers as every other stop has.
    public var value: [Double]
    /// How the way to the next stop is shaped; nil for evenly.
    public var easing: Easing?

    /// `value` at `position`.
    public init(position: Double, value: [Double], easing: Easing? = nil) {
      (self.position, self.value, self.easing) = (position, value, easing)
    }
  }

  /// The stops, in rising order; two at the same position are a jump.
  public let stops: [Stop]
  /// How values between them are found.
  public let interpolation: Interpolation
  /// For each stop of a cubic list, the slopes at which it is reached and left.
  let slopes: [StopSlopes]

  /// These stops; nil if there are none, their positions fall or leave 0...1, their values have
  /// different lengths, or a number is not finite (or beyond 1e100).
  public init?(_ stops: [Stop], interpolation: Interpolation = .linear) {
    guard let first = stops.first,
      stops.allSatisfy({
        (0...1).contains($0.position) && $0.value.count == first.value.count
          && $0.value.allSatisfy { $0.magnitude < 1e100 }
      }),
      zip(stops, stops.dropFirst()).allSatisfy({ $0.position <= $1.position })
    else { return nil }
    (self.stops, self.interpolation) = (stops, interpolation)
    slopes = interpolation == .cubic ? StopSlopes.along(stops) : []
  }

  /// The value at `position`.
  ///
  /// Before the first and after the last stop the value holds. At a jump, the later stop counts.
  /// A position outside 0...1 is the overshoot of a spring: there, a list that has a stop at that
  /// very end goes on in a straight line, as steep as its last segment is on the whole (unless it
  /// is discrete, or ends in a jump). Without `shaped` the stops' easings are left out, as a linear
  /// scrub wants it.
  public func value(at position: Double, shaped: Bool = true) -> [Double] {
    guard let last = stops.last, position >= stops[0].position else { return before(position) }
    guard position < last.position else { return after(position) }
    let next = stops.firstIndex { $0.position > position } ?? stops.count - 1
    let (from, to) = (stops[next - 1], stops[next])
    guard interpolation != .discrete else { return from.value }
    let share = (position - from.position) / (to.position - from.position)
    let eased = shaped ? from.easing?.value(at: share) ?? share : share
    guard interpolation == .cubic else { return blend(from.value, to.value, eased) }
    return cubic(next - 1, eased)
  }

  private func before(_ position: Double) -> [Double] {
    guard position < 0, position.isFinite, stops[0].position == 0, stops.count > 1,
      interpolation != .discrete,
      stops[1].position > 0
    else { return stops[0].value }
    return blend(stops[0].value, stops[1].value, position / stops[1].position)
  }

  private func after(_ position: Double) -> [Double] {
    let (last, count) = (stops[stops.count - 1], stops.count)
    guard position > 1, position.isFinite, last.position == 1, count > 1,
      interpolation != .discrete,
      stops[count - 2].position < 1
    else { return last.value }
    let from = stops[count - 2]
    return blend(from.value, last.value, (position - from.position) / (1 - from.position))
  }

  /// The point at `share` of the way; both ends are exact.
  private func blend(_ from: [Double], _ to: [Double], _ share: Double) -> [Double] {
    if share == 1 { return to }
    return zip(from, to).map { $0 + ($1 - $0) * share }
  }

  private func cubic(_ index: Int, _ share: Double) -> [Double] {
    let (from, to) = (stops[index], stops[index + 1])
    let width = to.position - from.position
    return from.value.indices.map { place in
      CubicSpan(
        start: from.value[place], end: to.value[place],
        leaving: slopes[index].leaving[place] * width,
        reaching: slopes[index + 1].reaching[place] * width
      ).value(at: share)
    }
  }
}

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

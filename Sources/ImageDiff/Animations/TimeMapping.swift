/// A guess at what happened: for each time of the second animation the time of the first that it
/// shows.
package struct TimeMapping: Sendable {
  /// What happened, if the guess is right.
  package let change: TimeChange
  /// The time of the first animation for a time of the second.
  package let source: @Sendable (Double) -> Double

  /// Nothing happened.
  static let identity = TimeMapping(change: .none) { $0 }

  /// All comes later by so many frames of `step` seconds.
  package static func delayed(frames: Double, step: Double) -> TimeMapping {
    let seconds = frames * step
    return TimeMapping(change: .delayed(frames: frames, seconds: seconds)) { $0 - seconds }
  }

  /// What began at `start` begins at `newStart`, and takes `factor` times as long.
  package static func stretched(
    factor: Double, from start: Double, to newStart: Double
  ) -> TimeMapping {
    TimeMapping(change: .stretched(factor: factor)) { start + ($0 - newStart) / factor }
  }

  /// Delays to try: up to `reach` whole frames, the shortest first.
  package static func wholeDelays(upTo reach: Int) -> [Double] {
    (1...max(1, reach)).flatMap { [Double($0), -Double($0)] }
  }

  /// Factors to try: up to a tenth from what is seen, for slow starts and ends are invisible.
  package static func factors(near seen: Double) -> [Double] {
    (-40...40).map { seen * (1 + Double($0) / 400) }
  }
}

extension [TimeMapping] {
  /// The guess with the least error, of equal ones the first; a guess without an error explains
  /// nothing.
  package func best(_ error: (TimeMapping) -> Double?) -> TimeMapping? {
    var best: (guess: TimeMapping, error: Double)?
    for guess in self {
      guard let error = error(guess), error < best?.error ?? .infinity else { continue }
      best = (guess, error)
    }
    return best?.guess
  }
}

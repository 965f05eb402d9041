public import Geometry

/// How far a run is, and how its tracks follow.
public struct Progress: Hashable, Sendable {
  /// The share of the way, from 0 to 1; beyond both where a spring overshoots.
  public var fraction: Double
  /// Whether the curves shape it; false for a finger that scrubs linearly.
  public var isShaped = true
  /// Where a finger caught the run on its way; nil while it was not.
  public var caught: Catch?
  /// How far a finger has carried what follows it, in points.
  public var offset = Point.zero

  /// The end of all ways.
  ///
  /// A spring that time ends has a thousandth of its way left, and a sheet at rest has none.
  public static let settled = Progress(fraction: 1, isShaped: false)

  /// A share of the way, from 0 to 1.
  public init(fraction: Double, isShaped: Bool = true) {
    (self.fraction, self.isShaped) = (fraction, isShaped)
  }

  /// The same moment as a share of the run's time, with the curves as time goes through them.
  ///
  /// What runs in several windows or repeats cannot go straight to its end; it goes this way.
  public var asTime: Progress {
    guard let caught else { return self }
    var time = Progress(
      fraction: min(max(caught.position(of: caught.fraction, at: fraction), 0), 1))
    time.offset = offset
    return time
  }
}

/// The moment at which a finger catches a run that moves by itself.
public struct Catch: Hashable, Sendable {
  /// The share of the run's time that has passed.
  public let fraction: Double
  /// The share of the way at which the finger takes over.
  public let progress: Double

  /// A catch after `fraction` of the time, at `progress`.
  public init(fraction: Double, progress: Double) {
    (self.fraction, self.progress) = (fraction, progress)
  }

  /// Where what was at `held` when it was caught is at a share of the way.
  ///
  /// It goes in straight lines through 0, what was held, and 1, so that nothing jumps and both ends
  /// are exact; beyond them it goes as far as progress does.
  func position(of held: Double, at share: Double) -> Double {
    let ends = [(x: 0.0, y: 0.0), (x: 1, y: 1)].filter { $0.x != progress }
    let stops = (ends + [(x: progress, y: held)]).sorted { $0.x < $1.x }
    let next = stops.firstIndex { share <= $0.x } ?? stops.count
    guard next > 0, next < stops.count else {
      let end = stops[min(next, stops.count - 1)]
      return end.y + (share - end.x)
    }
    let (from, to) = (stops[next - 1], stops[next])
    guard share < to.x else { return to.y }
    return from.y + (to.y - from.y) * (share - from.x) / (to.x - from.x)
  }
}

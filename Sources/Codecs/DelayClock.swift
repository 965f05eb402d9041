/// Turns times into a format's whole units so that rounding never adds up.
struct DelayClock: Hashable, Sendable {
  private let unitsPerSecond: Double
  private let shortest: Int
  private let longest: Int
  private var now: Int

  /// A clock that stands where the first frame begins; delays are from `shortest` to `longest` units.
  init(start seconds: Double, unitsPerSecond: Double, shortest: Int, longest: Int) {
    (self.unitsPerSecond, self.shortest, self.longest) = (unitsPerSecond, shortest, longest)
    now = Self.units(seconds, unitsPerSecond)
  }

  /// The delays, one after the other, of a picture that shows until `end`.
  ///
  /// There is more than one only where the longest delay is too short.
  mutating func delays(until end: Double) -> [Int] {
    var rest = max(Self.units(end, unitsPerSecond) - now, shortest)
    now += rest
    var delays: [Int] = []
    while rest > longest {
      let delay = rest - longest >= shortest ? longest : longest - 1
      delays.append(delay)
      rest -= delay
    }
    return delays + [rest]
  }

  /// The nearest whole number of units; nonsense counts as 0, and a year is the most.
  private static func units(_ seconds: Double, _ unitsPerSecond: Double) -> Int {
    guard seconds.isFinite else { return 0 }
    return Int(min(max(seconds, 0), 31_536_000) * unitsPerSecond + 0.5)
  }
}

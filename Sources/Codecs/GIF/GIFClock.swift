/// Turns times into whole centiseconds so that rounding never adds up.
struct GIFClock: Hashable, Sendable {
  // Players show 0 and 1 as 10 centiseconds.
  private static let shortest = 2
  private static let longest = 65_535

  private var now: Int

  /// A clock that stands where the first frame begins.
  init(start seconds: Double) { now = Self.centiseconds(seconds) }

  /// The delays, one after the other, of a picture that shows until `end`.
  ///
  /// There is more than one only where a single one would not fit the file's 16 bits.
  mutating func delays(until end: Double) -> [UInt16] {
    var rest = max(Self.centiseconds(end) - now, Self.shortest)
    now += rest
    var delays: [UInt16] = []
    while rest > Self.longest {
      let delay = rest - Self.longest >= Self.shortest ? Self.longest : Self.longest - 1
      delays.append(UInt16(delay))
      rest -= delay
    }
    return delays + [UInt16(rest)]
  }

  /// The nearest whole number of centiseconds; nonsense counts as 0, and a year is the most.
  private static func centiseconds(_ seconds: Double) -> Int {
    guard seconds.isFinite else { return 0 }
    return Int(min(max(seconds, 0), 31_536_000) * 100 + 0.5)
  }
}

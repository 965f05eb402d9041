/// How long a frame of an APNG shows: a fraction of a second.
struct APNGDelay: Hashable, Sendable {
  var numerator: UInt16
  var denominator: UInt16

  /// The fraction as a number; a denominator of 0 means hundredths.
  var seconds: Double { Double(numerator) / Double(denominator == 0 ? 100 : denominator) }

  init(numerator: UInt16, denominator: UInt16) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// The delays of a picture that shows for so long, one after the other.
  ///
  /// There is a second one, for what is left of whole seconds, where 16 bits do not hold both. Nonsense
  /// counts as 0, and a year is the most.
  static func delays(seconds: Double) -> [APNGDelay] {
    var rest = seconds.isFinite ? min(max(seconds, 0), 31_536_000) : 0
    var delays: [APNGDelay] = []
    while true {
      let delay = APNGDelay(seconds: rest)
      let whole = min(rest, 65_535).rounded(.down)
      guard whole > 0, abs(delay.seconds - rest) > bearableError else { return delays + [delay] }
      delays.append(APNGDelay(seconds: whole))
      rest -= whole
    }
  }

  // As near as numbers of 16 bits are to most times of a few seconds.
  private static let bearableError = 1e-7

  /// The simplest fraction within a nanosecond of `seconds`, or the nearest of 16 bits.
  init(seconds: Double) {
    let seconds = seconds.isFinite ? min(max(seconds, 0), 65_535) : 0
    // The continued fraction's convergents: each is the best of all with its denominator.
    var (before, now) = ((over: 0.0, under: 1.0), (over: 1.0, under: 0.0))
    var rest = seconds
    for _ in 0..<24 {
      let whole = Double(Int(rest))
      let next = (over: whole * now.over + before.over, under: whole * now.under + before.under)
      guard next.over <= 65_535, next.under <= 65_535 else { break }
      (before, now) = (now, next)
      guard abs(now.over / now.under - seconds) > 1e-9, rest > whole else { break }
      rest = 1 / (rest - whole)
      guard rest < 1e9 else { break }
    }
    (numerator, denominator) = (UInt16(now.over), UInt16(max(now.under, 1)))
  }
}

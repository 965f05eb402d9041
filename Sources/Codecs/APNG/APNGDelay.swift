/// How long a frame of an APNG shows: a fraction of a second, of two 16-bit numbers.
struct APNGDelay: Hashable, Sendable {
  var numerator: UInt16
  var denominator: UInt16

  /// The fraction as a number; a denominator of 0 means hundredths.
  var seconds: Double { Double(numerator) / Double(denominator == 0 ? 100 : denominator) }

  init(numerator: UInt16, denominator: UInt16) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// The simplest fraction within a nanosecond of `seconds`, or the nearest that 16 bits hold.
  init(seconds: Double) {
    let seconds = seconds.isFinite ? min(max(seconds, 0), 65_535) : 0
    // The convergents of the continued fraction: each is the best with its denominator or a smaller.
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

  /// The delays of the frames that show a picture for `seconds`, at most a year.
  ///
  /// Where 16 bits do not hold the seconds and their fraction, whole seconds and the rest are two
  /// frames.
  static func delays(seconds: Double) -> [APNGDelay] {
    var rest = seconds.isFinite ? min(max(seconds, 0), 31_536_000) : 0
    var delays: [APNGDelay] = []
    while true {
      let delay = APNGDelay(seconds: rest)
      let whole = min(rest, 65_535).rounded(.down)
      // Fractions of 16 bits come as near as this to most times of a few seconds.
      guard whole > 0, abs(delay.seconds - rest) > 1e-7 else { return delays + [delay] }
      delays.append(APNGDelay(seconds: whole))
      rest -= whole
    }
  }
}

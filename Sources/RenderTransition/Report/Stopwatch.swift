/// The clock that work is timed by.
enum Stopwatch {
  private static let origin = ContinuousClock.now

  /// Seconds since the first time that somebody asked.
  static let seconds: @Sendable () -> Double = { (ContinuousClock.now - origin) / .seconds(1) }
}

/// Turns frames of any length into so many pictures a second, without drift.
struct SteadyRate: Hashable, Sendable {
  private let framesPerSecond: Int
  private var shown = 0

  /// A rate of at least one picture a second.
  init(framesPerSecond: Int) { self.framesPerSecond = max(1, framesPerSecond) }

  /// How often a frame is to be repeated that shows until `end`: never less than once.
  mutating func repeats(until end: Double) -> Int {
    // An hour is more than any run is allowed to last; nonsense counts as no time.
    let seconds = end.isFinite ? min(max(end, 0), 3600) : 0
    let total = Int(seconds * Double(framesPerSecond) + 0.5)
    let count = max(1, total - shown)
    shown += count
    return count
  }
}

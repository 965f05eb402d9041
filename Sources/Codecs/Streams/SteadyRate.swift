/// Turns frames of any length into so many pictures a second, without drift.
struct SteadyRate: Hashable, Sendable {
  private let framesPerSecond: Double
  private var shown = 0

  /// A rate of more than no picture a second; nonsense counts as one.
  init(framesPerSecond: Double) {
    self.framesPerSecond =
      framesPerSecond > 0 && framesPerSecond.isFinite ? min(framesPerSecond, 1_000_000) : 1
  }

  /// How often a frame is to be repeated that shows until `end`: never less than once.
  mutating func repeats(until end: Double) -> Int {
    // An hour is more than any run is allowed to last; nonsense counts as no time.
    let seconds = end.isFinite ? min(max(end, 0), 3600) : 0
    let total = Int(seconds * framesPerSecond + 0.5)
    let count = max(1, total - shown)
    shown += count
    return count
  }

  /// The rate as a fraction, as in "50:1" and "2997:100": the shortest that is right to a millionth.
  var fraction: String {
    for parts in 1...1000 {
      let pictures = (framesPerSecond * Double(parts)).rounded()
      guard pictures >= 1 else { continue }
      let found = pictures / Double(parts)
      if (found - framesPerSecond).magnitude <= framesPerSecond * 1e-6 {
        return "\(Int(pictures)):\(parts)"
      }
    }
    return "\(Int(max(1, (framesPerSecond * 1000).rounded()))):1000"
  }
}

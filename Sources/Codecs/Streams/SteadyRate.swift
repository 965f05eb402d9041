/// Repeats frames of any duration so that they come at a constant rate, without drift.
struct SteadyRate: Hashable, Sendable {
  private let framesPerSecond: Double
  private var shown = 0

  /// A positive, finite rate; others count as one frame a second.
  init(framesPerSecond: Double) {
    self.framesPerSecond =
      framesPerSecond > 0 && framesPerSecond.isFinite ? min(framesPerSecond, 1_000_000) : 1
  }

  /// How often a frame is written that shows until `end`: at least once.
  mutating func repeats(until end: Double) -> Int {
    // No animation may last an hour; an end that is no number counts as 0.
    let seconds = end.isFinite ? min(max(end, 0), 3600) : 0
    let total = Int(seconds * framesPerSecond + 0.5)
    let count = max(1, total - shown)
    shown += count
    return count
  }

  /// The rate as a fraction, such as "50:1" and "2997:100": the simplest that is right to a millionth.
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

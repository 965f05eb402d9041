import Formatting
import Inspection
import Staging

/// What is new of when a transition moves, as the two scenes say it themselves.
public struct PaceChange: Hashable, Sendable {
  /// Which transition of a flow it is, from 1; nil where there is only one.
  public let place: Int?
  /// How long what was there before stood still, in seconds.
  public let expectedDelay: Double
  /// How long what was there before stands still, in seconds.
  public let actualDelay: Double
  /// How long it moved, in seconds; nil where a finger says it.
  public let expectedSeconds: Double?
  /// How long it moves, in seconds; nil where a finger says it.
  public let actualSeconds: Double?
  /// Seconds from one frame of the timelines to the next.
  let step: Double

  /// Compares when two transitions move; nil where nothing is new of it.
  init?(_ expected: TransitionTiming, _ actual: TransitionTiming, place: Int?, fps: Double) {
    (self.place, step) = (place, 1 / fps)
    (expectedDelay, actualDelay) = (expected.delay, actual.delay)
    let isTimed = expected.seconds != nil && actual.seconds != nil
    (expectedSeconds, actualSeconds) =
      isTimed ? (expected.seconds, actual.seconds) : (nil, nil)
    guard isLate || takesAsLong == false else { return nil }
  }

  /// How much later it starts, in seconds.
  public var lateness: Double { actualDelay - expectedDelay }

  /// How many times as long it takes; nil where it takes as long as before, or took no time.
  public var factor: Double? {
    guard takesAsLong == false, let old = expectedSeconds, let new = actualSeconds, old > 0
    else { return nil }
    return new / old
  }

  // Sums of lengths are rounded.
  private var isLate: Bool { lateness.magnitude > 1e-9 }

  private var takesAsLong: Bool? {
    guard let old = expectedSeconds, let new = actualSeconds else { return nil }
    return (new - old).magnitude <= 1e-9
  }

  /// What happens to all that follows it; nil where nothing can.
  var change: ValueChange? {
    if let factor { return factor > 0 ? .stretched(factor: factor) : nil }
    return takesAsLong == true ? .delayed(frames: lateness / step, seconds: lateness) : nil
  }
}

extension PaceChange {
  /// As in `the transition starts 0.2 s later, takes 1.43 times as long (0.5 s, not 0.35 s)`.
  public var summary: String {
    var parts: [String] = []
    if isLate {
      let when = lateness > 0 ? "later" : "earlier"
      let behind = (place ?? 1) > 1 ? " after the one before" : ""
      parts.append(
        "starts \(NumberFormat.rounded(lateness.magnitude, decimals: 4)) s \(when)\(behind)")
    }
    if takesAsLong == false, let old = expectedSeconds, let new = actualSeconds {
      let lengths =
        "\(NumberFormat.rounded(new, decimals: 4)) s, not \(NumberFormat.rounded(old, decimals: 4)) s"
      let times = factor.map { "\(ValueChange.short($0)) times as long (\(lengths))" }
      parts.append("takes \(times ?? lengths)")
    }
    return "\(place.map { "transition \($0)" } ?? "the transition") "
      + parts.joined(separator: ", ")
  }
}

/// A transition that a finger drives: progress as a function of time, and how it comes out.
public struct GestureRun: Hashable, Sendable {
  /// How it comes out.
  public enum Outcome: Hashable, Sendable {
    /// Progress ends at 1.
    case finished
    /// Progress ends at 0.
    case cancelled
    /// The first movement was backward: nothing ever moves.
    case neverBegan
  }

  /// Something that happens at one moment.
  public struct Event: Hashable, Sendable {
    /// What happens; its raw value is the word of the timeline.
    public enum Name: String, Hashable, Sendable, CaseIterable {
      /// The finger goes down.
      case began
      /// The finger is at its next place.
      case updated
      /// The finger is lifted, or the system takes the gesture away.
      case released
      /// The tail has come to the end.
      case finished
      /// The tail has come back to the start.
      case cancelled
    }

    /// When.
    public let seconds: Double
    /// What.
    public let name: Name
  }

  /// What the finger does.
  public let finger: Finger
  /// How it comes out.
  public let outcome: Outcome
  /// The share of the way at the release.
  public let releaseProgress: Double
  /// When the tail comes to its end; 0 for a gesture that never began.
  public let endSeconds: Double
  private let tail: Easing

  /// A run of `finger` by `rules`, for a transition that takes `duration` seconds by itself.
  ///
  /// `mayBegin` is false for a finger that goes down where the gesture cannot begin. Nil if the
  /// rules are not valid, or the duration is not positive and finite.
  public init?(
    _ finger: Finger, rules: GestureRules, duration: Double, mayBegin: Bool = true
  ) {
    guard rules.isValid, duration > 0, duration < 1e6 else { return nil }
    self.finger = finger
    guard mayBegin, !(rules.mustBeginForward && finger.startsBackward) else {
      (outcome, releaseProgress, endSeconds, tail) = (.neverBegan, 0, 0, .linear)
      return
    }
    let progress = finger.progress(at: finger.releaseSeconds)
    let verdict = rules.verdict(on: finger, at: progress)
    let seconds = rules.tailSeconds(verdict, from: progress, duration: duration)
    outcome = verdict == .finish ? .finished : .cancelled
    releaseProgress = progress
    endSeconds = finger.releaseSeconds + seconds
    tail = Easing(rules.tailCurve, seconds: seconds)
  }

  /// The share of the way at a time, from 0 to 1: the finger's, then the tail's.
  ///
  /// Exactly 0 or 1 from `endSeconds` on. A tail curve that overshoots stays at the end.
  public func progress(at seconds: Double) -> Double {
    guard outcome != .neverBegan else { return 0 }
    let goal = outcome == .finished ? 1.0 : 0
    guard seconds < endSeconds else { return goal }
    guard seconds > finger.releaseSeconds else { return finger.progress(at: seconds) }
    let fraction = (seconds - finger.releaseSeconds) / (endSeconds - finger.releaseSeconds)
    let way = (goal - releaseProgress) * tail.value(at: fraction)
    return min(max(releaseProgress + way, 0), 1)
  }

  /// What happens, in the order of time; nothing for a gesture that never began.
  public var events: [Event] {
    guard outcome != .neverBegan else { return [] }
    let release = finger.releaseSeconds
    let updates = finger.samples.dropFirst().map(\.seconds).filter { $0 <= release }
    return [Event(seconds: finger.beginSeconds, name: .began)]
      + updates.map { Event(seconds: $0, name: .updated) }
      + [
        Event(seconds: release, name: .released),
        Event(seconds: endSeconds, name: outcome == .finished ? .finished : .cancelled),
      ]
  }
}

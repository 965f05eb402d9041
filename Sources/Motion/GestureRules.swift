/// What a gesture has to do to finish its transition, and how the rest of the way is gone.
public struct GestureRules: Hashable, Sendable {
  /// How the verdict sees velocity.
  public enum VelocityRule: Hashable, Sendable {
    /// Not at all.
    case none
    /// A backward one cancels, wherever the finger is.
    case cancelIfBackward
    /// One of at least this speed decides by its direction, before the threshold does.
    case fling(screensPerSecond: Double)
  }

  /// What the system's cancel does.
  public enum SystemCancel: String, Hashable, Sendable, CaseIterable {
    /// It cancels.
    case cancel
    /// The verdict is found as if the finger had been lifted.
    case decide
  }

  /// A verdict.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The rest of the way is gone.
    case finish
    /// The way is gone back.
    case cancel
  }

  /// How long the tail is.
  public enum TailLength: Hashable, Sendable {
    /// What is left of the way takes its share of the transition's duration, divided by this.
    case speed(Double)
    /// It takes this long, however much is left.
    case flat(seconds: Double)
    /// Whole ways take these times, of which the tail takes its share, back no more than the limit.
    case whole(finishSeconds: Double, cancelSeconds: Double, cancelLimitSeconds: Double?)
  }

  /// The share of the way beyond which the release finishes.
  public var threshold: Double
  /// Whether a release exactly at the threshold finishes, too.
  public var isInclusive: Bool
  /// Whether a first movement backward keeps the gesture from beginning.
  public var mustBeginForward: Bool
  /// How the verdict sees velocity.
  public var velocityRule: VelocityRule
  /// What the system's cancel does.
  public var onSystemCancel: SystemCancel
  /// A verdict that stands whatever the finger does.
  public var forcedVerdict: Verdict?
  /// The shape of the tail.
  public var tailCurve: Curve
  /// How long the tail is.
  public var tailLength: TailLength

  /// The default rules unless told otherwise.
  public init(
    threshold: Double = 0.5, isInclusive: Bool = false, mustBeginForward: Bool = false,
    velocityRule: VelocityRule = .none, onSystemCancel: SystemCancel = .cancel,
    forcedVerdict: Verdict? = nil, tailCurve: Curve = .easeInOut,
    tailLength: TailLength = .speed(1)
  ) {
    (self.threshold, self.isInclusive) = (threshold, isInclusive)
    (self.mustBeginForward, self.velocityRule) = (mustBeginForward, velocityRule)
    (self.onSystemCancel, self.forcedVerdict) = (onSystemCancel, forcedVerdict)
    (self.tailCurve, self.tailLength) = (tailCurve, tailLength)
  }

  /// Whether all numbers make sense.
  public var isValid: Bool {
    guard threshold.isFinite, tailCurve.isValid, tailLength.isValid else { return false }
    if case .fling(let speed) = velocityRule { return speed >= 0 && speed.isFinite }
    return true
  }

  /// The verdict on a finger that is lifted at `progress`.
  func verdict(on finger: Finger, at progress: Double) -> Verdict {
    if let forcedVerdict { return forcedVerdict }
    if finger.isSystemCancelled, onSystemCancel == .cancel { return .cancel }
    let isFar = progress > threshold || (isInclusive && progress == threshold)
    switch velocityRule {
    case .none: return isFar ? .finish : .cancel
    case .cancelIfBackward: return isFar && finger.releaseSpeed >= 0 ? .finish : .cancel
    case .fling(let speed):
      let isFling = finger.releaseSpeed != 0 && finger.releaseSpeed.magnitude >= speed
      return (isFling ? finger.releaseSpeed > 0 : isFar) ? .finish : .cancel
    }
  }

  /// How long the tail takes from `progress`, for a transition of `duration` seconds.
  func tailSeconds(_ verdict: Verdict, from progress: Double, duration: Double) -> Double {
    let way = verdict == .finish ? 1 - progress : progress
    switch tailLength {
    case .speed(let speed): return way * duration / speed
    case .flat(let seconds): return seconds
    case .whole(let finish, let cancel, let limit):
      guard verdict == .cancel else { return way * finish }
      return min(way * cancel, limit ?? .infinity)
    }
  }
}

extension GestureRules.TailLength {
  fileprivate var isValid: Bool {
    switch self {
    case .speed(let speed): speed >= 1e-3 && speed.isFinite
    case .flat(let seconds): Self.isTime(seconds)
    case .whole(let finish, let cancel, let limit):
      Self.isTime(finish) && Self.isTime(cancel) && (limit.map(Self.isTime) ?? true)
    }
  }

  private static func isTime(_ seconds: Double) -> Bool { seconds >= 0 && seconds < 1e6 }
}

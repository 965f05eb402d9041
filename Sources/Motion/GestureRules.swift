/// What a gesture has to do to finish its transition, and how the rest of the way is gone.
public struct GestureRules: Hashable, Sendable {
  /// How the verdict sees velocity.
  public enum VelocityRule: Hashable, Sendable {
    /// Not at all.
    case none
    /// A backward one cancels, wherever the finger is.
    case cancelIfBackward
    /// One of at least this speed decides by its direction, before the threshold does.
    case fling(waysPerSecond: Double)
  }

  /// What progress is linear in.
  public enum Scrub: String, Hashable, Sendable, CaseIterable {
    /// In the way: tracks follow the finger, whatever their curves say.
    case linear
    /// In time: tracks go through their curves.
    case time
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

  /// The rule that decided.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The verdict is written in the scene.
    case outcome
    /// The system took the gesture away.
    case system
    /// The velocity rule decided, whatever the threshold says.
    case velocity
    /// The finger was beyond the threshold, or not.
    case threshold
  }

  /// A verdict, and the rule that decided.
  public struct Decision: Hashable, Sendable {
    /// Whether the run finishes or is cancelled.
    public var verdict: Verdict
    /// The rule that decided.
    public var reason: Reason
  }

  /// How long the tail is.
  public enum TailLength: Hashable, Sendable {
    /// What is left of the way takes its share of the transition's duration, divided by this.
    case speed(Double)
    /// It takes this long, however much is left.
    case flat(seconds: Double)
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
  /// What progress is linear in.
  public var scrub: Scrub
  /// The shape of the tail; a spring begins as fast as the finger was.
  public var tailCurve: Curve
  /// How long the tail is; nil for what its spring takes, or a speed of 1 for other curves.
  public var tailLength: TailLength?
  /// Whether something moves with the finger in both axes, and back along the tail.
  public var carriesTarget: Bool

  /// The default rules unless told otherwise.
  public init(
    threshold: Double = 0.5, isInclusive: Bool = false, mustBeginForward: Bool = false,
    velocityRule: VelocityRule = .none, onSystemCancel: SystemCancel = .cancel,
    forcedVerdict: Verdict? = nil, scrub: Scrub = .linear, tailCurve: Curve = .easeInOut,
    tailLength: TailLength? = nil, carriesTarget: Bool = false
  ) {
    (self.threshold, self.isInclusive) = (threshold, isInclusive)
    (self.mustBeginForward, self.velocityRule) = (mustBeginForward, velocityRule)
    (self.onSystemCancel, self.forcedVerdict) = (onSystemCancel, forcedVerdict)
    (self.scrub, self.carriesTarget) = (scrub, carriesTarget)
    (self.tailCurve, self.tailLength) = (tailCurve, tailLength)
  }

  /// Whether all numbers make sense.
  public var isValid: Bool {
    guard threshold.isFinite, tailCurve.isValid, tailLength?.isValid ?? true else { return false }
    if case .fling(let speed) = velocityRule { return speed >= 0 && speed.isFinite }
    return true
  }

  /// The verdict on a finger that is lifted at `progress`; the first rule that applies decides.
  func decision(on finger: Finger, at progress: Double) -> Decision {
    if let forcedVerdict { return Decision(verdict: forcedVerdict, reason: .outcome) }
    if finger.isSystemCancelled, onSystemCancel == .cancel {
      return Decision(verdict: .cancel, reason: .system)
    }
    if let verdict = velocityRule.verdict(atSpeed: finger.releaseSpeed) {
      return Decision(verdict: verdict, reason: .velocity)
    }
    let isFar = progress > threshold || (isInclusive && progress == threshold)
    return Decision(verdict: isFar ? .finish : .cancel, reason: .threshold)
  }
}

extension GestureRules.VelocityRule {
  /// The verdict at a speed in ways a second; nil where the threshold decides.
  fileprivate func verdict(atSpeed speed: Double) -> GestureRules.Verdict? {
    switch self {
    case .none: return nil
    case .cancelIfBackward: return speed < 0 ? .cancel : nil
    case .fling(let least):
      guard speed != 0, speed.magnitude >= least else { return nil }
      return speed > 0 ? .finish : .cancel
    }
  }
}

extension GestureRules.TailLength {
  fileprivate var isValid: Bool {
    switch self {
    case .speed(let speed): speed >= 1e-3 && speed.isFinite
    case .flat(let seconds): seconds >= 0 && seconds < 1e6
    }
  }
}

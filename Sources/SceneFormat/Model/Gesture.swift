public import Motion

/// A finger and the rules that it plays by; what is nil is left to the recipe, then the default.
public struct Gesture: Hashable, Sendable {
  /// How the finger moves.
  public enum Kind: String, Hashable, Sendable, CaseIterable { case pan, edgePan, pinch }
  /// How the verdict sees velocity.
  public enum VelocityRule: String, Hashable, Sendable, CaseIterable {
    case none, cancelIfBackward, fling
  }
  /// What the system's cancel does.
  public enum SystemCancel: String, Hashable, Sendable, CaseIterable { case cancel, decide }
  /// What progress is linear in.
  public enum Scrub: String, Hashable, Sendable, CaseIterable { case linear, time }
  /// A verdict that is forced.
  public enum Outcome: String, Hashable, Sendable, CaseIterable { case finish, cancel }
  /// Whether a first movement backward keeps the gesture from beginning.
  public enum Begins: String, Hashable, Sendable, CaseIterable { case any, forward }

  /// A place of the finger.
  public struct Sample: Hashable, Sendable {
    /// Since the gesture began.
    public var seconds: Double
    /// Points along the transition's axis; for a pinch, the scale.
    public var translation: Double

    /// A place of the finger.
    public init(seconds: Double, translation: Double) {
      (self.seconds, self.translation) = (seconds, translation)
    }
  }

  /// Where it is written.
  public var place: Place
  public var kind: Kind?
  public var edgeWidth: Double?
  /// Where the finger goes down, x and y in points.
  public var start: SIMD2<Double>?
  public var samples: [Sample]
  public var releaseSeconds: Double?
  public var releaseVelocity: Double?
  /// Whether the system cancels it.
  public var isSystemCancelled: Bool
  public var threshold: Double?
  public var isInclusive: Bool?
  public var begins: Begins?
  public var velocityRule: VelocityRule?
  /// Screens per second.
  public var flingSpeed: Double?
  public var onSystemCancel: SystemCancel?
  public var outcome: Outcome?
  public var scrub: Scrub?
  public var tailCurve: Curve?
  public var tailSpeed: Double?
  /// Seconds flat.
  public var tailDuration: Double?
  /// Seconds that a whole way takes, of which the tail takes its share, and the most it takes.
  public var tailFinishSeconds, tailCancelSeconds, tailCancelLimit: Double?
  public var drawsTouch: Bool?

  /// A gesture of which nothing is said.
  public init(place: Place) {
    self.place = place
    (samples, isSystemCancelled) = ([], false)
  }
}

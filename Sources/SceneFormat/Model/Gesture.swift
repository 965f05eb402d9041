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
  /// How the finger moves.
  public var kind: Kind?
  /// Where an edge pan may begin, in points.
  public var edgeWidth: Double?
  /// Where the finger goes down, x and y in points.
  public var start: SIMD2<Double>?
  /// The places of the finger, their times in rising order.
  public var samples: [Sample]
  /// When the finger goes up.
  public var releaseSeconds: Double?
  /// How fast it moves then, in points a second.
  public var releaseVelocity: Double?
  /// Whether the system cancels it.
  public var isSystemCancelled: Bool
  /// The progress beyond which it finishes.
  public var threshold: Double?
  /// Whether the threshold itself finishes.
  public var isInclusive: Bool?
  /// Whether a first movement backward keeps it from beginning.
  public var begins: Begins?
  /// How the verdict sees velocity.
  public var velocityRule: VelocityRule?
  /// Screens per second.
  public var flingSpeed: Double?
  /// What the system's cancel does.
  public var onSystemCancel: SystemCancel?
  /// A verdict that is forced.
  public var outcome: Outcome?
  /// What progress is linear in.
  public var scrub: Scrub?
  /// The curve of the way on from where the finger went up.
  public var tailCurve: Curve?
  /// How fast that way goes, in speeds of the run.
  public var tailSpeed: Double?
  /// Seconds flat.
  public var tailDuration: Double?
  /// Seconds that a whole way takes, of which the tail takes its share, and the most it takes.
  public var tailFinishSeconds, tailCancelSeconds, tailCancelLimit: Double?
  /// Whether the finger is drawn.
  public var drawsTouch: Bool?

  /// A gesture of which nothing is said.
  public init(place: Place) {
    self.place = place
    (samples, isSystemCancelled) = ([], false)
  }
}

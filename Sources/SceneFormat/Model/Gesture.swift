public import Geometry
public import Motion

/// A finger and the rules that it plays by; what is nil is left to the recipe, then the default.
public struct Gesture: Hashable, Sendable {
  /// How the finger moves.
  public enum Kind: String, Hashable, Sendable, CaseIterable { case pan, edgePan, pinch }
  /// How the verdict sees velocity.
  public enum VelocityRule: String, Hashable, Sendable, CaseIterable {
    case none, cancelIfBackward, fling
  }
  /// Whether a first movement backward keeps the gesture from beginning.
  public enum Begins: String, Hashable, Sendable, CaseIterable { case any, forward }

  /// A way of the finger, as it is written.
  public enum Movement: Hashable, Sendable {
    /// Forward points along the transition's axis, or the scale of a pinch.
    case along(Double)
    /// Points to the right and down.
    case free(Point)
  }

  /// A place of the finger.
  public struct Sample: Hashable, Sendable {
    /// Since the finger came down.
    public var seconds: Double
    /// How far it has gone.
    public var movement: Movement

    /// A place of the finger at a time.
    package init(seconds: Double, movement: Movement) {
      (self.seconds, self.movement) = (seconds, movement)
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
  public var samples: [Sample] = []
  /// When the finger comes down, in seconds since the motion began; nil for at once.
  public var catchSeconds: Double?
  /// When the finger goes up.
  public var releaseSeconds: Double?
  /// How fast it moves then, per second.
  public var releaseVelocity: Movement?
  /// How far the finger goes for the whole way, in points; nil for the canvas along the axis.
  public var distance: Quantity?
  /// What moves with the finger in both axes.
  public var follow: Target?
  /// Whether the system cancels it.
  public var isSystemCancelled = false
  /// The progress beyond which it finishes.
  public var threshold: Double?
  /// Whether the threshold itself finishes.
  public var isInclusive: Bool?
  /// Whether a first movement backward keeps it from beginning.
  public var begins: Begins?
  /// How the verdict sees velocity.
  public var velocityRule: VelocityRule?
  /// Ways per second.
  public var flingSpeed: Double?
  /// What the system's cancel does.
  public var onSystemCancel: GestureRules.SystemCancel?
  /// A verdict that is forced.
  public var outcome: GestureRules.Verdict?
  /// Where a sheet can settle that a finger adjusts to a detent.
  public var detents: [Detent]?
  /// What progress is linear in.
  public var scrub: GestureRules.Scrub?
  /// The curve of the way on from where the finger went up.
  public var tailCurve: Curve?
  /// How fast that way goes, in speeds of the run.
  public var tailSpeed: Double?
  /// Seconds flat.
  public var tailDuration: Double?
  /// Whether the finger is drawn.
  public var drawsTouch: Bool?

  /// A gesture that leaves all open.
  package init(place: Place) { self.place = place }
}

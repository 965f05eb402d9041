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
  /// What progress is linear in.
  public enum Scrub: String, Hashable, Sendable, CaseIterable { case linear, time }
  /// Whether a first movement backward keeps the gesture from beginning.
  public enum Begins: String, Hashable, Sendable, CaseIterable { case any, forward }

  /// Where it is written.
  public var place: Place
  /// How the finger moves.
  public var kind: Kind?
  /// Where an edge pan may begin, in points.
  public var edgeWidth: Double?
  /// Where the finger goes down, x and y in points.
  public var start: SIMD2<Double>?
  /// The places of the finger, their times in rising order.
  public var samples: [Finger.Sample] = []
  /// When the finger goes up.
  public var releaseSeconds: Double?
  /// How fast it moves then, in points a second.
  public var releaseVelocity: Double?
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
  /// Screens per second.
  public var flingSpeed: Double?
  /// What the system's cancel does.
  public var onSystemCancel: GestureRules.SystemCancel?
  /// A verdict that is forced.
  public var outcome: GestureRules.Verdict?
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
}

// What a scripted finger comes to needs no picture: a flow that is read has to know whether a
// gesture cancels, as much as a run that is staged.
extension Transition {
  /// The length of the motion of `side`, in seconds, without the delay.
  public func length(of side: Side) -> Double {
    let written = duration ?? side.duration ?? recipe.duration
    return written ?? (curve ?? side.curve)?.settlingSeconds ?? 0.5
  }

  /// Where the run moves on the screen: what is undone goes back the way it came.
  public func heading(isRightToLeft: Bool) -> Direction {
    let written = direction ?? recipe.direction ?? recipe.trackDirection
    let came = isRightToLeft && written.isHorizontal ? written.opposite : written
    return operation.isForward ? came : came.opposite
  }

  /// What the finger does on a canvas, with the recipe's rules where the scene has none of its own.
  ///
  /// Nil where there is no finger, or where it makes no sense.
  public func finger(on canvas: Size, isRightToLeft: Bool) -> ScriptedFinger? {
    let side = recipe.side(for: operation)
    return gesture.flatMap {
      ScriptedFinger(
        $0.filled(from: side.gesture), heading: heading(isRightToLeft: isRightToLeft),
        on: canvas, seconds: length(of: side))
    }
  }
}

/// A finger with all its rules: where it goes down, what it does, and what comes of it.
public struct ScriptedFinger: Hashable, Sendable {
  /// The gesture, with nothing left open that its recipe has a rule for.
  public let gesture: Gesture
  /// The finger's way and what comes of it.
  public let run: GestureRun
  /// Where it goes down.
  public let start: Point
  /// Where a forward translation of one point leads.
  public let forward: Point
  /// Whether it goes down where its gesture can begin.
  public let isInPlace: Bool

  fileprivate init?(
    _ gesture: Gesture, heading: Direction, on canvas: Size, seconds: Double
  ) {
    let start = gesture.startPoint(moving: heading, on: canvas)
    let isInPlace = gesture.isInPlace(start: start, moving: heading, on: canvas)
    let extent = heading.isHorizontal ? canvas.width : canvas.height
    guard
      let finger = Finger(
        measure: gesture.kind == .pinch ? .scale : .points(extent: extent),
        samples: gesture.samples, releaseSeconds: gesture.releaseSeconds,
        releaseVelocity: gesture.releaseVelocity,
        isSystemCancelled: gesture.isSystemCancelled),
      let run = GestureRun(
        finger, rules: gesture.rules, duration: seconds, mayBegin: isInPlace)
    else { return nil }
    (self.gesture, self.run, self.isInPlace) = (gesture, run, isInPlace)
    (self.start, forward) = (start, heading.unit)
  }
}

extension Gesture {
  /// The same, with what it leaves open taken from the rules of a recipe.
  func filled(from rules: Gesture?) -> Gesture {
    guard let rules else { return self }
    var filled = self
    func fill<Value>(_ key: WritableKeyPath<Gesture, Value?>) {
      filled[keyPath: key] = filled[keyPath: key] ?? rules[keyPath: key]
    }
    fill(\.kind)
    fill(\.edgeWidth)
    fill(\.start)
    fill(\.threshold)
    fill(\.isInclusive)
    fill(\.begins)
    fill(\.velocityRule)
    fill(\.flingSpeed)
    fill(\.onSystemCancel)
    fill(\.outcome)
    fill(\.scrub)
    fill(\.tailCurve)
    fill(\.drawsTouch)
    // One way of saying how long the tail is takes the place of any other.
    if [tailSpeed, tailDuration, tailFinishSeconds, tailCancelSeconds].allSatisfy({ $0 == nil }) {
      fill(\.tailSpeed)
      fill(\.tailDuration)
      fill(\.tailFinishSeconds)
      fill(\.tailCancelSeconds)
      fill(\.tailCancelLimit)
    }
    return filled
  }

  fileprivate var rules: GestureRules {
    GestureRules(
      threshold: threshold ?? 0.5, isInclusive: isInclusive ?? false,
      mustBeginForward: begins == .forward, velocityRule: rule,
      onSystemCancel: onSystemCancel ?? .cancel, forcedVerdict: outcome,
      tailCurve: tailCurve ?? .easeInOut, tailLength: tailLength)
  }

  private var rule: GestureRules.VelocityRule {
    switch velocityRule {
    case nil, .some(.none): .none
    case .cancelIfBackward: .cancelIfBackward
    case .fling: .fling(screensPerSecond: flingSpeed ?? 1)
    }
  }

  private var tailLength: GestureRules.TailLength {
    if let tailDuration { return .flat(seconds: tailDuration) }
    if tailFinishSeconds != nil || tailCancelSeconds != nil {
      let whole = tailFinishSeconds ?? tailCancelSeconds ?? 0
      return .whole(
        finishSeconds: whole, cancelSeconds: tailCancelSeconds ?? whole,
        cancelLimitSeconds: tailCancelLimit)
    }
    return .speed(tailSpeed ?? 1)
  }

  /// Where the finger goes down: as written, else at the edge or in the middle.
  fileprivate func startPoint(moving direction: Direction, on canvas: Size) -> Point {
    if let start { return Point(x: start.x, y: start.y) }
    let middle = Point(x: canvas.width / 2, y: canvas.height / 2)
    guard kind == .edgePan else { return middle }
    let reach = (direction.isHorizontal ? canvas.width : canvas.height) / 2 - 4
    return middle - direction.unit * reach
  }

  /// Whether the finger goes down where the gesture can begin: an edge pan needs its edge.
  fileprivate func isInPlace(start: Point, moving direction: Direction, on canvas: Size) -> Bool {
    guard kind == .edgePan else { return true }
    let distance =
      switch direction {
      case .right: start.x
      case .left: canvas.width - start.x
      case .down: start.y
      case .up: canvas.height - start.y
      }
    return distance <= edgeWidth ?? 20
  }
}

extension Direction {
  /// One point further, y growing downward.
  fileprivate var unit: Point {
    switch self {
    case .left: Point(x: -1, y: 0)
    case .right: Point(x: 1, y: 0)
    case .up: Point(x: 0, y: -1)
    case .down: Point(x: 0, y: 1)
    }
  }

  /// The other way.
  public var opposite: Direction {
    switch self {
    case .left: .right
    case .right: .left
    case .up: .down
    case .down: .up
    }
  }
}

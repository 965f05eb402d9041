package import Formatting
public import Geometry
public import Motion

// The outcome of a gesture is computed here and not in Staging, because reading a flow needs it.
extension Transition {
  /// The length of the motion of `side`, in seconds, without the delay.
  public func length(of side: Side) -> Double {
    let seconds = written.duration ?? side.duration ?? recipe.duration
    return seconds ?? (written.curve ?? side.curve)?.settlingSeconds ?? 0.5
  }

  /// The direction of the motion on the screen: reversed for a pop, a dismiss, and a sheet that is
  /// made smaller.
  public func heading(isRightToLeft: Bool, on canvas: Size) -> Direction {
    let heading = writtenHeading
    let came = isRightToLeft && heading.isHorizontal ? heading.opposite : heading
    let isBackward =
      ((try? adjustedWay(on: canvas)) ?? nil).map { $0 < 0 } ?? !operation.isForward
    return isBackward ? came.opposite : came
  }

  /// What the finger does on a canvas, with the recipe's rules where the scene has none of its own.
  ///
  /// Nil where there is no finger, where it makes no sense, and where it cannot catch the motion.
  public func finger(on canvas: Size, isRightToLeft: Bool) -> ScriptedFinger? {
    let finger = try? scriptedFinger(on: canvas, isRightToLeft: isRightToLeft)
    return finger?.isDriving == true ? finger : nil
  }

  /// The same, whether or not it catches anything; nil where it comes down too late.
  func scriptedFinger(
    on canvas: Size, isRightToLeft: Bool
  ) throws(SceneError) -> ScriptedFinger? {
    guard let own = gesture else { return nil }
    let gesture = fingerRules
    let heading = heading(isRightToLeft: isRightToLeft, on: canvas)
    // The distance of an adjustment is the sheet's own travel.
    let extent: Double
    if own.distance == nil, let distance = try adjustedWay(on: canvas) {
      guard distance != 0 else { throw SceneError(place: gesture.place, problem: .motion(.noWay)) }
      extent = distance.magnitude
    } else {
      extent = try self.extent(of: gesture, heading, on: canvas)
    }
    let side = recipe.side(for: operation)
    let seconds = length(of: side)
    let timing = GestureRun.Timing(
      seconds: seconds, easing: Easing(playedCurve(of: side), seconds: seconds),
      catchSeconds: gesture.catchSeconds ?? 0)
    return ScriptedFinger(gesture, heading: heading, extent: extent, on: canvas, timing: timing)
  }

  /// The curve that it plays by: its own, else the side's, else the default.
  package func playedCurve(of side: Side) -> Curve { written.curve ?? side.curve ?? .easeInOut }

  /// The rules that a finger on it plays by, whether or not there is one: its own, else the recipe's,
  /// else the defaults.
  package var fingerRules: Gesture {
    let own = gesture ?? Gesture(place: place)
    return Gesture.fields.completed(own.filled(from: recipe.side(for: operation).gesture))
  }

  /// How far the finger goes for the whole way, in points.
  private func extent(
    of gesture: Gesture, _ heading: Direction, on canvas: Size
  ) throws(SceneError) -> Double {
    guard let distance = gesture.distance, gesture.kind != .pinch else {
      return heading.isHorizontal ? canvas.width : canvas.height
    }
    // As all of a recipe, the distance is written for its own direction.
    let extent = try distance.value(
      in: ExpressionEnvironment(canvas: turned(canvas), arguments: arguments, seed: seed))
    guard extent <= 0, case .expression(let expression) = distance else { return extent }
    throw SceneError(place: expression.place, problem: .motion(.noDistance(extent)))
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
  /// Whether it goes down where its gesture can begin.
  public let isInPlace: Bool

  /// Whether it has a say: one that fails to catch a motion has none, one that fails to begin it
  /// keeps it from beginning.
  var isDriving: Bool { run.outcome != .neverBegan || run.catchSeconds == 0 }

  /// Whether it ends farther across its axis than along it, and nothing follows it there.
  var goesAcross: Bool {
    guard gesture.kind != .pinch, gesture.follow == nil, let end = gesture.samples.last?.seconds
    else { return false }
    let (along, offset) = (run.finger.translation(at: end), run.finger.offset(at: end))
    return offset.x * offset.x + offset.y * offset.y > 2 * along * along
  }

  fileprivate init?(
    _ gesture: Gesture, heading: Direction, extent: Double, on canvas: Size,
    timing: GestureRun.Timing
  ) {
    let start = gesture.startPoint(moving: heading, on: canvas)
    let isInPlace = gesture.isInPlace(start: start, moving: heading, on: canvas)
    guard
      let finger = gesture.finger(moving: heading, extent: extent),
      let run = GestureRun(finger, rules: gesture.rules, timing: timing, mayBegin: isInPlace)
    else { return nil }
    (self.gesture, self.run, self.start) = (gesture, run, start)
    self.isInPlace = isInPlace
  }
}

extension Gesture.Movement {
  /// The part along an axis, and all of it in points.
  fileprivate func resolved(along forward: Point?) -> (translation: Double, offset: Point) {
    switch self {
    case .along(let translation): (translation, forward.map { $0 * translation } ?? .zero)
    case .free(let offset):
      (forward.map { $0.x * offset.x + $0.y * offset.y } ?? 0, offset)
    }
  }
}

extension Gesture {
  /// The object that reads back to it.
  package var json: JSONValue { .object(Self.fields.members(of: self)) }

  /// The same, with what it leaves open taken from the rules of a recipe.
  func filled(from rules: Gesture?) -> Gesture {
    guard let rules else { return self }
    var filled = Gesture.ruleFields.filled(self, from: rules)
    // One way of saying how long the tail is takes the place of any other.
    if tailSpeed != nil || tailDuration != nil {
      (filled.tailSpeed, filled.tailDuration) = (tailSpeed, tailDuration)
    }
    return filled
  }

  /// The finger on a way of `extent` points.
  fileprivate func finger(moving heading: Direction, extent: Double) -> Finger? {
    let forward = kind == .pinch ? nil : heading.unit
    return Finger(
      measure: kind == .pinch ? .scale : .points(extent: extent),
      samples: samples.map { sample in
        let (translation, offset) = sample.movement.resolved(along: forward)
        return Finger.Sample(seconds: sample.seconds, translation: translation, offset: offset)
      }, releaseSeconds: releaseSeconds,
      releaseVelocity: releaseVelocity?.resolved(along: forward),
      isSystemCancelled: isSystemCancelled)
  }

  /// The rules, once nothing is left open.
  fileprivate var rules: GestureRules {
    guard let threshold, let isInclusive, let velocityRule, let flingSpeed, let onSystemCancel,
      let scrub, let tailCurve
    else { preconditionFailure("a rule of gestures has no default") }
    let rule: GestureRules.VelocityRule =
      switch velocityRule {
      case .none: .none
      case .cancelIfBackward: .cancelIfBackward
      case .fling: .fling(waysPerSecond: flingSpeed)
      }
    return GestureRules(
      threshold: threshold, isInclusive: isInclusive, mustBeginForward: begins == .forward,
      velocityRule: rule, onSystemCancel: onSystemCancel, forcedVerdict: outcome, scrub: scrub,
      tailCurve: tailCurve, tailLength: tailLength, carriesTarget: follow != nil)
  }

  private var tailLength: GestureRules.TailLength? {
    tailDuration.map { .flat(seconds: $0) } ?? tailSpeed.map { .speed($0) }
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
    guard kind == .edgePan, let edgeWidth else { return true }
    let distance =
      switch direction {
      case .right: start.x
      case .left: canvas.width - start.x
      case .down: start.y
      case .up: canvas.height - start.y
      }
    return distance <= edgeWidth
  }
}

extension Direction {
  /// One point further, y growing downward.
  var unit: Point {
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

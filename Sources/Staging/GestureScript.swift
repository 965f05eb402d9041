import Geometry
import Motion
import Pixels
import SceneFormat

/// A scripted finger that drives a run: what it does, and how progress follows it.
struct GestureScript: Hashable, Sendable {
  /// The finger's way and what comes of it.
  let run: GestureRun
  /// Whether progress goes through the curves, as time does.
  let isShaped: Bool
  /// Whether the finger is drawn.
  let drawsTouch: Bool
  /// Where it goes down.
  private let start: Point
  /// Where a forward translation of one point leads; for a pinch, nowhere.
  private let forward: Point
  /// Whether two fingers move apart.
  private let isPinch: Bool

  /// The gesture that a scene's `written` and a recipe's `rules` make together on a canvas.
  ///
  /// The run moves `direction`. Nil where there is no finger.
  init?(
    _ written: Gesture?, rules: Gesture?, direction: Direction, canvas: Size, seconds: Double,
    alwaysDrawn: Bool
  ) {
    guard let written else { return nil }
    let gesture = written.filled(from: rules)
    isPinch = gesture.kind == .pinch
    forward = direction.unit
    isShaped = gesture.scrub == .time
    drawsTouch = alwaysDrawn || gesture.drawsTouch == true
    start = gesture.startPoint(moving: direction, on: canvas)
    let extent = direction.isHorizontal ? canvas.width : canvas.height
    guard
      let finger = Finger(
        measure: isPinch ? .scale : .points(extent: extent),
        samples: gesture.samples.map {
          Finger.Sample(seconds: $0.seconds, translation: $0.translation)
        }, releaseSeconds: gesture.releaseSeconds, releaseVelocity: gesture.releaseVelocity,
        isSystemCancelled: gesture.isSystemCancelled),
      let run = GestureRun(
        finger, rules: gesture.rules, duration: seconds,
        mayBegin: gesture.isInPlace(start: start, moving: direction, on: canvas))
    else { return nil }
    self.run = run
  }

  /// The places of the fingers at a time since the gesture began; none while they do not touch.
  func touches(at seconds: Double) -> [Point] {
    guard drawsTouch, run.outcome != .neverBegan, run.finger.isTouching(at: seconds) else {
      return []
    }
    let translation = run.finger.translation(at: seconds)
    guard isPinch else { return [start + forward * translation] }
    // Two fingers a hand's width apart, along a diagonal.
    let reach = Point(x: 60, y: -60) * translation
    return [start + reach, start - reach]
  }
}

extension Gesture {
  /// The same, with what it leaves open taken from the recipe's rules.
  fileprivate func filled(from rules: Gesture?) -> Gesture {
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
      onSystemCancel: onSystemCancel == .decide ? .decide : .cancel,
      forcedVerdict: outcome.map { $0 == .finish ? .finish : .cancel },
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
  var opposite: Direction {
    switch self {
    case .left: .right
    case .right: .left
    case .up: .down
    case .down: .up
    }
  }
}

import Geometry

/// The way on from where a finger is lifted: to the end of a run, or back to its start.
struct GestureTail: Hashable, Sendable {
  /// What the finger leaves when it is lifted.
  struct Start: Hashable, Sendable {
    /// The share of the way that has been gone.
    var progress: Double
    /// How fast it moves, in ways a second.
    var speed: Double
    /// How far the finger has carried what follows it, in points; zero where nothing does.
    var offset = Point.zero
    /// How fast that moves, in points a second.
    var velocity = Point.zero
    /// The points of a whole way.
    var extent = 1.0
  }

  private enum Shape: Hashable, Sendable {
    case easing(Easing)
    /// A spring moves on as the finger did: what is left of the way, and of the offset.
    case swings(progress: Swing, x: Swing, y: Swing)
  }

  /// How long it takes.
  let seconds: Double
  /// How long its spring takes to settle; nil for a curve that fits its time.
  let settlingSeconds: Double?
  private let goal: Double
  private let start: Start
  private let shape: Shape

  /// The tail from `start` to `goal`, which is 0 or 1, of a run that takes `duration` by itself.
  init(from start: Start, to goal: Double, rules: GestureRules, duration: Double) {
    (self.start, self.goal) = (start, goal)
    // What follows the finger has a way of its own to go.
    let remaining = max(
      (goal - start.progress).magnitude, start.offset.x.magnitude / start.extent,
      start.offset.y.magnitude / start.extent)
    let length: Double? =
      switch rules.tailLength {
      case .speed(let speed): remaining * duration / speed
      case .flat(let seconds): seconds
      case nil: nil
      }
    guard case .spring(let curve) = rules.tailCurve,
      let spring = Self.spring(curve, from: start, to: goal, over: length ?? remaining * duration)
    else {
      (seconds, settlingSeconds) = (length ?? remaining * duration, nil)
      shape = .easing(Easing(rules.tailCurve, seconds: seconds))
      return
    }
    let pushed = start.pushed(by: curve, to: goal)
    let swing = spring.swing(from: start.progress - goal, at: pushed.speed)
    shape = .swings(
      progress: swing, x: spring.swing(from: start.offset.x, at: pushed.velocity.x),
      y: spring.swing(from: start.offset.y, at: pushed.velocity.y))
    guard !curve.fitsWindow else {
      (seconds, settlingSeconds) = (length ?? remaining * duration, nil)
      return
    }
    let settling = [(start.offset.x, pushed.velocity.x), (start.offset.y, pushed.velocity.y)].map {
      spring.swing(from: $0 / start.extent, at: $1 / start.extent).settlingSeconds
    }
    let needed = max(swing.settlingSeconds, settling[0], settling[1])
    (seconds, settlingSeconds) = (length ?? needed, needed)
  }

  /// The spring of a tail that takes `seconds`, fitted to how fast it begins.
  private static func spring(
    _ curve: SpringCurve, from start: Start, to goal: Double, over seconds: Double
  ) -> Spring? {
    let remaining = goal - start.progress
    // So little may be left that the speed, in ways that are left, is beyond all limits.
    let most = Spring.speedLimit / 2
    let velocity = remaining == 0 ? 0 : min(max(start.speed / remaining, -most), most)
    return Spring(curve, seconds: seconds, velocity: velocity)
  }

  /// The share of the way after `seconds` of the tail, which may be beyond the goal on the way.
  func progress(after seconds: Double) -> Double {
    guard seconds < self.seconds else { return goal }
    switch shape {
    case .easing(let easing):
      return start.progress
        + (goal - start.progress) * easing.value(at: seconds / self.seconds)
    case .swings(let swing, _, _): return goal + swing.offset(at: seconds)
    }
  }

  /// How far what followed the finger still is from its place.
  func offset(after seconds: Double) -> Point {
    guard seconds < self.seconds, start.offset != .zero || start.velocity != .zero else {
      return .zero
    }
    switch shape {
    case .easing(let easing): return start.offset * (1 - easing.value(at: seconds / self.seconds))
    case .swings(_, let x, let y): return Point(x: x.offset(at: seconds), y: y.offset(at: seconds))
    }
  }
}

extension GestureTail.Start {
  /// The same at the velocity of the spring, if that is written: in ways that are left.
  fileprivate func pushed(by curve: SpringCurve, to goal: Double) -> GestureTail.Start {
    guard let velocity = curve.velocity else { return self }
    var start = self
    start.speed = velocity * (goal - progress)
    start.velocity = offset * -velocity
    return start
  }
}

extension Curve {
  /// Whether it takes progress from 0 to 1 without running backward in time.
  ///
  /// An easing made of any other curve is linear.
  public var isValid: Bool {
    switch self {
    case .linear: true
    case .bezier(let x1, let y1, let x2, let y2):
      (0...1).contains(x1) && (0...1).contains(x2) && Self.isHeight(y1)
        && Self.isHeight(y2)
    case .piecewise(let segments): Self.join(segments)
    case .steps(let count): count > 0
    case .spring(let spring): spring.isValid
    }
  }

  /// Whether a height is one that values can follow without overflow.
  private static func isHeight(_ y: Double) -> Bool { y.magnitude < 1e6 }

  /// Whether the segments lead from (0, 0) to (1, 1), each forward in time.
  private static func join(_ segments: [CubicSegment]) -> Bool {
    var start = 0.0
    for segment in segments {
      guard segment.x > start, [segment.y1, segment.y2, segment.y].allSatisfy(isHeight),
        (start...segment.x).contains(segment.x1), (start...segment.x).contains(segment.x2)
      else { return false }
      start = segment.x
    }
    return segments.last?.x == 1 && segments.last?.y == 1
  }
}

extension SpringCurve {
  /// Whether it settles: all numbers are finite, and a damping ratio is at least 0.01.
  public var isValid: Bool {
    switch self {
    case .damped(let ratio, let velocity):
      ratio >= Spring.leastDampingRatio && ratio.isFinite
        && velocity.magnitude < Spring.speedLimit
    case .physical, .response: Spring(self) != nil
    case .bounce(let bounce, let velocity):
      (-1...1).contains(bounce) && velocity.magnitude < Spring.speedLimit
    }
  }
}

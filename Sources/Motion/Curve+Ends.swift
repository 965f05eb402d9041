extension Curve {
  /// The curve seen from its other end: played backward in time and upside down.
  ///
  /// A Bézier's is (1-x2, 1-y2, 1-x1, 1-y1); nil for steps and springs, which have no such twin.
  public var reversed: Curve? {
    switch self {
    case .linear: .linear
    case .bezier(let x1, let y1, let x2, let y2):
      .bezier(x1: 1 - x2, y1: 1 - y2, x2: 1 - x1, y2: 1 - y1)
    case .piecewise(let segments): .piecewise(Self.reversed(segments))
    case .steps, .spring: nil
    }
  }

  private static func reversed(_ segments: [CubicSegment]) -> [CubicSegment] {
    var (x, y) = (0.0, 0.0)
    var answer: [CubicSegment] = []
    for segment in segments {
      let twin = CubicSegment(
        x1: 1 - segment.x2, y1: 1 - segment.y2, x2: 1 - segment.x1, y2: 1 - segment.y1,
        x: 1 - x, y: 1 - y)
      answer.insert(twin, at: 0)
      (x, y) = (segment.x, segment.y)
    }
    return answer
  }

  /// How long a curve takes that has a time of its own; nil for one that fits its window.
  ///
  /// A spring given by mass, stiffness and damping or by its response has settled when no more
  /// than 0.001 of the way is left; others take the duration of their window.
  public var settlingSeconds: Double? {
    guard case .spring(let spring) = self else { return nil }
    switch spring {
    case .physical, .response: return Spring(spring)?.settlingSeconds
    case .damped, .bounce: return nil
    }
  }
}

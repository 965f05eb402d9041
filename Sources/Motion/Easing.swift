/// A curve, fitted to a run of a certain length.
public struct Easing: Hashable, Sendable {
  private enum Shape: Hashable, Sendable {
    case linear
    case cubics([CubicPiece])
    case steps(Double)
    /// `snaps`: whether the end is taken to be reached however much is left of the way.
    case spring(Spring, seconds: Double, snaps: Bool)
  }

  private let shape: Shape

  /// Progress as it comes.
  public static let linear = Easing(.linear, seconds: 1)

  /// `curve` over a run of `seconds`; linear if the curve is not valid.
  ///
  /// The length matters to springs only. `damped` and `bounce` fit the run and are at 1 where it
  /// ends; a physical spring, or one with a response, is cut there.
  public init(_ curve: Curve, seconds: Double) {
    shape = curve.isValid ? Self.shape(of: curve, seconds: seconds) : .linear
  }

  /// The eased progress at a `fraction` of the run; fractions outside 0...1 count as 0 and 1.
  ///
  /// Exactly 0 at 0, and exactly 1 at 1 but for a spring that is cut there. In between it may leave
  /// 0...1, as springs and Béziers like `easeOutBack` do.
  public func value(at fraction: Double) -> Double {
    guard fraction > 0 else { return 0 }
    if case .spring(let spring, let seconds, false) = shape {
      return spring.value(at: min(fraction, 1) * seconds)
    }
    guard fraction < 1 else { return 1 }
    switch shape {
    case .linear: return fraction
    // A frame may miss its step by a rounding error.
    case .steps(let count): return (fraction * count + 1e-9).rounded(.down) / count
    case .spring(let spring, let seconds, _): return spring.value(at: fraction * seconds)
    case .cubics(let pieces):
      let piece = pieces.first { fraction <= $0.end } ?? pieces[pieces.count - 1]
      return piece.value(at: fraction)
    }
  }

  private static func shape(of curve: Curve, seconds: Double) -> Shape {
    switch curve {
    case .linear: .linear
    case .bezier(let x1, let y1, let x2, let y2):
      .cubics([
        CubicPiece(fromX: 0, y: 0, CubicSegment(x1: x1, y1: y1, x2: x2, y2: y2, x: 1, y: 1))
      ])
    case .piecewise(let segments): .cubics(pieces(segments))
    case .steps(let count): .steps(Double(count))
    case .spring(let spring): shape(of: spring, seconds: seconds)
    }
  }

  private static func pieces(_ segments: [CubicSegment]) -> [CubicPiece] {
    zip([CubicSegment(x1: 0, y1: 0, x2: 0, y2: 0, x: 0, y: 0)] + segments, segments).map {
      CubicPiece(fromX: $0.x, y: $0.y, $1)
    }
  }

  private static func shape(of curve: SpringCurve, seconds: Double) -> Shape {
    let (spring, length, snaps): (Spring?, Double, Bool)
    switch curve {
    case .damped(let ratio, let velocity):
      length = Spring.fittable(seconds)
      spring = .fitting(dampingRatio: ratio, velocity: velocity, seconds: length)
      snaps = true
    case .bounce(let bounce, let velocity):
      length = Spring.fittable(seconds)
      spring = Spring(seconds: length, bounce: bounce, velocity: velocity)
      snaps = true
    case .physical, .response:
      (spring, length, snaps) = (Spring(curve), max(seconds, 0), false)
    }
    guard let spring, length.isFinite else { return .linear }
    return .spring(spring, seconds: length, snaps: snaps)
  }
}

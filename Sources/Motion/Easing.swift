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
    let snaps = curve.fitsWindow
    let length = snaps ? Spring.fittable(seconds) : max(seconds, 0)
    guard let spring = Spring(curve, seconds: length), length.isFinite else { return .linear }
    return .spring(spring, seconds: length, snaps: snaps)
  }
}

/// One cubic of an easing, with y as a function of x.
struct CubicPiece: Hashable, Sendable {
  /// Where it begins and ends along x.
  let start, end: Double
  /// The control points along x, as fractions of the way from start to end.
  private let x1, x2: Double
  /// The start, the control points and the end along y.
  private let y0, y1, y2, y3: Double

  /// A cubic from (`x`, `y`); control points outside its span are moved to its ends.
  init(fromX x: Double, y: Double, _ segment: CubicSegment) {
    let width = segment.x - x
    (start, end) = (x, segment.x)
    x1 = min(max((segment.x1 - x) / width, 0), 1)
    x2 = min(max((segment.x2 - x) / width, 0), 1)
    (y0, y1, y2, y3) = (y, segment.y1, segment.y2, segment.y)
  }

  /// The height above `x`, from `start` to `end`.
  func value(at x: Double) -> Double {
    let fraction = (x - start) / (end - start)
    let t, rest: Double
    // Solving from the nearer end keeps the digits there.
    if fraction <= 0.5 {
      t = Self.parameter(at: fraction, x1, x2)
      rest = 1 - t
    } else {
      rest = Self.parameter(at: (end - x) / (end - start), 1 - x2, 1 - x1)
      t = 1 - rest
    }
    let middle = 3 * rest * t * (y1 * rest + y2 * t)
    return y0 * (rest * rest * rest) + middle + y3 * (t * t * t)
  }

  /// The parameter at which the cubic 0, `x1`, `x2`, 1 is at `x`.
  ///
  /// Newton's method, with halving where it would leave its bounds or is too slow.
  private static func parameter(at x: Double, _ x1: Double, _ x2: Double) -> Double {
    let (a, b, c) = (3 * (x1 - x2) + 1, 3 * (x2 - 2 * x1), 3 * x1)
    var (low, high, t) = (0.0, 1.0, x)
    var lastStep = 1.0
    for _ in 0..<128 {
      let offset = ((a * t + b) * t + c) * t - x
      if offset == 0 { break }
      if offset < 0 { low = t } else { high = t }
      let slope = (3 * a * t + 2 * b) * t + c
      let newton = t - offset / slope
      // Closer than that, rounding errors decide which way the next step goes.
      if (newton - t).magnitude <= t.ulp { break }
      let isGood =
        newton > low && newton < high && 2 * offset.magnitude < (lastStep * slope).magnitude
      let next = isGood ? newton : low + (high - low) / 2
      if next == t { break }
      lastStep = (next - t).magnitude
      t = next
    }
    return t
  }
}

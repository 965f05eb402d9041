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

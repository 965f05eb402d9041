extension Path {
  /// The contours as straight lines that stray from the curves by at most `tolerance` points.
  ///
  /// A curve gets at most 1024 lines, however large it is. Steps to points that are not finite (or
  /// beyond 1e100) are left out, as are contours of nothing but a move.
  public func flattened(tolerance: Double = 0.05) -> [Polyline] {
    var pen = FlatteningPen(tolerance: tolerance)
    for element in elements { pen.take(element) }
    return pen.finished
  }
}

/// Follows a path with straight lines.
private struct FlatteningPen {
  private let tolerance: Double
  private var contours: [Polyline] = []
  private var current: [Point] = []
  /// Where the next contour begins if it does not say.
  private var start: Point?

  init(tolerance: Double) {
    self.tolerance = tolerance > 0 ? tolerance : 0.05
  }

  var finished: [Polyline] {
    var copy = self
    copy.lift(isClosed: false)
    return copy.contours
  }

  mutating func take(_ element: Path.Element) {
    switch element {
    case .move(let point): move(to: point)
    case .line(let end): draw(to: [end]) { _ in [end] }
    case .quad(let control, let end):
      draw(to: [control, end]) { [tolerance] in
        QuadraticCurve(start: $0, control: control, end: end).points(tolerance: tolerance)
      }
    case .cubic(let first, let second, let end):
      draw(to: [first, second, end]) { [tolerance] in
        CubicCurve(start: $0, first: first, second: second, end: end).points(tolerance: tolerance)
      }
    case .close: lift(isClosed: true)
    }
  }

  private mutating func move(to point: Point) {
    guard point.isWithinReach else { return }
    lift(isClosed: false)
    start = point
  }

  /// Adds the points that `line` finds behind the current one.
  private mutating func draw(to ends: [Point], _ line: (Point) -> [Point]) {
    guard ends.allSatisfy(\.isWithinReach), let end = ends.last else { return }
    let from = current.last ?? start ?? end
    if current.isEmpty { (current, start) = ([from], from) }
    current += line(from)
  }

  private mutating func lift(isClosed: Bool) {
    defer { current = [] }
    guard !current.isEmpty else { return }
    if isClosed, current.count > 1, current.first == current.last { current.removeLast() }
    contours.append(Polyline(current, isClosed: isClosed))
  }
}

private struct QuadraticCurve {
  let start, control, end: Point

  func points(tolerance: Double) -> [Point] {
    let bend = (start - control * 2 + end).length * 2
    return samples(bend: bend, tolerance: tolerance, end: end) { t, u in
      start * (u * u) + control * (2 * u * t) + end * (t * t)
    }
  }
}

private struct CubicCurve {
  let start, first, second, end: Point

  func points(tolerance: Double) -> [Point] {
    let bends = ((start - first * 2 + second).length, (first - second * 2 + end).length)
    return samples(bend: 6 * max(bends.0, bends.1), tolerance: tolerance, end: end) { t, u in
      start * (u * u * u) + first * (3 * u * u * t) + second * (3 * u * t * t) + end * (t * t * t)
    }
  }
}

/// Points of a curve in even steps of its parameter, without the start.
///
/// A chord over a step h strays by at most h²/8 of the largest second derivative, the `bend`.
private func samples(
  bend: Double, tolerance: Double, end: Point, at point: (_ t: Double, _ u: Double) -> Point
) -> [Point] {
  let steps = (bend / (8 * tolerance)).squareRoot().rounded(.up)
  let count = steps <= 1024 ? max(1, Int(steps)) : 1024
  return (1..<max(count, 1)).map { step in
    let t = Double(step) / Double(count)
    return point(t, 1 - t)
  } + [end]
}

extension Point {
  /// The distance from the origin.
  public var length: Double { (x * x + y * y).squareRoot() }

  /// Whether sums and products of a few such points are finite.
  fileprivate var isWithinReach: Bool { x.magnitude < 1e100 && y.magnitude < 1e100 }
}

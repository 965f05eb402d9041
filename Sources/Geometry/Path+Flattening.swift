extension Path {
  /// The contours as straight lines that stray from the curves by at most `tolerance` points.
  ///
  /// A curve gets at most 1024 lines, however large it is, and a path gets about half a million; beyond
  /// that, its curves are followed less closely, with at least one line each. Steps to points that are not
  /// finite (or beyond 1e100) are left out, as are contours of nothing but a move.
  ///
  /// Contours know the tangents of curves if they are asked for: who fills them needs none.
  public func flattened(tolerance: Double = 0.05, withTangents: Bool = false) -> [Polyline] {
    var pen = FlatteningPen(fineness(tolerance: tolerance), keepsTangents: withTangents)
    for element in elements { pen.take(element) }
    return pen.finished
  }

  /// About how many lines `flattened` makes.
  public func lineCount(tolerance: Double) -> Int { lineCount(fineness(tolerance: tolerance)) }

  /// How far lines stray where they are to stray by `tolerance`: more, where there are very many curves.
  public func attainableTolerance(_ tolerance: Double) -> Double {
    let fineness = fineness(tolerance: tolerance)
    // The number of a curve's lines grows with the root of it.
    return fineness.tolerance * Double(fineness.divisor * fineness.divisor)
  }

  private static let mostLines = 512 * 1024

  private func fineness(tolerance: Double) -> Fineness {
    let full = Fineness(tolerance: tolerance > 0 ? tolerance : 0.05)
    // Few curves cannot need too many lines.
    guard elements.count > Self.mostLines / Fineness.mostSteps else { return full }
    return Fineness(tolerance: full.tolerance, divisor: 1 + lineCount(full) / Self.mostLines)
  }

  private func lineCount(_ fineness: Fineness) -> Int {
    var (start, current, count) = (Point.zero, Point.zero, 0)
    for element in elements {
      switch element {
      case .move(let point):
        (start, current) = (point, point)
      case .line(let end):
        (current, count) = (end, count + 1)
      case .quad(let control, let end):
        let curve = QuadraticCurve(start: current, control: control, end: end)
        (current, count) = (end, count + fineness.steps(bend: curve.bend))
      case .cubic(let first, let second, let end):
        let curve = CubicCurve(start: current, first: first, second: second, end: end)
        (current, count) = (end, count + fineness.steps(bend: curve.bend))
      case .close: current = start
      }
    }
    return count
  }
}

/// Follows a path with straight lines.
private struct FlatteningPen {
  private let fineness: Fineness
  private let keepsTangents: Bool
  private var contours: [Polyline] = []
  private var current: [Point] = []
  private var tangents: [Polyline.Tangents] = []
  /// Where the next contour begins if it does not say.
  private var start: Point?
  /// Whether it does, and nothing has been drawn from there.
  private var hasMoved = false

  init(_ fineness: Fineness, keepsTangents: Bool) {
    self.fineness = fineness
    self.keepsTangents = keepsTangents
  }

  var finished: [Polyline] {
    var copy = self
    copy.lift(isClosed: false)
    return copy.contours
  }

  mutating func take(_ element: Path.Element) {
    switch element {
    case .move(let point): move(to: point)
    case .line(let end): draw(to: [end]) { [CurveSample($0), CurveSample(end)] }
    case .quad(let control, let end):
      draw(to: [control, end]) { [fineness] in
        QuadraticCurve(start: $0, control: control, end: end).samples(fineness)
      }
    case .cubic(let first, let second, let end):
      draw(to: [first, second, end]) { [fineness] in
        CubicCurve(start: $0, first: first, second: second, end: end).samples(fineness)
      }
    case .close:
      // Closed at once, a contour is a point: one that is drawn with a round pen is a dot.
      if hasMoved, let start { (current, tangents) = ([start], [Polyline.Tangents()]) }
      lift(isClosed: true)
    }
  }

  private mutating func move(to point: Point) {
    guard point.isWithinReach else { return }
    lift(isClosed: false)
    (start, hasMoved) = (point, true)
  }

  /// Adds the points that `line` finds from the current one on.
  private mutating func draw(to ends: [Point], _ line: (Point) -> [CurveSample]) {
    guard ends.allSatisfy(\.isWithinReach), let end = ends.last else { return }
    let from = current.last ?? start ?? end
    hasMoved = false
    if current.isEmpty { (current, tangents, start) = ([from], [Polyline.Tangents()], from) }
    let samples = line(from)
    for sample in samples.dropFirst() { current.append(sample.point) }
    guard keepsTangents else { return }
    for (sample, next) in zip(samples, samples.dropFirst()) {
      tangents[tangents.count - 1].leaving = sample.tangent?.unit
      tangents.append(Polyline.Tangents(arriving: next.tangent?.unit))
    }
  }

  private mutating func lift(isClosed: Bool) {
    defer { (current, tangents, hasMoved) = ([], [], false) }
    guard !current.isEmpty else { return }
    if isClosed, current.count > 1, current.first == current.last {
      current.removeLast()
      if keepsTangents { tangents[0].arriving = tangents.removeLast().arriving }
    }
    contours.append(Polyline(current, isClosed: isClosed, tangents: keepsTangents ? tangents : []))
  }
}

/// A point of a curve, and the way that it takes there, however long; none in a cusp.
private struct CurveSample {
  let point: Point
  let tangent: Point?

  init(_ point: Point, _ tangent: Point? = nil) { (self.point, self.tangent) = (point, tangent) }
}

private struct QuadraticCurve {
  let start, control, end: Point

  var bend: Double { (start - control * 2 + end).length * 2 }

  func samples(_ fineness: Fineness) -> [CurveSample] {
    inEvenSteps(fineness.steps(bend: bend)) { t, u in
      switch t {
      case 0: CurveSample(start, control == start ? end - start : control - start)
      case 1: CurveSample(end, control == end ? end - start : end - control)
      default:
        CurveSample(
          start * (u * u) + control * (2 * u * t) + end * (t * t),
          (control - start) * u + (end - control) * t)
      }
    }
  }
}

private struct CubicCurve {
  let start, first, second, end: Point

  var bend: Double {
    6 * max((start - first * 2 + second).length, (first - second * 2 + end).length)
  }

  func samples(_ fineness: Fineness) -> [CurveSample] {
    inEvenSteps(fineness.steps(bend: bend)) { t, u in
      switch t {
      case 0:
        CurveSample(start, (first == start ? second == start ? end : second : first) - start)
      case 1:
        CurveSample(end, end - (second == end ? first == end ? start : first : second))
      default: CurveSample(point(t, u), tangent(t, u))
      }
    }
  }

  private func point(_ t: Double, _ u: Double) -> Point {
    start * (u * u * u) + first * (3 * u * u * t) + second * (3 * u * t * t) + end * (t * t * t)
  }

  private func tangent(_ t: Double, _ u: Double) -> Point {
    (first - start) * (u * u) + (second - first) * (2 * u * t) + (end - second) * (t * t)
  }
}

/// How closely lines follow curves.
private struct Fineness {
  /// The most lines of a curve.
  static let mostSteps = 1024
  /// How far they may stray.
  let tolerance: Double
  /// A curve gets only one line out of so many.
  var divisor = 1

  /// The number of even steps of a curve's parameter.
  ///
  /// A chord over a step h strays by at most h²/8 of the largest second derivative, the `bend`.
  func steps(bend: Double) -> Int {
    let steps = (bend / (8 * tolerance)).squareRoot().rounded(.up)
    return max(1, (steps <= Double(Self.mostSteps) ? Int(steps) : Self.mostSteps) / divisor)
  }
}

/// Samples of a curve in even steps of its parameter, from its start to its end.
private func inEvenSteps(
  _ count: Int, at sample: (_ t: Double, _ u: Double) -> CurveSample
) -> [CurveSample] {
  (0...count).map { step in
    let t = Double(step) / Double(count)
    return sample(t, 1 - t)
  }
}

extension Point {
  /// The distance from the origin.
  public var length: Double { (x * x + y * y).squareRoot() }

  /// Whether sums and products of a few such points are finite.
  fileprivate var isWithinReach: Bool { x.magnitude < 1e100 && y.magnitude < 1e100 }
}

/// A contour of straight lines.
public struct Polyline: Hashable, Sendable {
  /// The directions of a curve at one of its points, as unit vectors; nil for straight lines.
  public struct Tangents: Hashable, Sendable {
    /// How it arrives.
    public var arriving: Point?
    /// How it goes on.
    public var leaving: Point?

    /// Tangents; by default those of a point between straight lines.
    public init(arriving: Point? = nil, leaving: Point? = nil) {
      (self.arriving, self.leaving) = (arriving, leaving)
    }

    /// Whether the point is inside of a curve that has no corner there.
    public var isSmooth: Bool {
      guard let arriving, let leaving else { return false }
      return arriving.x * leaving.x + arriving.y * leaving.y > 0.999_999
    }
  }

  /// The corners, in order; a closed contour does not repeat its first one.
  public var points: [Point]
  /// Whether a line leads from the last corner back to the first.
  public var isClosed: Bool
  /// The tangents of the curve at each point.
  private let curve: [Tangents]

  /// A contour through `points`, which are those of a curve with these `tangents`, if there are
  /// any.
  public init(_ points: [Point], isClosed: Bool = false, tangents: [Tangents] = []) {
    (self.points, self.isClosed) = (points, isClosed)
    let isStraight = tangents.allSatisfy { $0 == Tangents() }
    curve = isStraight || tangents.count != points.count ? [] : tangents
  }

  /// How long it is.
  public var length: Double {
    let closing = isClosed ? zip(points.suffix(1), points.prefix(1)) : zip([], [])
    return zip(points, points.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
      + closing.reduce(0) { $0 + ($1.1 - $1.0).length }
  }

  /// The curve's directions at each point.
  public var tangents: [Tangents] {
    curve.count == points.count ? curve : points.map { _ in Tangents() }
  }
}

extension Point {
  /// The unit vector of the same direction; nil for a zero vector.
  public var unit: Point? {
    let length = length
    return length > 0 && length.isFinite ? self * (1 / length) : nil
  }
}

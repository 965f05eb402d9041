/// An outline of lines and Bézier curves, in points.
public struct Path: Hashable, Sendable {
  /// One step of the pen.
  public enum Element: Hashable, Sendable {
    /// Lifts the pen and begins a contour.
    case move(Point)
    /// A straight line.
    case line(Point)
    /// A quadratic curve.
    case quad(control: Point, Point)
    /// A cubic curve.
    case cubic(Point, Point, Point)
    /// A straight line back to where the contour began.
    case close
  }

  /// The steps, in order.
  public var elements: [Element]

  /// The path that takes these steps.
  public init(_ elements: [Element] = []) {
    self.elements = elements
  }

  /// Whether there is nothing to fill.
  public var isEmpty: Bool { elements.isEmpty }

  /// Adds the contours of `other` behind those that are here.
  public mutating func append(_ other: Path) {
    elements += other.elements
  }

  /// The same outline after an affine `transform`.
  public func applying(_ transform: Transform) -> Path {
    Path(
      elements.map { element in
        switch element {
        case .move(let point): .move(transform.apply(point))
        case .line(let point): .line(transform.apply(point))
        case .quad(let control, let end):
          .quad(control: transform.apply(control), transform.apply(end))
        case .cubic(let first, let second, let end):
          .cubic(transform.apply(first), transform.apply(second), transform.apply(end))
        case .close: .close
        }
      })
  }

  /// The smallest upright rectangle around all points, control points included.
  public var controlBounds: Rect {
    var bounds: (minX: Double, minY: Double, maxX: Double, maxY: Double)?
    func take(_ point: Point) {
      guard let old = bounds else { return bounds = (point.x, point.y, point.x, point.y) }
      bounds = (
        min(old.minX, point.x), min(old.minY, point.y), max(old.maxX, point.x),
        max(old.maxY, point.y)
      )
    }
    for element in elements {
      switch element {
      case .move(let point), .line(let point): take(point)
      case .quad(let control, let end): [control, end].forEach(take)
      case .cubic(let first, let second, let end): [first, second, end].forEach(take)
      case .close: break
      }
    }
    guard let bounds else { return .zero }
    return Rect(
      x: bounds.minX, y: bounds.minY, width: bounds.maxX - bounds.minX,
      height: bounds.maxY - bounds.minY)
  }
}

extension Path {
  /// The four edges of `rect`, clockwise from its top left corner.
  public static func rectangle(_ rect: Rect) -> Path {
    let corners = rect.corners
    return Path([.move(corners[0])] + corners.dropFirst().map { .line($0) } + [.close])
  }

  /// The ellipse inside `rect`, clockwise from its top.
  public static func ellipse(in rect: Rect) -> Path {
    // Four cubics would stray from the circle by 0.03 % of its radius: five levels at 75 pixels.
    // Sixteen stray by less than a hundred-thousandth of a percent.
    let bow = 0.13132187114288565
    let directions = Self.sixteenths
    func place(_ point: Point) -> Point {
      rect.point(atUnit: 0.5 + 0.5 * point.x, 0.5 + 0.5 * point.y)
    }
    let curves = directions.sides.map { from, to in
      Path.Element.cubic(
        place(from + Point(x: -from.y, y: from.x) * bow),
        place(to + Point(x: to.y, y: -to.x) * bow), place(to))
    }
    return Path([.move(place(directions[0]))] + curves + [.close])
  }

  /// The unit circle's points at every sixteenth turn, clockwise from its top.
  private static let sixteenths: [Point] = {
    let quarter = [
      Point(x: 0, y: -1), Point(x: 0.3826834323650898, y: -0.9238795325112867),
      Point(x: 0.7071067811865476, y: -0.7071067811865476),
      Point(x: 0.9238795325112867, y: -0.3826834323650898),
    ]
    let half = quarter + quarter.map { Point(x: -$0.y, y: $0.x) }
    return half + half.map { Point(x: -$0.x, y: -$0.y) }
  }()
}

extension Path {
  /// The smallest upright rectangle around the outline itself; nil where nothing is drawn.
  public var bounds: Rect? {
    var (bounds, start, current) = (Extent(), Point.zero, Point.zero)
    var isDrawn = false
    for element in elements {
      isDrawn = isDrawn || element.isDrawn
      switch element {
      case .move(let point): (start, current) = (point, point)
      case .line(let end):
        bounds.take([current, end])
        current = end
      case .quad(let control, let end):
        let (first, second) = (
          current + (control - current) * (2 / 3), end + (control - end) * (2 / 3)
        )
        bounds.take(current, first, second, end)
        current = end
      case .cubic(let first, let second, let end):
        bounds.take(current, first, second, end)
        current = end
      case .close:
        bounds.take([start])
        current = start
      }
    }
    return isDrawn ? bounds.rect : nil
  }
}

extension Path.Element {
  fileprivate var isDrawn: Bool { if case .move = self { false } else { true } }
}

/// A rectangle that grows around points and curves.
private struct Extent {
  private var (minX, minY) = (Double.infinity, Double.infinity)
  private var (maxX, maxY) = (-Double.infinity, -Double.infinity)

  var rect: Rect { Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) }

  mutating func take(_ points: [Point]) {
    for point in points {
      (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
      (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
    }
  }

  /// Takes the ends of a cubic, and where it turns back along an axis if its control points are
  /// outside of what is known.
  mutating func take(_ start: Point, _ first: Point, _ second: Point, _ end: Point) {
    take([start, end])
    let controls = [first, second]
    guard
      controls.contains(where: { $0.x < minX || $0.x > maxX || $0.y < minY || $0.y > maxY })
    else { return }
    let turns =
      Self.turns(start.x, first.x, second.x, end.x) + Self.turns(start.y, first.y, second.y, end.y)
    for t in turns {
      let u = 1 - t
      let inner = first * (3 * u * u * t) + second * (3 * u * t * t)
      take([start * (u * u * u) + inner + end * (t * t * t)])
    }
  }

  /// Where a coordinate of a cubic is extreme between its ends: the zeros of its derivative.
  private static func turns(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
    let (square, linear, constant) = (d - a + 3 * (b - c), 2 * (a - 2 * b + c), b - a)
    let root = (linear * linear - 4 * square * constant).squareRoot()
    guard !root.isNaN else { return [] }
    // Of the two quotients for each zero, the one in which nothing cancels.
    let sum = -(linear + (linear < 0 ? -root : root)) / 2
    return [sum / square, constant / sum].filter { $0 > 0 && $0 < 1 }
  }
}

public import Geometry

/// A closed outline of straight lines, in pixels; its last point leads back to the first.
public typealias Contour = [Point]

/// What counts as inside where contours overlap.
public enum WindingRule: Hashable, Sendable, CaseIterable {
  /// Wherever the contours wind around at all.
  case nonzero
  /// Wherever an odd number of contours lies around.
  case evenodd

  /// Whether what contours wind around so often is inside.
  public func isInside(_ winding: Int) -> Bool {
    switch self {
    case .nonzero: winding != 0
    case .evenodd: winding & 1 != 0
    }
  }

  /// Goes across a line that adds `turns` to the winding.
  ///
  /// 1 if that leads inside, -1 if it leads outside, nil if it does neither.
  @inline(__always)
  func step(_ turns: Int, from winding: inout Int) -> Int? {
    let wasInside = isInside(winding)
    winding += turns
    let isInside = isInside(winding)
    return wasInside == isInside ? nil : isInside ? 1 : -1
  }
}

/// The four sides of a rectangle, each a straight line that keeps what lies on one side of it.
enum Side: CaseIterable {
  case left, top, right, bottom

  /// How far `point` is inside; negative where it is outside.
  func depth(of point: Point, in rect: Rect) -> Double {
    switch self {
    case .left: point.x - rect.x
    case .top: point.y - rect.y
    case .right: rect.maxX - point.x
    case .bottom: rect.maxY - point.y
    }
  }
}

/// The part of `contour` inside `rect`; where it leaves, it follows the rectangle's edge.
///
/// Windings inside of the rectangle are those of the contour.
func clipped(_ contour: Contour, to rect: Rect) -> Contour {
  Side.allCases.reduce(contour) { contour, side in
    guard contour.contains(where: { side.depth(of: $0, in: rect) < 0 }) else { return contour }
    return cut(contour) { side.depth(of: $0, in: rect) }
  }
}

/// The part of `contour` where `depth` is not negative; `depth` is linear along every line.
func cut(_ contour: Contour, _ depth: (Point) -> Double) -> Contour {
  var result: Contour = []
  guard var last = contour.last else { return [] }
  var lastDepth = depth(last)
  for point in contour {
    let pointDepth = depth(point)
    if (pointDepth < 0) != (lastDepth < 0) {
      result.append(crossing(last, lastDepth, point, pointDepth))
    }
    if pointDepth >= 0 { result.append(point) }
    (last, lastDepth) = (point, pointDepth)
  }
  return result
}

/// Where the line between two points has depth 0: the same for either order of the points.
private func crossing(_ one: Point, _ oneDepth: Double, _ two: Point, _ twoDepth: Double) -> Point {
  let isRising = oneDepth < twoDepth
  let (low, high) = isRising ? (one, two) : (two, one)
  let (lowDepth, highDepth) = isRising ? (oneDepth, twoDepth) : (twoDepth, oneDepth)
  return low + (high - low) * (lowDepth / (lowDepth - highDepth))
}

/// Where `transform` brings `contour`; what would be behind the eye is cut off.
public func projected(_ contour: Contour, by transform: Transform) -> Contour {
  guard !transform.isAffine else { return contour.map(transform.apply) }
  // On the eye plane itself a place would be infinitely far away.
  let nearest = 1e-6
  let visible = cut(contour) {
    transform.px * $0.x + transform.py * $0.y + transform.pw - nearest
  }
  return visible.map(transform.apply)
}

/// The part of `contour` inside the convex outline `area`, whose corners run clockwise on screen.
public func clipped(_ contour: Contour, toConvex area: Contour) -> Contour {
  guard var last = area.last else { return [] }
  var result = contour
  for corner in area {
    let (from, along) = (last, corner - last)
    result = cut(result) { ($0.y - from.y) * along.x - ($0.x - from.x) * along.y }
    last = corner
  }
  return result
}

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

/// Contours that may touch each other, and no contour of another cluster.
///
/// A page of text is thousands of contours, of which only those of one letter can overlap. Swept as
/// one outline, every corner of every letter would cut the row of all others; apart, each letter
/// pays for itself.
struct ContourCluster {
  private var bounds: Bounds
  /// The first and the last of its contours, as places among all: what is in between, the links tell.
  private var first: Int
  private var last: Int

  /// `contours`, sorted into clusters that are apart from each other.
  static func apart(_ contours: [Contour]) -> [[Contour]] {
    guard contours.count > 1 else { return [contours] }
    let single = contours.indices.compactMap { index in
      Bounds(of: contours[index]).map { ContourCluster(bounds: $0, first: index, last: index) }
    }
    // A drawn line is tens of thousands of contours, so that nothing here moves their points.
    var links = [Int](repeating: -1, count: contours.count)
    var (open, closed): ([ContourCluster], [ContourCluster]) = ([], [])
    for contour in single.sorted(by: { $0.bounds.minY < $1.bounds.minY }) {
      // More than any row of letters has: they are left to the sweep.
      guard open.count < 2048 else { return [contours] }
      var merged = contour
      open.removeAll { cluster in
        if cluster.bounds.touches(merged.bounds) {
          merged.take(cluster, &links)
          return true
        }
        guard cluster.bounds.maxY < contour.bounds.minY else { return false }
        closed.append(cluster)
        return true
      }
      // Having grown, it may touch those that were passed over.
      while merged.first != merged.last,
        let index = open.firstIndex(where: { $0.bounds.touches(merged.bounds) })
      {
        merged.take(open.remove(at: index), &links)
      }
      open.append(merged)
    }
    return (closed + open).map { $0.contours(among: contours, links) }
  }

  private mutating func take(_ other: ContourCluster, _ links: inout [Int]) {
    links[last] = other.first
    last = other.last
    bounds.unite(with: other.bounds)
  }

  private func contours(among all: [Contour], _ links: [Int]) -> [Contour] {
    var (result, place): ([Contour], Int) = ([], first)
    while place >= 0 {
      result.append(all[place])
      place = links[place]
    }
    return result
  }

  /// How far something reaches.
  private struct Bounds {
    private var minX: Double
    private(set) var minY: Double
    private var maxX: Double
    private(set) var maxY: Double

    /// Those of a contour; nil if it has no points.
    init?(of contour: Contour) {
      guard let first = contour.first else { return nil }
      (minX, minY, maxX, maxY) = (first.x, first.y, first.x, first.y)
      for point in contour {
        (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
        (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
      }
    }

    func touches(_ other: Bounds) -> Bool {
      minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    mutating func unite(with other: Bounds) {
      (minX, minY) = (min(minX, other.minX), min(minY, other.minY))
      (maxX, maxY) = (max(maxX, other.maxX), max(maxY, other.maxY))
    }
  }
}

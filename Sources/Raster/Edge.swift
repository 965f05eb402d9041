import Geometry
import Pixels

/// A line of a contour, snapped to 1/65,536 of a pixel, that leads downward.
struct Edge: Hashable {
  /// Its upper end.
  var topX: Int
  var topY: Int
  /// Its lower end.
  var bottomX: Int
  var bottomY: Int
  /// What crossing it from left to right adds to the winding.
  var winding: Int

  /// The number of steps in a pixel.
  static let unit = 65_536

  /// The edge from `start` to `end`; nil if it is level and so bounds nothing from the side.
  init?(from start: Point, to end: Point) {
    let (x0, y0) = (Self.snapped(start.x), Self.snapped(start.y))
    let (x1, y1) = (Self.snapped(end.x), Self.snapped(end.y))
    guard y0 != y1 else { return nil }
    winding = y0 < y1 ? 1 : -1
    (topX, topY) = y0 < y1 ? (x0, y0) : (x1, y1)
    (bottomX, bottomY) = y0 < y1 ? (x1, y1) : (x0, y0)
  }

  /// The step nearest to `coordinate`, which is finite; far outside of any canvas, the last one.
  static func snapped(_ coordinate: Double) -> Int {
    let coordinate = max(-20_000, min(20_000, coordinate))
    return Int((coordinate * Double(unit)).rounded(.toNearestOrAwayFromZero))
  }

  /// Whether it runs straight down.
  var isVertical: Bool { topX == bottomX }

  /// Where it is at height `y`, which lies between its ends.
  func x(at y: Int) -> Int {
    guard !isVertical, y != topY else { return topX }
    guard y != bottomY else { return bottomX }
    return topX + floorDivide((bottomX - topX) * (y - topY), bottomY - topY)
  }

  /// The edges of `contours` as far as they matter inside `region`, from top to bottom.
  static func edges(of contours: [Contour], in region: PixelRect) -> [Edge] {
    // A far away end would not fit the products of `x(at:)`, and what is outside costs time.
    let rect = Rect(
      x: Double(region.x), y: Double(region.y), width: Double(region.width),
      height: Double(region.height))
    var edges: [Edge] = []
    for contour in contours where contour.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) {
      let inside = clipped(contour, to: rect)
      // Between numbers near the largest ones, a cut can fail.
      guard var last = inside.last, inside.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
        continue
      }
      for point in inside {
        if let edge = Edge(from: last, to: point) { edges.append(edge) }
        last = point
      }
    }
    return edges.sorted { ($0.topY, $0.topX, $0.bottomX) < ($1.topY, $1.topX, $1.bottomX) }
  }
}

/// The quotient rounded down; `divisor` is positive.
func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
  let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? quotient - 1 : quotient
}

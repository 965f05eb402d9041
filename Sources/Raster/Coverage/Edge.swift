import Geometry
import Pixels

/// A line of a contour, snapped to 1/65,536 of a pixel, that leads downward.
struct Edge {
  // A page of text is hundreds of thousands of them, so they are kept small.
  private let top: (x: Int32, y: Int32)
  private let bottom: (x: Int32, y: Int32)
  private let turn: Int32

  /// Its upper end.
  var topX: Int { Int(top.x) }
  var topY: Int { Int(top.y) }
  /// Its lower end.
  var bottomX: Int { Int(bottom.x) }
  var bottomY: Int { Int(bottom.y) }
  /// What crossing it from left to right adds to the winding.
  var winding: Int { Int(turn) }

  /// The number of steps in a pixel.
  static let unit = 65_536
  /// Where a line can be; no canvas reaches further, and a farther end would not fit the products
  /// of `x(at:)`.
  static let plane = Rect(x: -20_000, y: -20_000, width: 40_000, height: 40_000)

  /// The edge from `start` to `end`, which adds 1 to the winding or takes it away; nil if it is
  /// level and so bounds nothing from the side.
  init?(from start: Point, to end: Point) {
    let (x0, y0) = (Self.snapped(start.x), Self.snapped(start.y))
    let (x1, y1) = (Self.snapped(end.x), Self.snapped(end.y))
    guard y0 != y1 else { return nil }
    turn = y0 < y1 ? 1 : -1
    // The plane ends where 32 bits do not yet.
    let (start, end) = ((x: Int32(x0), y: Int32(y0)), (x: Int32(x1), y: Int32(y1)))
    top = y0 < y1 ? start : end
    bottom = y0 < y1 ? end : start
  }

  /// The step nearest to `coordinate`, which is finite; beyond the plane, the last one.
  static func snapped(_ coordinate: Double) -> Int {
    let coordinate = max(plane.x, min(plane.maxX, coordinate))
    return Int((coordinate * Double(unit)).rounded(.toNearestOrAwayFromZero))
  }

  /// Whether it is in any of the rows of `region`.
  func crosses(rowsOf region: PixelRect) -> Bool {
    topY < region.maxY * Self.unit && bottomY > region.y * Self.unit
  }

  /// Whether any of it is on the left of the right side of `region`.
  func begins(leftOf region: PixelRect) -> Bool {
    min(topX, bottomX) < region.maxX * Self.unit
  }

  /// Whether it runs straight down.
  var isVertical: Bool { topX == bottomX }

  /// Where it is at height `y`, or at the end that is next to it.
  func clampedX(at y: Int) -> Int { x(at: max(topY, min(bottomY, y))) }

  /// Where it is at height `y`, which lies between its ends.
  func x(at y: Int) -> Int {
    guard !isVertical, y != topY else { return topX }
    guard y != bottomY else { return bottomX }
    return topX + floorDivide((bottomX - topX) * (y - topY), bottomY - topY)
  }
}

/// Edges that follow each other down along a contour: one side of something.
struct Chain {
  /// Their places among all edges, from top to bottom.
  let edges: Range<Int>
  /// The upper end of the first.
  let topY: Int
  /// The lower end of the last.
  let bottomY: Int
  /// What crossing it from left to right adds to the winding.
  let winding: Int
  /// The first edge that does not end above the row.
  var current: Int

  /// The chain of `edges` at the end of `all`, which it puts in order from top to bottom.
  init?(endOf all: inout [Edge], from start: Int) {
    guard start < all.count else { return nil }
    edges = start..<all.count
    winding = all[start].winding
    if winding < 0 { all[edges].reverse() }
    (topY, bottomY) = (all[start].topY, all[all.count - 1].bottomY)
    current = start
  }
}

/// The quotient rounded down; `divisor` is positive.
func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
  let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? quotient - 1 : quotient
}

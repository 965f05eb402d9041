import Geometry
import Pixels

/// A pixel of the canvas, in reading order.
struct SharedPixel: Hashable, Comparable {
  let x, y: Int

  static func < (one: SharedPixel, other: SharedPixel) -> Bool {
    (one.y, one.x) < (other.y, other.x)
  }

  func isIn(_ region: PixelRect) -> Bool {
    x >= region.x && x < region.maxX && y >= region.y && y < region.maxY
  }
}

extension [SharedPixel] {
  /// Appends the pixels of `region` that the line from `start` to `end` touches.
  mutating func append(from start: Point, to end: Point, in region: PixelRect) {
    SharedPixel.forEach(from: start, to: end, in: region) { append(SharedPixel(x: $0, y: $1)) }
  }
}

extension SharedPixel {
  /// Names the pixels of `region` that the line from `start` to `end` touches.
  static func forEach(
    from start: Point, to end: Point, in region: PixelRect, _ body: (Int, Int) -> Void
  ) {
    let (top, bottom) = start.y <= end.y ? (start, end) : (end, start)
    let first = max(Double(region.y), (top.y - 1e-9).rounded(.down))
    let last = min(Double(region.maxY - 1), (bottom.y + 1e-9).rounded(.down))
    guard first <= last else { return }
    let slope = bottom.y > top.y ? (bottom.x - top.x) / (bottom.y - top.y) : 0
    for y in Int(first)...Int(last) {
      let isLevel = bottom.y - top.y < 1e-9
      let x0 = isLevel ? top.x : top.x + (max(top.y, Double(y)) - top.y) * slope
      let x1 = isLevel ? bottom.x : top.x + (min(bottom.y, Double(y + 1)) - top.y) * slope
      let left = max(Double(region.x), (min(x0, x1) - 1e-9).rounded(.down))
      let right = min(Double(region.maxX - 1), (max(x0, x1) + 1e-9).rounded(.down))
      guard left <= right else { continue }
      for x in Int(left)...Int(right) { body(x, y) }
    }
  }
}

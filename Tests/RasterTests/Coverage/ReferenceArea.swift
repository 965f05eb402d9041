import Geometry
import Raster

/// The truth about areas, in doubles.
enum ReferenceArea {
  /// The signed area of a contour.
  static func area(_ contour: Contour) -> Double {
    guard var last = contour.last else { return 0 }
    var sum = 0.0
    for point in contour {
      sum += last.x * point.y - point.x * last.y
      last = point
    }
    return sum / 2
  }

  /// The part of a convex or simple contour inside one pixel.
  static func area(_ contour: Contour, inPixelX x: Int, y: Int) -> Double {
    var part = contour
    part = keep(part) { $0.x - Double(x) }
    part = keep(part) { Double(x + 1) - $0.x }
    part = keep(part) { $0.y - Double(y) }
    part = keep(part) { Double(y + 1) - $0.y }
    return abs(area(part))
  }

  private static func keep(_ contour: Contour, _ depth: (Point) -> Double) -> Contour {
    var result: Contour = []
    guard var last = contour.last else { return [] }
    for point in contour {
      let (a, b) = (depth(last), depth(point))
      if (a < 0) != (b < 0) { result.append(last + (point - last) * (a / (a - b))) }
      if b >= 0 { result.append(point) }
      last = point
    }
    return result
  }

  /// The part of a pixel that lies inside: in each of 512 lines through it exactly, by where the
  /// contours cross the line.
  static func banded(
    _ contours: [Contour], _ rule: WindingRule, inPixelX x: Int, y: Int
  ) -> Double {
    let (left, right) = (Double(x), Double(x + 1))
    var sum = 0.0
    for line in 0..<512 {
      let height = Double(y) + (Double(line) + 0.5) / 512
      var crossings: [(x: Double, turns: Int)] = []
      for contour in contours {
        guard var last = contour.last else { continue }
        for point in contour {
          defer { last = point }
          guard (last.y <= height) != (point.y <= height) else { continue }
          let share = (height - last.y) / (point.y - last.y)
          crossings.append(
            (last.x + (point.x - last.x) * share, last.y < point.y ? 1 : -1))
        }
      }
      var (winding, start) = (0, left)
      for crossing in crossings.sorted(by: { $0.x < $1.x }) {
        let end = min(max(crossing.x, left), right)
        if rule == .evenodd ? winding % 2 != 0 : winding != 0 { sum += end - start }
        (winding, start) = (winding + crossing.turns, end)
      }
    }
    return sum / 512
  }

  /// The share of a pixel's 64 x 64 samples that lie inside.
  static func sampled(
    _ contours: [Contour], _ rule: WindingRule, inPixelX x: Int, y: Int
  ) -> Double {
    var count = 0
    for j in 0..<64 {
      for i in 0..<64 {
        let place = Point(
          x: Double(x) + (Double(i) + 0.5) / 64, y: Double(y) + (Double(j) + 0.5) / 64)
        let winding = contours.reduce(0) { $0 + Self.winding($1, place) }
        if rule == .evenodd ? winding % 2 != 0 : winding != 0 { count += 1 }
      }
    }
    return Double(count) / 4096
  }

  private static func winding(_ contour: Contour, _ place: Point) -> Int {
    guard var last = contour.last else { return 0 }
    var result = 0
    for point in contour {
      let cross =
        (point.x - last.x) * (place.y - last.y) - (place.x - last.x) * (point.y - last.y)
      if last.y <= place.y, point.y > place.y, cross > 0 { result += 1 }
      if last.y > place.y, point.y <= place.y, cross < 0 { result -= 1 }
      last = point
    }
    return result
  }
}

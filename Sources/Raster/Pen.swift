public import Geometry

/// What a line is drawn with: it turns lines into the contours of their outlines.
///
/// Each stretch without corners, each corner and each end is a contour of its own; all run the same
/// way round, so that filled by the nonzero rule they are one shape.
public struct Pen: Hashable, Sendable {
  /// The shape of a line's ends.
  public enum Cap: Hashable, Sendable { case butt, round, square }
  /// The shape of a line's corners.
  public enum Join: Hashable, Sendable { case miter, round, bevel }

  /// Half of the line's thickness.
  private let radius: Double
  private let cap: Cap
  private let join: Join
  /// How far an arc may stray from a circle.
  private let tolerance: Double
  /// How many half widths a mitre may reach, as in SVG and CSS drawings.
  private static let miterLimit = 10.0

  /// A pen; nil if `width` leaves no mark.
  public init?(width: Double, cap: Cap, join: Join, tolerance: Double) {
    guard width > 0, width.isFinite, tolerance > 0 else { return nil }
    (radius, self.cap, self.join, self.tolerance) = (width / 2, cap, join, tolerance)
  }

  /// The outline of the line through `line`.
  public func contours(along line: Polyline) -> [Contour] {
    let points = Self.distinct(line)
    guard points.count > 1 else { return points.first.map(dot) ?? [] }
    let closed = line.isClosed && points.count > 2
    let ends = closed ? points + [points[0]] : points
    let directions = zip(ends, ends.dropFirst()).map { ($1 - $0) * (1 / ($1 - $0).length) }
    var result = stretches(ends, directions, isClosed: closed)
    if !closed {
      result.append(end(at: ends[0], directions[0] * -1))
      result.append(end(at: ends[ends.count - 1], directions[directions.count - 1]))
    }
    return result.filter { $0.count > 2 }
  }

  /// What is left and right of the line, cut in two at corners, and what fills these.
  ///
  /// The pieces of a curve make one contour: apart, hundreds of them would lie in one row.
  private func stretches(_ ends: [Point], _ directions: [Point], isClosed: Bool) -> [Contour] {
    let last = directions.count - 1
    let lengths = zip(ends, ends.dropFirst()).map { ($1 - $0).length }
    let closing =
      isClosed
      ? bend(directions[last], directions[0], shorter: min(lengths[last], lengths[0])) : nil
    var result: [Contour] = []
    var aside = closing ?? side(directions[0])
    var (left, right) = ([ends[0] - aside], [ends[0] + aside])
    for i in directions.indices {
      let next = i < last ? i + 1 : 0
      let bend =
        i < last
        ? bend(directions[i], directions[next], shorter: min(lengths[i], lengths[next])) : closing
      aside = bend ?? side(directions[i])
      left.append(ends[i + 1] - aside)
      right.append(ends[i + 1] + aside)
      guard bend == nil || i == last else { continue }
      result.append(left + right.reversed())
      if bend == nil, i < last || isClosed {
        result.append(corner(at: ends[i + 1], directions[i], directions[next]))
      }
      aside = side(directions[next])
      (left, right) = ([ends[i + 1] - aside], [ends[i + 1] + aside])
    }
    return result
  }

  /// How far from a bend both sides of the line are, the right one in this direction; nil for a
  /// corner, and where the line is too wide for its inner side to follow.
  private func bend(_ before: Point, _ after: Point, shorter length: Double) -> Point? {
    let cosine = before.x * after.x + before.y * after.y
    guard cosine > 0.9 else { return nil }
    let aside = (side(before) + side(after)) * (1 / (1 + cosine))
    let reach = aside.length
    guard reach - radius <= tolerance, reach * reach - radius * radius < length * length / 4 else {
      return nil
    }
    return aside
  }

  private static func distinct(_ line: Polyline) -> [Point] {
    var points: [Point] = []
    for point in line.points where point != points.last { points.append(point) }
    if line.isClosed, points.count > 1, points.first == points.last { points.removeLast() }
    return points
  }

  /// A line without length: only caps can be seen.
  private func dot(_ point: Point) -> [Contour] {
    switch cap {
    case .butt: []
    case .round, .square:
      [end(at: point, Point(x: 1, y: 0)), end(at: point, Point(x: -1, y: 0))]
    }
  }

  /// To the right of `direction` as one walks along it on screen, half of the width away.
  private func side(_ direction: Point) -> Point {
    Point(x: -direction.y * radius, y: direction.x * radius)
  }

  private func end(at point: Point, _ direction: Point) -> Contour {
    let side = side(direction)
    switch cap {
    case .butt: return []
    case .square:
      let out = direction * radius
      return [point - side, point - side + out, point + side + out, point + side]
    case .round:
      let tip = direction * radius
      return [point - side] + arc(point, from: side * -1, to: tip) + [point + tip]
        + arc(point, from: tip, to: side) + [point + side]
    }
  }

  /// What fills the gap on the outer side of a corner.
  private func corner(at point: Point, _ before: Point, _ after: Point) -> Contour {
    let turn = before.x * after.y - before.y * after.x
    let cosine = before.x * after.x + before.y * after.y
    guard turn != 0 || cosine < 0 else { return [] }
    // Turning right on screen opens the gap on the left; the contour runs clockwise either way.
    let (from, to) =
      turn > 0 ? (side(before) * -1, side(after) * -1) : (side(after), side(before))
    let tips: Contour
    switch join {
    case .bevel: tips = []
    case .round: tips = roundTips(point, from, to, before, cosine)
    case .miter:
      // The mitre's length over the width is 1 / sin(half of the angle between the lines).
      let isSharp = 2 > Self.miterLimit * Self.miterLimit * (1 + cosine)
      tips = isSharp ? [] : [point + (from + to) * (1 / (1 + cosine))]
    }
    return [point, point + from] + tips + [point + to]
  }

  private func roundTips(
    _ point: Point, _ from: Point, _ to: Point, _ before: Point, _ cosine: Double
  ) -> Contour {
    guard cosine < -0.999_999 else { return arc(point, from: from, to: to) }
    let tip = before * radius
    return arc(point, from: from, to: tip) + [point + tip] + arc(point, from: tip, to: to)
  }

  /// The points between two on a circle, found by halving; only square roots are needed.
  private func arc(_ center: Point, from: Point, to: Point, depth: Int = 10) -> Contour {
    let middle = (from + to) * 0.5
    let reach = middle.length
    guard depth > 0, radius - reach > tolerance, reach > 0 else { return [] }
    let point = middle * (radius / reach)
    return arc(center, from: from, to: point, depth: depth - 1) + [center + point]
      + arc(center, from: point, to: to, depth: depth - 1)
  }
}

public import Geometry

/// What a line is drawn with: it turns lines into the contours of their outlines.
///
/// Each stretch without corners, each corner and each end is a contour of its own; all run the same
/// tangent round, so that filled by the nonzero rule they are one shape.
public struct Pen: Hashable, Sendable {
  /// Half of the line's thickness.
  private let radius: Double
  private let cap: LineCap
  private let join: LineJoin
  /// How many half widths a mitre may reach, as in SVG and CSS drawings.
  private let miterLimit: Double
  /// How far an arc may stray from a circle.
  private let tolerance: Double

  /// A pen; nil if `width` leaves no mark.
  public init?(
    width: Double, cap: LineCap, join: LineJoin, miterLimit: Double = 10, tolerance: Double
  ) {
    guard width > 0, width.isFinite, tolerance > 0 else { return nil }
    (radius, self.cap, self.join, self.tolerance) = (width / 2, cap, join, tolerance)
    self.miterLimit = miterLimit
  }

  /// The outline of the line through `line`.
  public func contours(along line: Polyline) -> [Contour] {
    let line = Self.distinct(line)
    let points = line.points
    guard points.count > 1 else {
      return points.first.map { dot($0, line.tangents[0].leaving) } ?? []
    }
    let closed = line.isClosed
    let ends = closed ? points + [points[0]] : points
    let lines = zip(ends, ends.dropFirst()).map { ($1 - $0) * (1 / ($1 - $0).length) }
    let ways = Ways(lines: lines, tangents: line.tangents)
    var result = stretches(ends, ways, isClosed: closed)
    if !closed {
      let last = lines.count
      result += fan(at: ends[0], ways.leaving(0), lines[0])
      result += fan(at: ends[last], lines[last - 1], ways.arriving(last))
      result.append(end(at: ends[0], ways.leaving(0) * -1))
      result.append(end(at: ends[last], ways.arriving(last)))
    }
    return result.filter { $0.count > 2 }
  }

  /// Where a line goes: between its points straight on, at them as the curve does that it stands for.
  private struct Ways {
    let lines: [Point]
    let tangents: [Polyline.Tangents]

    /// How it comes to the end with this number, which may be the first one again.
    func arriving(_ end: Int) -> Point {
      tangents[end % tangents.count].arriving ?? lines[end - 1]
    }

    /// How it goes on from the end with this number.
    func leaving(_ end: Int) -> Point {
      let end = end % tangents.count
      return tangents[end].leaving ?? lines[end]
    }

    /// Whether the end is no corner, however much it turns between its lines.
    func isSmooth(_ end: Int) -> Bool { tangents[end % tangents.count].isSmooth }
  }

  /// What is left and right of the line, cut in two at corners, and what fills these.
  ///
  /// The pieces of a curve make one contour: apart, hundreds of them would lie in one row.
  private func stretches(_ ends: [Point], _ ways: Ways, isClosed: Bool) -> [Contour] {
    let directions = ways.lines
    let last = directions.count - 1
    let lengths = zip(ends, ends.dropFirst()).map { ($1 - $0).length }
    let closing =
      isClosed
      ? bend(directions[last], directions[0], shorter: min(lengths[last], lengths[0])) : nil
    var result: [Contour] = []
    var aside = closing ?? side(beginning(0, ways))
    var (left, right) = ([ends[0] - aside], [ends[0] + aside])
    for i in directions.indices {
      let next = i < last ? i + 1 : 0
      let bend =
        i < last
        ? bend(directions[i], directions[next], shorter: min(lengths[i], lengths[next])) : closing
      aside = bend ?? side(ending(i, ways))
      left.append(ends[i + 1] - aside)
      right.append(ends[i + 1] + aside)
      guard bend == nil || i == last else { continue }
      result.append(left + right.reversed())
      if bend == nil, i < last || isClosed {
        result += gap(at: ends[i + 1], between: i, next, ways)
      }
      aside = side(beginning(next, ways))
      (left, right) = ([ends[i + 1] - aside], [ends[i + 1] + aside])
    }
    return result
  }

  /// The way of the line `number` at its beginning: the curve's, unless the line is far from it.
  private func beginning(_ number: Int, _ ways: Ways) -> Point {
    let (curve, line) = (ways.leaving(number), ways.lines[number])
    return !ways.isSmooth(number) && isNear(curve, line) ? curve : line
  }

  /// The same at its end.
  private func ending(_ number: Int, _ ways: Ways) -> Point {
    let (curve, line) = (ways.arriving(number + 1), ways.lines[number])
    return !ways.isSmooth(number + 1) && isNear(curve, line) ? curve : line
  }

  /// Whether what is beside two ways is the same, as far as can be seen.
  private func isNear(_ one: Point, _ other: Point) -> Bool {
    radius * (1 - (one.x * other.x + one.y * other.y)) <= tolerance
  }

  /// What fills the gap between two ways of a curve.
  private func fan(at point: Point, _ before: Point, _ after: Point) -> [Contour] {
    isNear(before, after) ? [] : [corner(at: point, before, after, .round)]
  }

  /// What fills the gap at a point where the outline is cut in two.
  ///
  /// A curve without a corner is round there, whatever corners look like.
  private func gap(
    at point: Point, between number: Int, _ next: Int, _ ways: Ways
  ) -> [Contour] {
    let (before, after) = (ways.lines[number], ways.lines[next])
    guard !ways.isSmooth(number + 1) else { return [corner(at: point, before, after, .round)] }
    let (arriving, leaving) = (ways.arriving(number + 1), ways.leaving(next))
    return fan(at: point, before, arriving) + [corner(at: point, arriving, leaving, join)]
      + fan(at: point, leaving, after)
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

  private static func distinct(_ line: Polyline) -> Polyline {
    var (points, tangents) = ([Point](), [Polyline.Tangents]())
    for (point, tangent) in zip(line.points, line.tangents) {
      if point == points.last {
        tangents[tangents.count - 1].leaving = tangent.leaving
      } else {
        points.append(point)
        tangents.append(tangent)
      }
    }
    if line.isClosed, points.count > 1, points.first == points.last {
      points.removeLast()
      tangents[0].arriving = tangents.removeLast().arriving
    }
    return Polyline(points, isClosed: line.isClosed, tangents: tangents)
  }

  /// A line without length: only caps can be seen, which lie level unless it says how it went.
  private func dot(_ point: Point, _ tangent: Point?) -> [Contour] {
    guard cap != .butt else { return [] }
    let tangent = tangent ?? Point(x: 1, y: 0)
    return [end(at: point, tangent), end(at: point, tangent * -1)]
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
  private func corner(
    at point: Point, _ before: Point, _ after: Point, _ join: LineJoin
  ) -> Contour {
    let turn = before.x * after.y - before.y * after.x
    let cosine = before.x * after.x + before.y * after.y
    guard turn != 0 || cosine < 0 else { return [] }
    // Turning right on screen opens the gap on the left; the contour runs clockwise either tangent.
    let (from, to) =
      turn > 0 ? (side(before) * -1, side(after) * -1) : (side(after), side(before))
    let tips: Contour
    switch join {
    case .bevel: tips = []
    case .round: tips = roundTips(point, from, to, before, cosine)
    case .miter:
      // The mitre's length over the width is 1 / sin(half of the angle between the lines).
      let isSharp = 2 > miterLimit * miterLimit * (1 + cosine)
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

extension Polyline {
  /// The pieces of the line that `pattern`, lengths of dashes and gaps in turn, leaves.
  ///
  /// A pattern of an odd number of lengths is taken twice. One that is not finite, is negative or
  /// has no extent leaves the line whole, as does one with more than `most` dashes. Dashes that meet
  /// where a closed line begins are one. The line begins `offset` behind the start of the pattern.
  public func dashed(
    _ pattern: [Double], from offset: Double = 0, limit: Int = 100_000
  ) -> [Polyline] {
    let period = pattern.reduce(0, +)
    let corners = isClosed ? points + points.prefix(1) : points
    let tangents = isClosed ? tangents + tangents.prefix(1) : tangents
    let length = length
    guard pattern.allSatisfy({ $0 >= 0 }), period > 0, period.isFinite, length > 0,
      length / period * Double(pattern.count) / 2 < Double(limit)
    else { return [self] }
    var dashes = DashWalk(pattern: pattern, from: offset)
    for index in corners.indices.dropLast() {
      dashes.walk(
        from: corners[index], to: corners[index + 1], leaving: tangents[index].leaving,
        arriving: tangents[index + 1].arriving)
    }
    return isClosed ? dashes.closed(around: self) : dashes.finished
  }
}

/// A walk along a line that lifts the pen for every second length of a pattern.
private struct DashWalk {
  let pattern: [Double]
  private var index = 0
  private var rest: Double
  private var current: [Point] = []
  private var tangents: [Polyline.Tangents] = []
  private var dashes: [Polyline] = []

  /// Whether the pen was down where the walk began.
  private let isBegunDown: Bool

  init(pattern: [Double], from offset: Double) {
    self.pattern = pattern
    // Every second number of an odd pattern changes its part.
    let period = pattern.reduce(0, +) * (pattern.count % 2 == 0 ? 1 : 2)
    var left = offset.truncatingRemainder(dividingBy: period)
    if left < 0 { left += period }
    while left > 0, left >= pattern[index % pattern.count] {
      left -= pattern[index % pattern.count]
      index += 1
    }
    rest = pattern[index % pattern.count] - left
    isBegunDown = index % 2 == 0
  }

  var finished: [Polyline] {
    current.isEmpty ? dashes : dashes + [Polyline(current, tangents: tangents)]
  }

  /// The dashes of a closed line, which came back to where they began.
  func closed(around line: Polyline) -> [Polyline] {
    guard !current.isEmpty, isBegunDown else { return finished }
    guard let first = dashes.first else { return [line] }
    var (points, tangents) = (current, tangents)
    tangents[tangents.count - 1].leaving = first.tangents[0].leaving
    points += first.points.dropFirst()
    tangents += first.tangents.dropFirst()
    return dashes.dropFirst() + [Polyline(points, tangents: tangents)]
  }

  /// Walks along a line; a curve that it stands for leaves its start and arrives at its end so.
  mutating func walk(from start: Point, to end: Point, leaving: Point?, arriving: Point?) {
    let length = (end - start).length
    guard length > 0 else { return }
    var done = 0.0
    if index % 2 == 0, current.isEmpty { begin(at: start, nil) }
    if index % 2 == 0 { tangents[tangents.count - 1].leaving = leaving }
    while length - done > rest {
      done += rest
      let share = done / length
      var tangent: Point?
      if let leaving, let arriving { tangent = (leaving * (1 - share) + arriving * share).unit }
      turn(
        at: start + (end - start) * share, tangent, along: tangent ?? (end - start) * (1 / length))
    }
    rest -= length - done
    if index % 2 == 0 {
      current.append(end)
      tangents.append(Polyline.Tangents(arriving: arriving))
    }
  }

  private mutating func begin(at point: Point, _ tangent: Point?) {
    (current, tangents) = ([point], [Polyline.Tangents(leaving: tangent)])
  }

  private mutating func turn(at point: Point, _ tangent: Point?, along direction: Point) {
    if index % 2 == 0, current == [point] {
      // A dash without length is all caps, which lie as the line does.
      let tangents = Polyline.Tangents(arriving: direction, leaving: direction)
      dashes.append(Polyline(current, tangents: [tangents]))
      current = []
    } else if index % 2 == 0 {
      let last = Polyline.Tangents(arriving: tangent)
      dashes.append(Polyline(current + [point], tangents: tangents + [last]))
      current = []
    } else {
      begin(at: point, tangent)
    }
    index += 1
    rest = pattern[index % pattern.count]
  }
}

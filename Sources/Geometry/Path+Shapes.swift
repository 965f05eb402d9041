extension Path {
  /// The four edges of `rect`, clockwise from its top left corner.
  public static func rectangle(_ rect: Rect) -> Path {
    let corners = rect.corners
    return Path([.move(corners[0])] + corners.dropFirst().map { .line($0) } + [.close])
  }

  /// The ellipse inside `rect`, clockwise from its top.
  public static func ellipse(in rect: Rect) -> Path {
    // Four cubics would stray from the circle by 0.03 % of its radius: five levels at 75 pixels.
    // Eight stray by 0.0004 %.
    let bow = 0.2652164898395440
    let directions = Self.eighths
    func place(_ point: Point) -> Point {
      rect.point(atUnit: 0.5 + 0.5 * point.x, 0.5 + 0.5 * point.y)
    }
    let curves = zip(directions, directions.dropFirst() + directions.prefix(1)).map { from, to in
      Path.Element.cubic(
        place(from + Point(x: -from.y, y: from.x) * bow),
        place(to + Point(x: to.y, y: -to.x) * bow), place(to))
    }
    return Path([.move(place(directions[0]))] + curves + [.close])
  }

  /// The unit circle's points at every eighth turn, clockwise from its top.
  private static let eighths: [Point] = {
    let slope = 0.7071067811865476
    return [
      Point(x: 0, y: -1), Point(x: slope, y: -slope), Point(x: 1, y: 0), Point(x: slope, y: slope),
      Point(x: 0, y: 1), Point(x: -slope, y: slope), Point(x: -1, y: 0),
      Point(x: -slope, y: -slope),
    ]
  }()
}

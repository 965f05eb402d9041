extension Path {
  /// The four edges of `rect`, clockwise from its top left corner.
  public static func rectangle(_ rect: Rect) -> Path {
    let corners = rect.corners
    return Path([.move(corners[0])] + corners.dropFirst().map { .line($0) } + [.close])
  }

  /// The ellipse inside `rect`, clockwise from its top.
  public static func ellipse(in rect: Rect) -> Path {
    // Four cubics would stray from the circle by 0.03 % of its radius: five levels at 75 pixels.
    // Sixteen stray by less than a hundred-thousandth of a percent.
    let bow = 0.13132187114288565
    let directions = Self.sixteenths
    func place(_ point: Point) -> Point {
      rect.point(atUnit: 0.5 + 0.5 * point.x, 0.5 + 0.5 * point.y)
    }
    let curves = directions.sides.map { from, to in
      Path.Element.cubic(
        place(from + Point(x: -from.y, y: from.x) * bow),
        place(to + Point(x: to.y, y: -to.x) * bow), place(to))
    }
    return Path([.move(place(directions[0]))] + curves + [.close])
  }

  /// The unit circle's points at every sixteenth turn, clockwise from its top.
  private static let sixteenths: [Point] = {
    let quarter = [
      Point(x: 0, y: -1), Point(x: 0.3826834323650898, y: -0.9238795325112867),
      Point(x: 0.7071067811865476, y: -0.7071067811865476),
      Point(x: 0.9238795325112867, y: -0.3826834323650898),
    ]
    let half = quarter + quarter.map { Point(x: -$0.y, y: $0.x) }
    return half + half.map { Point(x: -$0.x, y: -$0.y) }
  }()
}

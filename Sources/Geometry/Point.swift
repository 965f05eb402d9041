/// A place on the canvas, in points; y grows downward.
public struct Point: Hashable, Sendable {
  /// The distance from the left edge.
  public var x: Double
  /// The distance from the top edge.
  public var y: Double

  /// A place `x` points from the left and `y` points from the top.
  public init(x: Double, y: Double) {
    (self.x, self.y) = (x, y)
  }

  /// The top left corner.
  public static let zero = Point(x: 0, y: 0)

  /// The sum, coordinate by coordinate.
  public static func + (left: Point, right: Point) -> Point {
    Point(x: left.x + right.x, y: left.y + right.y)
  }

  /// The difference, coordinate by coordinate.
  public static func - (left: Point, right: Point) -> Point {
    Point(x: left.x - right.x, y: left.y - right.y)
  }

  /// Both coordinates times `factor`.
  public static func * (point: Point, factor: Double) -> Point {
    Point(x: point.x * factor, y: point.y * factor)
  }
}

extension [Point] {
  /// The sides of the closed outline through them: from each to the next, and from the last to the
  /// first.
  public var sides: Zip2Sequence<[Point], ArraySlice<Point>> { zip(self, dropFirst() + prefix(1)) }
}

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

/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  /// The horizontal extent.
  public var width: Double
  /// The vertical extent.
  public var height: Double

  /// An extent of `width` by `height` points.
  public init(width: Double, height: Double) {
    (self.width, self.height) = (width, height)
  }

  /// No extent at all.
  public static let zero = Size(width: 0, height: 0)
}

/// An upright rectangle, in points.
public struct Rect: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The distance from the left edge to the right one.
  public var width: Double
  /// The distance from the top edge to the bottom one.
  public var height: Double

  /// A rectangle whose top left corner is at (`x`, `y`).
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// A rectangle of `size` in the top left corner.
  public init(_ size: Size) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// A rectangle of no extent in the top left corner.
  public static let zero = Rect(Size.zero)

  /// The right edge.
  public var maxX: Double { x + width }

  /// The bottom edge.
  public var maxY: Double { y + height }

  /// The top left corner.
  public var origin: Point { Point(x: x, y: y) }

  /// Width and height.
  public var size: Size { Size(width: width, height: height) }

  /// Whether there is nothing inside.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The point at fractions (`x`, `y`) of width and height.
  public func point(atUnit x: Double, _ y: Double) -> Point {
    Point(x: self.x + width * x, y: self.y + height * y)
  }

  /// The four corners: top left, top right, bottom right, bottom left.
  public var corners: [Point] {
    [origin, Point(x: maxX, y: y), Point(x: maxX, y: maxY), Point(x: x, y: maxY)]
  }

  /// The same rectangle, moved.
  public func offset(x: Double, y: Double) -> Rect {
    Rect(x: self.x + x, y: self.y + y, width: width, height: height)
  }

  /// Every edge moved inward by `distance`; outward where it is negative.
  public func inset(by distance: Double) -> Rect {
    Rect(
      x: x + distance, y: y + distance, width: max(0, width - 2 * distance),
      height: max(0, height - 2 * distance))
  }

  /// The intersection; empty if they are apart.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  /// The smallest rectangle around both; an empty one does not count.
  public func union(_ other: Rect) -> Rect {
    guard !isEmpty else { return other }
    guard !other.isEmpty else { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// A contour of straight lines.
public struct Polyline: Hashable, Sendable {
  /// The corners, in order; a closed contour does not repeat its first one.
  public var points: [Point]
  /// Whether a line leads from the last corner back to the first.
  public var isClosed: Bool

  /// A contour through `points`.
  public init(_ points: [Point], isClosed: Bool = false) {
    (self.points, self.isClosed) = (points, isClosed)
  }
}

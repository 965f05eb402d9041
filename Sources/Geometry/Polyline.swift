/// A contour of straight lines.
public struct Polyline: Hashable, Sendable {
  /// The ways of a curve into one of its points and out of it, as unit vectors; nil for straight lines.
  public struct Tangents: Hashable, Sendable {
    /// How it arrives.
    public var arriving: Point?
    /// How it goes on.
    public var leaving: Point?

    /// Those of a point of straight lines, unless given.
    public init(arriving: Point? = nil, leaving: Point? = nil) {
      (self.arriving, self.leaving) = (arriving, leaving)
    }

    /// Whether the point is inside of a curve that has no corner there.
    public var isSmooth: Bool {
      guard let arriving, let leaving else { return false }
      return arriving.x * leaving.x + arriving.y * leaving.y > 0.999_999
    }
  }

  /// The corners, in order; a closed contour does not repeat its first one.
  public var points: [Point]
  /// Whether a line leads from the last corner back to the first.
  public var isClosed: Bool
  /// What is known of the curve that each point was taken from.
  private let curve: [Tangents]

  /// A contour through `points`, which are those of a curve with these `tangents`, if there are any.
  public init(_ points: [Point], isClosed: Bool = false, tangents: [Tangents] = []) {
    (self.points, self.isClosed) = (points, isClosed)
    let isStraight = tangents.allSatisfy { $0 == Tangents() }
    curve = isStraight || tangents.count != points.count ? [] : tangents
  }

  /// The curve's ways at each point.
  public var tangents: [Tangents] {
    curve.count == points.count ? curve : points.map { _ in Tangents() }
  }
}

extension Point {
  /// The same way, one long; nil for none.
  public var unit: Point? {
    let length = length
    return length > 0 && length.isFinite ? self * (1 / length) : nil
  }
}

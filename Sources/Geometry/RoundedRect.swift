/// An upright rectangle with a radius for each corner.
public struct RoundedRect: Hashable, Sendable {
  /// How a straight edge turns into the corner.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// A quarter of a circle.
    case circular
    /// The curve of iOS, whose curvature grows smoothly from the edge.
    case continuous
  }

  /// The four radii, in points, clockwise from the top left.
  public struct Radii: Hashable, Sendable {
    /// The radius of the top left corner.
    public var topLeft: Double
    /// The radius of the top right corner.
    public var topRight: Double
    /// The radius of the bottom right corner.
    public var bottomRight: Double
    /// The radius of the bottom left corner.
    public var bottomLeft: Double

    /// Four radii, clockwise from the top left.
    public init(
      topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double
    ) {
      (self.topLeft, self.topRight) = (topLeft, topRight)
      (self.bottomRight, self.bottomLeft) = (bottomRight, bottomLeft)
    }

    /// The same radius at every corner.
    public init(all radius: Double) {
      self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
    }

    /// Sharp corners.
    public static let zero = Radii(all: 0)
  }

  /// The rectangle before its corners are cut.
  public var rect: Rect
  /// The radius of each corner.
  public var radii: Radii
  /// The shape of the corners.
  public var style: Style

  /// A rectangle with these corners.
  public init(_ rect: Rect, radii: Radii = .zero, style: Style = .circular) {
    (self.rect, self.radii, self.style) = (rect, radii, style)
  }
}

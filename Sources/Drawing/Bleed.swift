/// How far the pixels at a picture's edges go on outside of it, in canvas points at rest.
public struct Bleed: Hashable, Sendable {
  /// Beyond each edge; never negative.
  public var left, top, right, bottom: Double

  /// Nothing goes on, unless told otherwise.
  public init(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) {
    (self.left, self.top) = (max(0, left), max(0, top))
    (self.right, self.bottom) = (max(0, right), max(0, bottom))
  }

  /// A picture that ends at its edges.
  public static let none = Bleed()

  /// As far beyond every edge.
  public init(all distance: Double) {
    self.init(left: distance, top: distance, right: distance, bottom: distance)
  }
}

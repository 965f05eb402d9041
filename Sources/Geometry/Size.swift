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

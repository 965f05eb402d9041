public import Pixels

/// A decoded image that scenes may draw, looked at once.
public struct SourceImage: Hashable, Sendable {
  /// What it shows.
  public let pixels: Pixmap
  let sheerness: Sheerness

  /// Looks for pixels that something shows through, unless it is known that there are none.
  public init(_ pixels: Pixmap, isOpaque: Bool = false) {
    (self.pixels, sheerness) = (pixels, isOpaque ? .opaque : Sheerness(of: pixels))
  }
}

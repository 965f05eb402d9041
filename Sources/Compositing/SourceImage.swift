public import Pixels

/// A decoded image that scenes may draw, looked at once.
public struct SourceImage: Hashable, Sendable {
  /// What it shows.
  public let pixels: Pixmap
  let sheerness: Sheerness

  /// Looks for pixels that something shows through, which takes a moment.
  public init(_ pixels: Pixmap) {
    (self.pixels, sheerness) = (pixels, Sheerness(of: pixels))
  }
}

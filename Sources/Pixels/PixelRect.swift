/// An upright rectangle of whole pixels.
public struct PixelRect: Hashable, Sendable {
  /// The first column.
  public var x: Int
  /// The first row.
  public var y: Int
  /// The number of columns.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// The rectangle whose first pixel is (`x`, `y`).
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// No pixel.
  public static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)

  /// More than anything is painted on.
  public static let everywhere = PixelRect(
    x: -1_000_000, y: -1_000_000, width: 2_000_000, height: 2_000_000)

  /// The column behind the last one.
  public var maxX: Int { x + width }

  /// The row behind the last one.
  public var maxY: Int { y + height }

  /// Whether there is no pixel inside.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Whether the pixel in column `x` of row `y` is one of them.
  public func contains(x: Int, y: Int) -> Bool {
    x >= self.x && x < maxX && y >= self.y && y < maxY
  }

  /// The same pixels so many columns and rows further on.
  public func moved(x: Int, y: Int) -> PixelRect {
    PixelRect(x: self.x + x, y: self.y + y, width: width, height: height)
  }

  /// What both cover.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let width = min(maxX, other.maxX) - left
    let height = min(maxY, other.maxY) - top
    guard width > 0, height > 0 else { return .empty }
    return PixelRect(x: left, y: top, width: width, height: height)
  }

  /// The smallest rectangle around both; an empty one does not count.
  public func union(_ other: PixelRect) -> PixelRect {
    guard !isEmpty else { return other }
    guard !other.isEmpty else { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

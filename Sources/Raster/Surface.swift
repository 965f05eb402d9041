public import Pixels

/// A picture somewhere on the canvas: what is painted on speaks of canvas pixels.
public struct Surface: Hashable, Sendable {
  /// Its pixels.
  public var pixmap: Pixmap
  /// The column of the canvas where it begins.
  public let x: Int
  /// The row of the canvas where it begins.
  public let y: Int
  /// What is painted in 16 bits for now; `pixmap` is old there.
  var deep: DeepPixels?
  /// What is not written to `pixmap` yet; nothing is kept in 16 bits then.
  var ground: Ground?
  /// Whether gradients are as exact in it as 16 bits are, since nothing in it is ever rounded: a
  /// mask that others are seen through.
  public var keepsGradients = false

  /// A clear surface over `bounds` of the canvas.
  public init(_ bounds: PixelRect) {
    pixmap = Pixmap(width: max(0, bounds.width), height: max(0, bounds.height))
    (x, y) = (bounds.x, bounds.y)
  }

  /// The surface that has `pixmap` at (`x`, `y`).
  public init(_ pixmap: Pixmap, x: Int, y: Int) {
    (self.pixmap, self.x, self.y) = (pixmap, x, y)
  }

  /// Where it is on the canvas.
  public var bounds: PixelRect {
    PixelRect(x: x, y: y, width: pixmap.width, height: pixmap.height)
  }

  /// Where the bytes of the canvas pixel in column `x` of row `y` begin.
  func offset(_ x: Int, _ y: Int) -> Int { pixmap.offset(x - self.x, y - self.y) }
}

import Geometry
public import Pixels

/// The pixels of a canvas: how many, and how many of them make a point.
public struct CanvasGrid: Hashable, Sendable {
  /// The number of columns.
  public let pixelWidth: Int
  /// The number of rows.
  public let pixelHeight: Int
  /// Pixels per point.
  public let scale: Double

  /// A canvas of `pixelWidth` by `pixelHeight` pixels; nil if there are none, or no scale.
  public init?(pixelWidth: Int, pixelHeight: Int, scale: Double) {
    guard pixelWidth > 0, pixelHeight > 0, scale > 0, scale.isFinite else { return nil }
    (self.pixelWidth, self.pixelHeight, self.scale) = (pixelWidth, pixelHeight, scale)
  }

  /// All of its pixels.
  public var bounds: PixelRect {
    PixelRect(x: 0, y: 0, width: pixelWidth, height: pixelHeight)
  }

  /// The way from points to pixels.
  var toPixels: Transform { .scaling(x: scale, y: scale) }

  /// The same mapping of the plane as `transform`, which speaks of points, in pixels.
  func inPixels(_ transform: Transform) -> Transform {
    Transform.scaling(x: 1 / scale, y: 1 / scale).then(transform).then(toPixels)
  }

  /// All pixels that `rect`, in pixels, touches, as far as they can matter to any canvas.
  static func pixels(touchedBy rect: Rect) -> PixelRect {
    // A trillionth of a pixel comes from rounding, not from the scene.
    let x = whole((rect.x + 1e-9).rounded(.down))
    let y = whole((rect.y + 1e-9).rounded(.down))
    let maxX = whole((rect.maxX - 1e-9).rounded(.up))
    let maxY = whole((rect.maxY - 1e-9).rounded(.up))
    return PixelRect(x: x, y: y, width: max(0, maxX - x), height: max(0, maxY - y))
  }

  private static func whole(_ coordinate: Double) -> Int {
    guard !coordinate.isNaN else { return 0 }
    return Int(max(-1_000_000, min(1_000_000, coordinate)))
  }
}

extension PixelRect {
  /// The same rectangle among the numbers of geometry.
  var rect: Rect { Rect(x: Double(x), y: Double(y), width: Double(width), height: Double(height)) }

  /// Every edge moved outward by `distance` pixels.
  func expanded(by distance: Int) -> PixelRect {
    guard !isEmpty else { return self }
    return PixelRect(
      x: x - distance, y: y - distance, width: width + 2 * distance, height: height + 2 * distance)
  }
}

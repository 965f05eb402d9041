public import Pixels
import Raster

/// A decoded image that scenes may draw, looked at once.
public struct SourceImage: Hashable, Sendable {
  let transparency: Transparency
  let surface: Surface

  /// What shows through it.
  var alphaKind: AlphaKind { transparency.alphaKind }

  /// What it shows.
  public var pixels: Pixmap { surface.pixmap }

  /// The bytes that it takes.
  public var byteCount: Int { 4 * pixels.width * pixels.height }

  /// Looks for pixels that something shows through, unless it is known that there are none.
  public init(_ pixels: Pixmap, isOpaque: Bool = false) {
    transparency = isOpaque ? Transparency(opaque: pixels.bounds) : Transparency(of: pixels)
    surface = Surface(pixels, x: 0, y: 0)
  }
}

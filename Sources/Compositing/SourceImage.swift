public import Pixels
import Raster

/// A decoded image that scenes may draw, looked at once.
public struct SourceImage: Hashable, Sendable {
  let transparency: Transparency
  /// Its pixels, in 16 bits if they are neither opaque nor clear.
  let surface: Surface

  /// What shows through it.
  var sheerness: Sheerness { transparency.sheerness }

  /// What it shows.
  public var pixels: Pixmap { surface.pixmap }

  /// The bytes that it takes: eight more a pixel where it is kept in 16 bits.
  public var byteCount: Int {
    let count = pixels.width * pixels.height
    return sheerness == .translucent ? 12 * count : 4 * count
  }

  /// Looks for pixels that something shows through, unless it is known that there are none.
  public init(_ pixels: Pixmap, isOpaque: Bool = false) {
    transparency = isOpaque ? Transparency(opaque: pixels.bounds) : Transparency(of: pixels)
    surface = Surface(pixels, x: 0, y: 0)
  }

  /// The picture whose straight RGBA bytes are `straight`, and `pixels` when it is premultiplied.
  ///
  /// Where it is translucent, the rounding of `pixels` would be seen; so it is not used there.
  public init(_ pixels: Pixmap, straight: [UInt8]) {
    transparency = Transparency(of: pixels)
    surface =
      transparency.sheerness == .translucent
      ? Surface(pixels, straight: straight) : Surface(pixels, x: 0, y: 0)
  }
}

import Geometry
import Pixels
import Raster

/// A picture as pixels, at rest, on a grid that the canvas's pixels divide evenly.
struct Texture: Hashable, Sendable {
  /// The pixels, placed on the texture's own grid.
  let surface: Surface
  /// How many of its pixels make one of the canvas.
  let scale: Double
  /// Whether nothing shows through anywhere.
  let isOpaque: Bool
  /// Whether something shows through inside of it, and not only along its edges.
  let isTranslucent: Bool

  init(_ surface: Surface, scale: Double = 1) {
    (self.surface, self.scale) = (surface, scale)
    isOpaque = surface.pixmap.isOpaque
    isTranslucent = !isOpaque && surface.pixmap.isTranslucent
  }

  private init(_ original: Texture, scale: Double) {
    (surface, self.scale) = (original.surface, scale)
    (isOpaque, isTranslucent) = (original.isOpaque, original.isTranslucent)
  }

  /// The same pixels for a canvas that has 1 / `factor` times as many.
  func rescaled(by factor: Double) -> Texture {
    Texture(self, scale: scale * factor)
  }

  /// The part that `rect`, in canvas pixels at rest, touches.
  func cropped(to rect: Rect) -> Texture {
    let part = CanvasGrid.pixels(
      touchedBy: Rect(
        x: rect.x * scale, y: rect.y * scale, width: rect.width * scale,
        height: rect.height * scale)
    ).intersection(surface.bounds)
    guard part != surface.bounds else { return self }
    let region = PixelRect(
      x: part.x - surface.x, y: part.y - surface.y, width: part.width, height: part.height)
    return Texture(
      Surface(surface.pixmap.cropped(to: region), x: part.x, y: part.y), scale: scale)
  }

  /// All of it, in canvas pixels at rest.
  var rect: Rect {
    let bounds = surface.bounds.rect
    return Rect(
      x: bounds.x / scale, y: bounds.y / scale, width: bounds.width / scale,
      height: bounds.height / scale)
  }

  /// The way from its pixmap's own positions to the canvas at rest.
  var toRest: Transform {
    Transform.translation(x: Double(surface.x), y: Double(surface.y))
      .then(.scaling(x: 1 / scale, y: 1 / scale))
  }
}

extension Pixmap {
  /// Whether more than an eighth of what is not clear is not opaque either: edges alone are less.
  var isTranslucent: Bool {
    var (between, opaque) = (0, 0)
    let bytes = bytes.span
    for at in Swift.stride(from: 3, to: bytes.count, by: 4) {
      if bytes[at] == 255 { opaque += 1 } else if bytes[at] > 0 { between += 1 }
    }
    return between * 7 > opaque
  }
}

import Geometry
import Pixels
import Raster

/// A picture as pixels, at rest, on a grid that the canvas's pixels divide evenly.
struct Texture: Hashable, Sendable {
  /// The pixels, placed on the texture's own grid.
  let surface: Surface
  /// How many of its pixels make one of the canvas.
  let scale: Double
  /// What shows through it, and where nothing does.
  let transparency: Transparency
  /// What is shown of its pixmap; nil for all.
  private(set) var part: PixelRect?
  /// What stands for it where perspective makes it small.
  private(set) var smaller = SmallerCopies.none

  init(_ surface: Surface, scale: Double = 1) {
    self.init(surface, scale: scale, Transparency(of: surface.pixmap))
  }

  /// A texture of pixels that have been looked at.
  init(_ surface: Surface, scale: Double, _ transparency: Transparency) {
    (self.surface, self.scale, self.transparency) = (surface, scale, transparency)
  }

  /// What shows through it.
  var alphaKind: AlphaKind { transparency.alphaKind }

  /// The same pixels for a canvas that has 1 / `factor` times as many.
  func rescaled(by factor: Double) -> Texture {
    var result = Texture(surface, scale: scale * factor, transparency)
    (result.smaller, result.part) = (smaller, part)
    return result
  }

  /// The same with copies down to the size at rest; `enlargement` is how much larger it is.
  func withSmallerCopies(_ enlargement: Double) -> Texture {
    var result = self
    guard enlargement >= 2 else { return result }
    let whole = Int(enlargement)
    result.smaller = SmallerCopies(
      of: surface.pixmap, count: whole % 4 == 0 ? 2 : whole % 2 == 0 ? 1 : 0)
    return result
  }

  /// The same of the part that `rect`, in canvas pixels at rest, touches.
  func narrowed(to rect: Rect) -> Texture {
    var result = self
    let pixels = CanvasGrid.pixels(
      touchedBy: Rect(
        x: rect.x * scale, y: rect.y * scale, width: rect.width * scale,
        height: rect.height * scale)
    ).intersection(surface.bounds)
    result.part = PixelRect(
      x: pixels.x - surface.x, y: pixels.y - surface.y, width: pixels.width,
      height: pixels.height)
    return result
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

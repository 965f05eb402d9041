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

/// How a texture reaches the canvas.
struct TextureStroke {
  /// From the texture pixmap's own positions to canvas pixels.
  var transform: Transform
  /// Where it may leave a mark, and how strongly.
  var coverage: Coverage
  /// How much of it shows.
  var opacity: Weight
  /// How it meets what is behind it.
  var blend: BlendMode
  /// Pixels of the texture's pixmap through which nothing shows.
  var core = PixelRect.empty
  /// What is shown of the texture's pixmap; nil for all.
  var part: PixelRect?
  /// The same where its edges are inside of pixels; nil for all.
  var crop: Rect?
  /// What stands for the texture where it is seen small.
  var smaller = SmallerCopies.none
}

extension Surface {
  /// Paints `picture` with the cheapest rows that are exact for its transform.
  mutating func paint(
    _ picture: Surface, isOpaque: Bool, _ stroke: TextureStroke, in scissor: PixelRect
  ) {
    let region = scissor.intersection(bounds).intersection(stroke.coverage.bounds)
    let (transform, pixmap) = (stroke.transform, picture.pixmap)
    guard pixmap.width > 0, pixmap.height > 0, !region.isEmpty else { return }
    let isUpright =
      transform.isAffine && transform.b == 0 && transform.c == 0 && transform.a != 0
      && transform.d != 0
    if let part = stroke.part, part != pixmap.bounds {
      guard !part.isEmpty else { return }
      // Where a picture is only moved or scaled, its part is a small picture of its own.
      guard !isUpright else {
        return paint(part, of: picture, isOpaque: isOpaque, stroke, in: region)
      }
    }
    if isUpright, stroke.crop == nil, abs(transform.a - 1) < 1e-9, abs(transform.d - 1) < 1e-9 {
      paintShifted(pixmap, isOpaque: isOpaque, stroke, in: region)
    } else if isUpright {
      let rows = ScaledRows(
        pixmap, scale: SIMD2(transform.a, transform.d), shift: SIMD2(transform.tx, transform.ty),
        in: region, isOpaque: isOpaque, core: stroke.core, shown: stroke.crop)
      paint(rows, stroke, in: region)
    } else if let inverse = transform.inverse {
      let rows = ProjectedRows(
        pixmap, part: stroke.part, smaller: stroke.smaller, inverse: inverse, isOpaque: isOpaque)
      paint(rows, stroke, in: region)
    }
  }

  private mutating func paint(
    _ part: PixelRect, of picture: Surface, isOpaque: Bool, _ stroke: TextureStroke,
    in region: PixelRect
  ) {
    let piece = picture.cropped(to: part)
    var stroke = stroke
    stroke.part = nil
    stroke.core = stroke.core.intersection(part).moved(x: -part.x, y: -part.y)
    stroke.transform = Transform.translation(x: Double(part.x), y: Double(part.y))
      .then(stroke.transform)
    paint(piece.atOrigin, isOpaque: isOpaque || piece.pixmap.isOpaque, stroke, in: region)
  }

  private mutating func paintShifted(
    _ pixmap: Pixmap, isOpaque: Bool, _ stroke: TextureStroke, in region: PixelRect
  ) {
    let (dx, dy) = (stroke.transform.tx, stroke.transform.ty)
    let source = Surface(pixmap, x: 0, y: 0)
    // Less than half of the finest step that a shift knows is none.
    if abs(dx - dx.rounded()) < 1.0 / 512, abs(dy - dy.rounded()) < 1.0 / 512 {
      let rows = CopiedRows(
        source, dx: Int(dx.rounded()), dy: Int(dy.rounded()), isOpaque: isOpaque,
        core: stroke.core)
      paint(rows, stroke, in: region)
    } else {
      let rows = ShiftedRows(source, dx: dx, dy: dy, isOpaque: isOpaque, core: stroke.core)
      paint(rows, stroke, in: region)
    }
  }

  private mutating func paint(
    _ rows: some RowSource, _ stroke: TextureStroke, in region: PixelRect
  ) {
    paint(
      rows, through: stroke.coverage, opacity: stroke.opacity, blend: stroke.blend, in: region)
  }
}

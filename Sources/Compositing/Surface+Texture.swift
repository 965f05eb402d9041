import Geometry
import Pixels
import Raster

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

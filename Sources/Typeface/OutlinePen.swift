import Geometry

/// Draws glyphs into one path; the outline of each is asked for once.
struct OutlinePen {
  private struct Key: Hashable {
    let font: Int
    let glyph: UInt32
  }

  private let fonts: [OpenFont]
  private let size: Double
  private var outlines: [Key: Path] = [:]

  /// All that was drawn.
  private(set) var path = Path()

  /// A pen for letters of `size` points.
  init(fonts: [OpenFont], size: Double) {
    (self.fonts, self.size) = (fonts, size)
  }

  /// Draws `glyphs` where they stand.
  mutating func draw(_ glyphs: [PlacedGlyph]) throws(TypefaceError) {
    for glyph in glyphs {
      let outline = outline(of: glyph)
      guard path.elements.count + outline.elements.count <= TextLayout.outlineLimit else {
        throw .outlineTooComplex(limit: TextLayout.outlineLimit)
      }
      let scale = size / Double(fonts[glyph.font].unitsPerEm)
      let place = Transform(
        a: scale, b: 0, c: 0, d: -scale, tx: glyph.position.x, ty: glyph.position.y)
      path.append(outline.applying(place))
    }
  }

  private mutating func outline(of glyph: PlacedGlyph) -> Path {
    let key = Key(font: glyph.font, glyph: glyph.glyph)
    if let known = outlines[key] { return known }
    let outline = fonts[glyph.font].outline(of: glyph.glyph)
    outlines[key] = outline
    return outline
  }
}

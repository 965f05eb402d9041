/// The glyphs that may still be made: a hostile font turns one letter into thousands.
struct GlyphSupply {
  /// Twice the glyphs of a layout: all are made once for the paragraph, and once for its lines.
  private var left = 2 * TextLayout.glyphLimit

  /// Takes `count` glyphs, if there are as many left.
  mutating func take(_ count: Int) throws(TypefaceError) {
    left -= count
    guard left >= 0 else { throw .tooManyGlyphs(limit: TextLayout.glyphLimit) }
  }
}

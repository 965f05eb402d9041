/// How far lines are apart, and where in its height a line stands.
///
/// Metrics of the first font alone count, so that a letter from another does not push lines
/// apart. What a line is higher than its letters goes half above and half below them.
struct Leading {
  /// From one baseline to the next, in points.
  let lineHeight: Double
  private let firstBaseline: Double

  /// The style's line height, or the font's own: ascent, descent and gap, not rounded.
  init(_ style: TextStyle, _ font: OpenFont) {
    let scale = style.size / Double(font.unitsPerEm)
    let extents = font.extents
    let letters = (extents.ascender - extents.descender) * scale
    lineHeight = style.lineHeight ?? letters + extents.gap * scale
    firstBaseline = (lineHeight - letters) / 2 + extents.ascender * scale
  }

  /// The distance of a line's baseline from the top of the box, in points.
  func baseline(_ line: Int) -> Double {
    firstBaseline + Double(line) * lineHeight
  }
}

import Geometry

/// What is asked of a font once, when its file is opened.
struct FaceSurvey {
  let unitsPerEm: Int
  let glyphCount: Int
  let weightAxis: ClosedRange<Double>?
  let hasPictures: Bool

  /// Glyphs that are tried before a font counts as one without outlines.
  private static let trials = 256

  /// Throws where `font` could not draw a text.
  init(_ font: OpenFont, _ directory: FontDirectory) throws(FontProblem) {
    let stated = directory.number("head", at: 18) ?? 0
    guard (16...16384).contains(stated), font.unitsPerEm == stated else {
      throw Self.bad("head", directory)
    }
    guard font.glyphCount > 0 else { throw Self.bad("maxp", directory) }
    try Self.draw(font, directory)
    (unitsPerEm, glyphCount) = (stated, font.glyphCount)
    (weightAxis, hasPictures) = (font.weightAxis, font.hasPictures)
  }

  /// Looks for a letter that can be drawn.
  private static func draw(_ font: OpenFont, _ directory: FontDirectory) throws(FontProblem) {
    var tried = 0
    for scalar in UInt32(0x21)...0x10FFFF {
      guard let glyph = font.glyph(for: scalar) else { continue }
      tried += 1
      if !font.outline(of: glyph).isEmpty { return }
      if tried == trials { break }
    }
    throw tried == 0 ? bad("cmap", directory) : outlineProblem(directory)
  }

  /// Bitmaps instead of outlines, or outlines that cannot be read.
  private static func outlineProblem(_ directory: FontDirectory) -> FontProblem {
    let pictures = ["CBDT", "EBDT", "sbix", "SVG "].contains { directory[$0] != nil }
    let outlines = ["glyf", "CFF ", "CFF2"].first { directory[$0] != nil }
    guard let outlines, !pictures else { return .noOutlines }
    return bad(outlines, directory)
  }

  private static func bad(_ tag: String, _ directory: FontDirectory) -> FontProblem {
    .badTable(tag: tag, offset: directory[tag]?.offset ?? 0)
  }
}

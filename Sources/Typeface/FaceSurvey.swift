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
    let glyphs = font.mappedGlyphs(limit: Self.trials)
    guard !glyphs.isEmpty else { throw Self.bad("cmap", directory) }
    guard glyphs.contains(where: { !font.outline(of: $0).isEmpty }) else {
      throw Self.outlineProblem(directory)
    }
    (unitsPerEm, glyphCount) = (stated, font.glyphCount)
    (weightAxis, hasPictures) = (font.weightAxis, font.hasPictures)
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

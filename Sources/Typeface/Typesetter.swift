/// Shapes pieces of a paragraph with a stack of open fonts.
struct Typesetter {
  private let fonts: [OpenFont]
  private let style: TextStyle

  /// A typesetter for one style.
  init(fonts: [OpenFont], style: TextStyle) {
    (self.fonts, self.style) = (fonts, style)
  }

  /// The room behind each letter, in points.
  var letterSpacing: Double { style.letterSpacing }

  /// The glyphs of a part of a run, from left to right.
  func shape(_ paragraph: Paragraph, _ run: TextRun, _ range: Range<Int>) -> [SetGlyph] {
    let shaped = fonts[run.font].shape(
      paragraph.scalars, range, script: run.script, isRightToLeft: run.isRightToLeft,
      ligatures: style.letterSpacing == 0)
    let spacing = Self.joinedScripts.contains(run.script) ? 0 : style.letterSpacing
    return shaped.indices.map { index in
      let endsLetter =
        index + 1 == shaped.count || shaped[index + 1].cluster != shaped[index].cluster
      return glyph(
        shaped[index], paragraph, run.font, spacing: spacing, endsLetter: endsLetter)
    }
  }

  /// A mark that is not in the text, a hyphen say: the first of `candidates` that a font has.
  func shape(anyOf candidates: [[UInt32]]) -> [SetGlyph] {
    for mark in candidates {
      guard let font = fonts.firstIndex(where: { $0.covers(mark[...]) }) else { continue }
      let paragraph = Paragraph(mark.compactMap(Unicode.Scalar.init), offset: 0)
      let run = TextRun(range: mark.indices, font: font, script: Self.latin, level: 0)
      return shape(paragraph, run, run.range)
    }
    return []
  }

  /// A glyph in points, with the room behind a letter; a tab is as wide as four spaces.
  private func glyph(
    _ shaped: ShapedGlyph, _ paragraph: Paragraph, _ font: Int, spacing: Double, endsLetter: Bool
  ) -> SetGlyph {
    let scale = style.size / Double(fonts[font].unitsPerEm)
    let own = Double(shaped.advance) * scale * (paragraph.isTab[shaped.cluster] ? 4 : 1)
    let isSpaced = endsLetter && (shaped.advance != 0 || isSeen(paragraph.scalars[shaped.cluster]))
    let spacing = isSpaced ? spacing : 0
    return SetGlyph(
      font: font, id: shaped.id, offset: paragraph.offset + shaped.cluster,
      advance: own + spacing, spacing: spacing, shiftX: Double(shaped.shiftX) * scale,
      shiftY: -Double(shaped.shiftY) * scale,
      stretches: endsLetter && Self.stretches(paragraph.scalars[shaped.cluster]))
  }

  /// Whether there is something to see of `scalar`: joiners and their like get no room.
  private func isSeen(_ scalar: UInt32) -> Bool {
    Unicode.Scalar(scalar).map { !$0.properties.isDefaultIgnorableCodePoint } ?? false
  }

  /// "Latn".
  private static let latin: UInt32 = 0x4C61_746E

  /// Scripts whose letters hang together: room between them would tear the word.
  ///
  /// Adlm, Arab, Mand, Mong, Nkoo, Phag, Rohg, Syrc.
  private static let joinedScripts: [UInt32] = [
    0x4164_6C6D, 0x4172_6162, 0x4D61_6E64, 0x4D6F_6E67, 0x4E6B_6F6F, 0x5068_6167, 0x526F_6867,
    0x5379_7263,
  ]

  /// Whether a justified line may grow behind `scalar`: spaces, kana and ideographs.
  private static func stretches(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x20, 0xA0, 0x3000...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

/// A paragraph that has been shaped as if on one endless line, ready to be cut into lines.
///
/// The plain way is to shape every candidate for a line anew and keep the longest that fits: a
/// quadratic amount of shaping. Here the endless line says where a line could end, and only
/// that line is shaped again, for its letters may meet its end otherwise than their neighbours.
struct ShapedParagraph {
  /// The paragraph.
  let paragraph: Paragraph
  private let runs: [TextRun]
  private let shaper: TextShaper
  private let shaped: [[ScaledGlyph]]
  /// The width of all scalars before each; one more than there are scalars.
  let widths: [Double]
  /// The room behind each letter, which the last of a line does without.
  var letterSpacing: Double { shaper.letterSpacing }

  /// Shapes a paragraph, whose scalars have these fonts; every glyph is taken from `budget`.
  init(
    _ paragraph: Paragraph, fonts: [Int], shaper: TextShaper, budget: inout GlyphBudget
  ) throws(TypefaceError) {
    (self.paragraph, self.shaper) = (paragraph, shaper)
    runs = TextRun.runs(of: paragraph, fonts: fonts)
    var shaped: [[ScaledGlyph]] = []
    for run in runs {
      shaped.append(shaper.shape(paragraph, run, run.range))
      try budget.take(shaped.last?.count ?? 0)
    }
    self.shaped = shaped
    widths = Self.widths(paragraph, shaped)
  }

  private static func widths(_ paragraph: Paragraph, _ shaped: [[ScaledGlyph]]) -> [Double] {
    var widths = [Double](repeating: 0, count: paragraph.scalars.count + 1)
    for glyph in shaped.joined() {
      widths[glyph.offset - paragraph.offset + 1] += glyph.advance
    }
    for index in widths.indices.dropFirst() { widths[index] += widths[index - 1] }
    return widths
  }

  /// The line of these scalars, with `mark` at the end to which the paragraph runs.
  func line(_ range: Range<Int>, mark: [ScaledGlyph] = [], isLast: Bool) -> ShapedLine {
    let content = range.lowerBound..<max(range.lowerBound, paragraph.contentEnds[range.upperBound])
    let isRightToLeft = paragraph.bidi.baseLevel % 2 == 1
    let end = mark.map { $0.standing(for: paragraph.offset + range.upperBound) }
    let glyphs = isRightToLeft ? end + glyphs(content) : glyphs(content) + end
    let width = glyphs.reduce(0) { $0 + $1.advance } - (glyphs.last?.spacing ?? 0)
    return ShapedLine(
      range: paragraph.offset + range.lowerBound..<paragraph.offset + range.upperBound,
      glyphs: glyphs, width: width, isRightToLeft: isRightToLeft, isLast: isLast)
  }

  /// The glyphs of a part of the paragraph, from left to right.
  private func glyphs(_ content: Range<Int>) -> [ScaledGlyph] {
    guard !content.isEmpty else { return [] }
    let parts = self.runs(in: content)
    let order = BidiParagraph.visualOrder(parts.map { runs[$0].level })
    return order.flatMap { glyphs(parts[parts.startIndex + $0], content) }
  }

  private func glyphs(_ index: Int, _ content: Range<Int>) -> [ScaledGlyph] {
    let part = runs[index].range.clamped(to: content)
    guard part != runs[index].range else { return shaped[index] }
    return shaper.shape(paragraph, runs[index], part)
  }

  /// The runs that touch `content`, found by halving: a paragraph may have very many.
  private func runs(in content: Range<Int>) -> Range<Int> {
    let first = firstRun { $0.upperBound > content.lowerBound }
    let end = firstRun { $0.lowerBound >= content.upperBound }
    return first..<max(first, end)
  }

  private func firstRun(where isBehind: (Range<Int>) -> Bool) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(runs[middle].range) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Neighbouring letters of one font, one script and one direction.
struct TextRun {
  /// The scalars of the paragraph.
  var range: Range<Int>
  /// The place of the font in the stack.
  let font: Int
  /// HarfBuzz's number of the script.
  let script: UInt32
  /// The bidirectional level.
  let level: UInt8

  /// Whether its letters run from right to left.
  var isRightToLeft: Bool { level % 2 == 1 }

  private func isLike(_ other: TextRun) -> Bool {
    font == other.font && script == other.script && level == other.level
  }

  /// Cuts a paragraph wherever font, script or level changes.
  static func runs(of paragraph: Paragraph, fonts: [Int]) -> [TextRun] {
    let scripts = resolvedScripts(paragraph.scalars)
    var runs: [TextRun] = []
    for index in paragraph.scalars.indices {
      let next = TextRun(
        range: index..<index + 1, font: fonts[index], script: scripts[index],
        level: paragraph.bidi.levels[index])
      if let last = runs.last, last.isLike(next) {
        runs[runs.count - 1].range = last.range.lowerBound..<index + 1
      } else {
        runs.append(next)
      }
    }
    return runs
  }

  /// The script of each scalar: what scripts share belongs to the one before, else the one behind.
  private static func resolvedScripts(_ scalars: [UInt32]) -> [UInt32] {
    let own = scalars.map(unicodeScript)
    // "Zyyy", what HarfBuzz calls a script that all share.
    var current = own.lazy.compactMap { $0 }.first ?? 0x5A79_7979
    return own.map { script in
      current = script ?? current
      return current
    }
  }
}

/// Shapes pieces of a paragraph with a stack of open fonts.
struct TextShaper {
  private let fonts: [OpenFont]
  private let style: TextStyle

  /// A shaper for one style.
  init(fonts: [OpenFont], style: TextStyle) {
    (self.fonts, self.style) = (fonts, style)
  }

  /// The room behind each letter, in points.
  var letterSpacing: Double { style.letterSpacing }

  /// The glyphs of a part of a run, from left to right.
  func shape(_ paragraph: Paragraph, _ run: TextRun, _ range: Range<Int>) -> [ScaledGlyph] {
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
  func shape(anyOf candidates: [[UInt32]]) -> [ScaledGlyph] {
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
  ) -> ScaledGlyph {
    let scale = style.size / Double(fonts[font].unitsPerEm)
    let own = Double(shaped.advance) * scale * (paragraph.isTab[shaped.cluster] ? 4 : 1)
    let isSpaced = endsLetter && (shaped.advance != 0 || isSeen(paragraph.scalars[shaped.cluster]))
    let spacing = isSpaced ? spacing : 0
    return ScaledGlyph(
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

/// The glyphs that may still be made: a hostile font turns one letter into thousands.
struct GlyphBudget {
  /// Twice the glyphs of a layout: all are made once for the paragraph, and once for its lines.
  private var left = 2 * TextLayout.glyphLimit

  /// Takes `count` glyphs, if there are as many left.
  mutating func take(_ count: Int) throws(TypefaceError) {
    left -= count
    guard left >= 0 else { throw .tooManyGlyphs(limit: TextLayout.glyphLimit) }
  }
}

/// A paragraph that has been shaped as if on one endless line, ready to be cut into lines.
///
/// The plain way is to shape every candidate for a line anew and keep the longest that fits: a
/// quadratic amount of shaping. Here the endless line says where a line could end, and only
/// that line is shaped again, for its letters may meet its end otherwise than their neighbours.
struct Galley {
  /// The paragraph.
  let paragraph: Paragraph
  private let runs: [TextRun]
  private let typesetter: Typesetter
  private let shaped: [[SetGlyph]]
  /// The width of all scalars before each; one more than there are scalars.
  let widths: [Double]
  /// The room behind each letter, which the last of a line does without.
  var letterSpacing: Double { typesetter.letterSpacing }

  /// Shapes a paragraph, whose scalars have these fonts; every glyph is taken from `supply`.
  init(
    _ paragraph: Paragraph, fonts: [Int], typesetter: Typesetter, supply: inout GlyphSupply
  ) throws(TypefaceError) {
    (self.paragraph, self.typesetter) = (paragraph, typesetter)
    runs = TextRun.runs(of: paragraph, fonts: fonts)
    var shaped: [[SetGlyph]] = []
    for run in runs {
      shaped.append(typesetter.shape(paragraph, run, run.range))
      try supply.take(shaped.last?.count ?? 0)
    }
    self.shaped = shaped
    widths = Self.widths(paragraph, shaped)
  }

  private static func widths(_ paragraph: Paragraph, _ shaped: [[SetGlyph]]) -> [Double] {
    var widths = [Double](repeating: 0, count: paragraph.scalars.count + 1)
    for glyph in shaped.joined() {
      widths[glyph.offset - paragraph.offset + 1] += glyph.advance
    }
    for index in widths.indices.dropFirst() { widths[index] += widths[index - 1] }
    return widths
  }

  /// The line of these scalars, with `mark` at the end to which the paragraph runs.
  func line(_ range: Range<Int>, mark: [SetGlyph] = [], isLast: Bool) -> SetLine {
    let content = range.lowerBound..<max(range.lowerBound, paragraph.contentEnds[range.upperBound])
    let isRightToLeft = paragraph.bidi.baseLevel % 2 == 1
    let end = mark.map { $0.standing(for: paragraph.offset + range.upperBound) }
    let glyphs = isRightToLeft ? end + glyphs(content) : glyphs(content) + end
    let width = glyphs.reduce(0) { $0 + $1.advance } - (glyphs.last?.spacing ?? 0)
    return SetLine(
      range: paragraph.offset + range.lowerBound..<paragraph.offset + range.upperBound,
      glyphs: glyphs, width: width, isRightToLeft: isRightToLeft, isLast: isLast)
  }

  /// The glyphs of a part of the paragraph, from left to right.
  private func glyphs(_ content: Range<Int>) -> [SetGlyph] {
    guard !content.isEmpty else { return [] }
    let parts = self.runs(in: content)
    let order = BidiParagraph.visualOrder(parts.map { runs[$0].level })
    return order.flatMap { glyphs(parts[parts.startIndex + $0], content) }
  }

  private func glyphs(_ index: Int, _ content: Range<Int>) -> [SetGlyph] {
    let part = runs[index].range.clamped(to: content)
    guard part != runs[index].range else { return shaped[index] }
    return typesetter.shape(paragraph, runs[index], part)
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

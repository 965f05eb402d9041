/// A glyph on its line, in points, before the line has its place in the box.
struct SetGlyph {
  /// The place of its font in the stack.
  let font: Int
  /// Its number in the font.
  let id: UInt32
  /// The first scalar of the text that it stands for.
  var offset: Int
  /// The way to the next glyph.
  var advance: Double
  /// The part of the advance that is room to the next letter.
  let spacing: Double
  /// Where it is drawn, seen from the pen; y downward.
  let shiftX: Double
  let shiftY: Double
  /// Whether a justified line may grow behind it.
  let stretches: Bool
}

/// A line whose glyphs stand side by side, before it has its place in the box.
struct SetLine {
  /// The scalars of the text, spaces that hang in the margin included.
  let range: Range<Int>
  /// The glyphs from left to right.
  var glyphs: [SetGlyph]
  /// From the left of the first glyph to the right of the last one.
  var width: Double
  /// Whether the paragraph runs from right to left.
  let isRightToLeft: Bool
  /// Whether the paragraph, or the text, ends here: such a line is not justified.
  let isLast: Bool
}

extension SetGlyph {
  /// The same glyph, in the place of another scalar.
  func standing(for offset: Int) -> SetGlyph {
    var glyph = self
    glyph.offset = offset
    return glyph
  }
}

extension SetLine {
  /// The line stretched to `target`; as it is where it cannot or need not be.
  func justified(to target: Double) -> SetLine {
    let gaps = glyphs.dropLast().indices.filter { glyphs[$0].stretches }
    guard !isLast, target.isFinite, target > width, !gaps.isEmpty else { return self }
    var line = self
    for gap in gaps {
      line.glyphs[gap].advance += (target - width) / Double(gaps.count)
    }
    line.width = target
    return line
  }
}

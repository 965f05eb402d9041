/// Cuts a paragraph into lines, each as full as the width allows.
struct LineBreaker {
  let shaped: ShapedParagraph
  let width: Double
  /// The glyphs at the end of a line that breaks at a soft hyphen.
  let hyphen: [ScaledGlyph]

  /// Sums of the same advances in another order differ by less.
  private static let tolerance = 1e-6

  private var paragraph: Paragraph { shaped.paragraph }
  private var count: Int { paragraph.scalars.count }

  /// The line that begins at `start`; it holds one letter at least.
  func line(from start: Int) -> ShapedLine {
    let ends = ends(from: start, room: width)
    if let line = longest(ends.words, from: start) ?? longest(ends.letters, from: start) {
      return line
    }
    return line(start..<firstLetterEnd(from: start))
  }

  /// Behind the letter at `start` and the spaces that follow it.
  private func firstLetterEnd(from start: Int) -> Int {
    let next = min(start + 1, count)
    let letterEnd = paragraph.isGraphemeStart[next...].firstIndex(of: true) ?? count
    var end = letterEnd
    while end < count, paragraph.contentEnds[end + 1] <= letterEnd { end += 1 }
    return end
  }

  /// The line that begins at `start` and ends in `ellipsis`, however much is left behind it.
  func truncated(from start: Int, ellipsis: [ScaledGlyph]) -> ShapedLine {
    let room = width - ellipsis.reduce(0) { $0 + $1.advance }
    let ends = ends(from: start, room: room).letters
    let line = longest(ends) { shaped.line(start..<$0, mark: ellipsis, isLast: true) }
    return line ?? shaped.line(start..<start, mark: ellipsis, isLast: true)
  }

  /// Where the line can end: behind words, and behind letters.
  private func ends(from start: Int, room: Double) -> (words: [Int], letters: [Int]) {
    var (words, letters): ([Int], [Int]) = ([], [])
    let spacing = shaped.letterSpacing
    var end = start + 1
    while end <= count {
      let content = max(start, paragraph.contentEnds[end])
      let used = shaped.widths[content] - shaped.widths[start] - (content > start ? spacing : 0)
      guard used <= room + Self.tolerance else { break }
      if paragraph.mayBegin[end] { words.append(end) }
      if paragraph.isGraphemeStart[end] { letters.append(end) }
      end += 1
    }
    return (words, letters)
  }

  private func longest(_ ends: [Int], from start: Int) -> ShapedLine? {
    longest(ends) { line(start..<$0) }
  }

  /// The last of the lines that fits once it is shaped by itself; nil if none does.
  ///
  /// As a rule it is the very last. A strange font gets ever larger steps back.
  private func longest(_ ends: [Int], _ line: (Int) -> ShapedLine) -> ShapedLine? {
    var (index, step) = (ends.count - 1, 1)
    while index >= 0 {
      let candidate = line(ends[index])
      if candidate.width <= width + Self.tolerance { return candidate }
      index -= step
      step *= 2
    }
    return nil
  }

  private func line(_ range: Range<Int>) -> ShapedLine {
    let isLast = range.upperBound == count
    let breaksWord = !isLast && paragraph.scalars[range.upperBound - 1] == 0xAD
    return shaped.line(range, mark: breaksWord ? hyphen : [], isLast: isLast)
  }
}

/// A glyph on its line, in points, before the line has its place in the box.
struct ScaledGlyph {
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
struct ShapedLine {
  /// The scalars of the text, spaces that hang in the margin included.
  let range: Range<Int>
  /// The glyphs from left to right.
  var glyphs: [ScaledGlyph]
  /// From the left of the first glyph to the right of the last one.
  var width: Double
  /// Whether the paragraph runs from right to left.
  let isRightToLeft: Bool
  /// Whether the paragraph, or the text, ends here: such a line is not justified.
  let isLast: Bool
}

extension ScaledGlyph {
  /// The same glyph, in the place of another scalar.
  func standing(for offset: Int) -> ScaledGlyph {
    var glyph = self
    glyph.offset = offset
    return glyph
  }
}

extension ShapedLine {
  /// The line stretched to `target`; as it is where it cannot or need not be.
  func justified(to target: Double) -> ShapedLine {
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

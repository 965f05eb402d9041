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

/// A line of a text behind a gutter with its number, and where a caret below it goes.
///
///     12 | …"to": "detail.png", "transition": "psuh" }
///        |                                    ^
///
/// Behind the gutter, no build server takes the line for a command.
package struct Excerpt: Hashable, Sendable {
  /// The gutter, and the text around the column: a file may be one line of eight megabytes.
  package let line: String
  /// The blanks before the caret.
  package let indent: String

  /// No excerpt is wider.
  fileprivate static let mostColumns = 160

  /// What there is room for of `line` around `column`, from 1, in no more than `width` characters.
  package init(of line: LinePart, number: Int, column: Int, width: Int) {
    let gutter = "\(number) | "
    // Both ends may have an ellipsis; fewer than 20 characters say nothing.
    let room = max(20, min(width, Self.mostColumns) - gutter.count - 2)
    let skipped = max(line.skipped, max(0, column - 1 - room * 2 / 3))
    let rest = line.text.unicodeScalars.dropFirst(skipped - line.skipped)
    // A tab as one blank, so that the caret stands below its place.
    let shown = rest.prefix(room).map { $0 == "\t" ? " " : Escaped.printed($0) }
    let isWhole = rest.dropFirst(room).isEmpty && !line.isCut
    let (lead, tail) = (skipped > 0 ? "…" : "", isWhole ? "" : "…")
    let before = lead + shown.prefix(max(0, column - 1 - skipped)).joined()
    self.line = gutter + lead + shown.joined() + tail
    indent =
      String(repeating: " ", count: gutter.count - 2) + "| "
      + String(repeating: " ", count: Escaped.columns(before))
  }
}

/// A line of a text, or of a long one the part around a column: as much as an excerpt can show.
package struct LinePart: Hashable, Sendable {
  /// The line or the part of it.
  package var text: String
  /// How many characters of the line are in front of it.
  package var skipped: Int
  /// Whether the line goes on behind it.
  package var isCut: Bool

  /// A part of a line, as it was recorded.
  package init(_ text: String, skipped: Int, isCut: Bool) {
    (self.text, self.skipped, self.isCut) = (text, skipped, isCut)
  }

  /// A whole line.
  package init(_ line: String) { self.init(line, skipped: 0, isCut: false) }

  /// The part around `column` of line `number`, both from 1, of the UTF-8 text `bytes`; empty where
  /// there is no such line.
  ///
  /// No more is copied than can be shown: a file may be one line of eight megabytes.
  package init(of bytes: [UInt8], line number: Int, column: Int) {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var line = 1
    while line < number, start < bytes.count {
      let isReturn = bytes[start] == 0x0D
      let isPair = isReturn && start + 1 < bytes.count && bytes[start + 1] == 0x0A
      if bytes[start] == 0x0A || (isReturn && !isPair) { line += 1 }
      start += 1
    }
    guard line == number else {
      self.init("")
      return
    }
    let (first, last) = (column - 1 - Excerpt.mostColumns, column - 1 + Excerpt.mostColumns)
    let before = Self.scalars(bytes[start...], atMost: first)
    var (scalars, skipped, part) = (before.count - 1, before.count, start + before.bytes)
    var end = part
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D {
      if bytes[end] & 0xC0 != 0x80 {
        scalars += 1
        if scalars <= first { (skipped, part) = (scalars, end) }
        if scalars > last { break }
      }
      end += 1
    }
    self.init(
      String(decoding: bytes[part..<end], as: UTF8.self), skipped: skipped,
      isCut: end < bytes.count && bytes[end] != 0x0A && bytes[end] != 0x0D)
  }

  /// Up to `most` characters at the start of `bytes`, and how many bytes they are; where a line
  /// ends before, fewer of them.
  private static func scalars(
    _ bytes: ArraySlice<UInt8>, atMost most: Int
  ) -> (count: Int, bytes: Int) {
    let bytes = bytes.span
    var (count, end) = (0, 0)
    while count < most, end < bytes.count {
      // As many bytes as characters are missing hold no more than those.
      let next = min(bytes.count, end + most - count)
      var (starts, lineEnds) = (0, 0)
      for index in end..<next {
        starts += bytes[index] & 0xC0 != 0x80 ? 1 : 0
        lineEnds += bytes[index] == 0x0A || bytes[index] == 0x0D ? 1 : 0
      }
      guard lineEnds == 0 else { break }
      (count, end) = (count + starts, next)
    }
    return (count, end)
  }
}

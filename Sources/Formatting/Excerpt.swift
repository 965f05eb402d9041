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

  /// The part of `line` around `column`, from 1, in no more than `width` characters.
  package init(of line: String, number: Int, column: Int, width: Int) {
    let gutter = "\(number) | "
    // Both ends may have an ellipsis; fewer than 20 characters say nothing.
    let room = max(20, min(width, 160) - gutter.count - 2)
    let skipped = max(0, column - 1 - room * 2 / 3)
    let rest = line.unicodeScalars.dropFirst(skipped)
    // A tab as one blank, so that the caret stands below its place.
    let shown = rest.prefix(room).map { $0 == "\t" ? " " : Escaped.printed($0) }
    let (lead, tail) = (skipped > 0 ? "…" : "", rest.dropFirst(room).isEmpty ? "" : "…")
    let before = lead + shown.prefix(max(0, column - 1 - skipped)).joined()
    self.line = gutter + lead + shown.joined() + tail
    indent =
      String(repeating: " ", count: gutter.count - 2) + "| "
      + String(repeating: " ", count: Escaped.columns(before))
  }
}

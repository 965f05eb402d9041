import Testing

@testable import Formatting

@Suite("excerpts")
struct ExcerptTests {
  static let carets: [(line: String, column: Int, caret: Int)] = [
    ("abc", 1, 0), ("abc", 3, 2), ("abc", 4, 3), ("字x", 2, 2), ("\u{1B}x", 2, 6),
    ("e\u{301}x", 3, 1), ("\tx", 2, 1), ("", 1, 0), ("abc", 0, 0), ("abc", -5, 0),
  ]

  @Test(
    "the gutter is as wide as its number, and the caret as far as its letter", arguments: carets)
  func gutter(_ row: (line: String, column: Int, caret: Int)) {
    for (number, blanks) in [(7, " "), (123, "   ")] {
      let excerpt = Excerpt(of: row.line, number: number, column: row.column, width: 80)
      #expect(excerpt.line.hasPrefix("\(number) | "))
      #expect(excerpt.indent == blanks + " | " + String(repeating: " ", count: row.caret))
    }
  }

  @Test("of a long line only what is near the mistake is shown", arguments: [20, 40, 80, 160, 500])
  func longLine(width: Int) {
    let line = String(repeating: "a", count: 50_000) + "X" + String(repeating: "b", count: 50_000)
    let excerpt = Excerpt(of: line, number: 1234, column: 50_001, width: width)
    #expect(excerpt.line.count == max(29, min(width, 160)))
    #expect(Array(excerpt.line)[excerpt.indent.count] == "X")
    #expect(excerpt.line.hasPrefix("1234 | …a") && excerpt.line.hasSuffix("b…"))
    let end = Excerpt(of: line, number: 1, column: 100_002, width: width)
    #expect(end.line.hasSuffix("b") && end.indent.count == end.line.count)
  }
}

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
      let excerpt = Excerpt(of: LinePart(row.line), number: number, column: row.column, width: 80)
      #expect(excerpt.line.hasPrefix("\(number) | "))
      #expect(excerpt.indent == blanks + " | " + String(repeating: " ", count: row.caret))
    }
  }

  @Test("of a long line only what is near the mistake is shown", arguments: [20, 40, 80, 160, 500])
  func longLine(width: Int) {
    let line = String(repeating: "a", count: 50_000) + "X" + String(repeating: "b", count: 50_000)
    let excerpt = Excerpt(of: LinePart(line), number: 1234, column: 50_001, width: width)
    #expect(excerpt.line.count == max(29, min(width, 160)))
    #expect(Array(excerpt.line)[excerpt.indent.count] == "X")
    #expect(excerpt.line.hasPrefix("1234 | …a") && excerpt.line.hasSuffix("b…"))
    let end = Excerpt(of: LinePart(line), number: 1, column: 100_002, width: width)
    #expect(end.line.hasSuffix("b") && end.indent.count == end.line.count)
  }

  @Test(
    "a part of a long line gives the same excerpt as all of it",
    arguments: [1, 2, 100, 159, 160, 161, 162, 300, 4_999, 5_000, 5_001])
  func parts(column: Int) {
    let line = (0..<5_000).map { $0 % 7 == 0 ? "é" : $0 % 5 == 0 ? "\u{1F600}" : "a" }.joined()
    let bytes = Array("first\r\nsecond\r\(line)\nlast".utf8)
    let part = LinePart(of: bytes, line: 3, column: column)
    #expect(part.text.unicodeScalars.count <= 321)
    for width in [20, 80, 160] {
      #expect(
        Excerpt(of: part, number: 3, column: column, width: width)
          == Excerpt(of: LinePart(line), number: 3, column: column, width: width))
    }
    #expect(LinePart(of: bytes, line: 1, column: 1) == LinePart("first"))
    #expect(LinePart(of: bytes, line: 4, column: 9) == LinePart("last"))
    #expect(LinePart(of: bytes, line: 5, column: 1) == LinePart(""))
    #expect(LinePart(of: [], line: 1, column: 1) == LinePart(""))
  }
}

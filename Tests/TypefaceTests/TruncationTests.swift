import Testing
import Typeface

/// Letters are 5 points wide, so 30 points hold six, or five and the ellipsis.
@Suite("truncation") struct TruncationTests {
  private static func layout(
    _ text: String, lines: Int?, truncation: TextStyle.Truncation = .tail, width: Double = 30
  ) throws -> TextLayout {
    var style = Mono.style
    (style.maxLines, style.truncation) = (lines, truncation)
    return try Mono.layout(text, style: style, width: width)
  }

  @Test(
    "the last line is filled and ends in an ellipsis",
    arguments: [
      ("abcdefgh", 1, "abcde", 30.0), ("ab cd ef gh", 1, "ab cd ", 30),
      ("abcd ef gh", 1, "abcd ", 25),
      ("one two three four", 2, "two t", 30), ("ab\ncd", 1, "ab", 15),
      ("abcdef\ng", 1, "abcde", 30),
      ("abcde\u{301}fgh", 1, "abcde\u{301}", 30), ("a\n\nb", 2, "", 5),
    ])
  func tail(text: String, lines: Int, last: String, width: Double) throws {
    let layout = try Self.layout(text, lines: lines)
    #expect(layout.lines.count == lines)
    #expect(layout.strings(of: text).last == last)
    #expect(layout.lines.last?.width == width)
    #expect(layout.isTruncated)
  }

  @Test(
    "what fits has no ellipsis, nor has what hides nothing but space",
    arguments: ["abcdef", "abcdef   ", "abc\n", "abc \n \n", "abc\u{200B}"])
  func fits(text: String) throws {
    let layout = try Self.layout(text, lines: 1)
    #expect(!layout.isTruncated)
    #expect(layout.lines.first.map { $0.glyphs.last?.offset ?? -1 < 6 } == true)
    #expect(layout.lines == (try Self.layout(text, lines: 1, truncation: .none)).lines)
  }

  @Test("without truncation the last line is the one that would be there anyway")
  func none() throws {
    let text = "one two three four"
    let layout = try Self.layout(text, lines: 2, truncation: .none)
    #expect(layout.strings(of: text) == ["one ", "two "])
    #expect(layout.isTruncated)
  }

  @Test("no line, or fewer, means as many as there are", arguments: [nil, 0, -3])
  func unlimited(lines: Int?) throws {
    let layout = try Self.layout("a b c d e f g h", lines: lines, width: 5)
    #expect(layout.lines.count == 8)
    #expect(!layout.isTruncated)
  }

  @Test("a font without an ellipsis has three dots instead")
  func dots() throws {
    var style = Mono.style
    style.maxLines = 1
    let fonts = try Mono.stack(missing: "…")
    let layout = try TextLayout("abcdefgh", style: style, fonts: fonts, width: 30)
    #expect(layout.lines.first?.glyphs.map(\.offset) == [0, 1, 2, 3, 3, 3])
    #expect(layout.missingGlyphs.isEmpty)
  }

  @Test(
    "a frame may lack half a point of what its lines need",
    arguments: [(30.4, 3), (30, 3), (29.9, 3), (29.7, 2), (20, 2), (10, 1), (0, 1)])
  func height(_ height: Double, _ lines: Int) throws {
    var style = Mono.style
    style.lineHeight = 10.1
    #expect(try Mono.layout("a\nb\nc\nd", style: style, height: height).lines.count == lines)
  }

  @Test("a box that is narrower than the ellipsis holds the ellipsis")
  func narrow() throws {
    let layout = try Self.layout("abc", lines: 1, width: 2)
    #expect(layout.lines.map(\.width) == [5])
  }

  @Test("in a paragraph from right to left the ellipsis is at the left")
  func rightToLeft() throws {
    let layout = try Self.layout("אבגאבגאבג", lines: 1)
    #expect(layout.lines.first?.glyphs.map(\.offset) == [5, 4, 3, 2, 1, 0])
  }
}

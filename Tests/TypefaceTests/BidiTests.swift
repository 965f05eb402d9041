import Testing
import Typeface

@Suite("bidirectional text") struct BidiTests {
  /// The text as it is seen from left to right.
  private static func seen(_ layout: TextLayout, _ text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return layout.lines.map { line in
      String(String.UnicodeScalarView(line.glyphs.map { scalars[$0.offset] }))
    }
  }

  /// The two directions are told apart by capitals, which stand for Hebrew letters.
  private static func written(_ text: String) -> String {
    let hebrew: [Character: Character] = ["A": "א", "B": "ב", "C": "ג"]
    return String(text.map { hebrew[$0] ?? $0 })
  }

  @Test(
    "letters are seen in the order of the bidirectional algorithm",
    arguments: [
      ("abc", "abc"), ("ABC", "CBA"), ("ab CA de", "ab AC de"), ("AB cd CA", "AC cd BA"),
      ("AB 12 CA", "AC 12 BA"), ("a AB 12 c", "a 12 BA c"), ("A (b) C", "C )b( A"),
      ("a \u{2067}b A\u{2069} c", "a \u{2067}A b\u{2069} c"),
    ])
  func order(text: String, expected: String) throws {
    let text = Self.written(text)
    let layout = try Mono.layout(text)
    let invisible: Set<Unicode.Scalar> = ["\u{2067}", "\u{2069}"]
    let strip = { (text: String) in
      String(String.UnicodeScalarView(text.unicodeScalars.filter { !invisible.contains($0) }))
    }
    #expect(Self.seen(layout, text).map(strip) == [strip(Self.written(expected))])
  }

  @Test("brackets are mirrored where letters run from right to left")
  func mirrored() throws {
    let plain = try Mono.layout("()").lines.flatMap { $0.glyphs.map(\.glyph) }
    let turned = try Mono.layout("א()").lines.flatMap { $0.glyphs.map(\.glyph) }
    #expect(Array(turned.prefix(2)) == plain)
  }

  @Test("each line is put in order by itself")
  func lines() throws {
    let text = Self.written("AB AC ab CA")
    let layout = try Mono.layout(text, width: 25)
    #expect(Self.seen(layout, text) == ["CA BA", "AC ab"].map(Self.written))
  }

  @Test("Arabic letters join, in the fallback font")
  func arabic() throws {
    guard let dejaVu = try Sample.dejaVu() else { return }
    let stack = try Sample.interStack(dejaVu)
    let text = "a ببب"
    let layout = try TextLayout(text, style: TextStyle(size: 17), fonts: stack, width: .infinity)
    let glyphs = try #require(layout.lines.first).glyphs
    #expect(glyphs.map(\.font) == [0, 0, 1, 1, 1])
    #expect(glyphs.map(\.offset) == [0, 1, 4, 3, 2])
    // The same letter has a final, a medial and an initial form.
    #expect(Set(glyphs.suffix(3).map(\.glyph)).count == 3)
    #expect(layout.missingGlyphs.isEmpty)
  }

  @Test("joined letters are not torn apart by letter spacing")
  func joined() throws {
    guard let dejaVu = try Sample.dejaVu() else { return }
    let fonts = FontStack(primary: dejaVu)
    let widths = try [0.0, 5].map { spacing in
      let style = TextStyle(size: 17, letterSpacing: spacing)
      return try TextLayout("ببب", style: style, fonts: fonts, width: .infinity)
        .lines.flatMap { $0.glyphs.map(\.advance) }
    }
    #expect(widths.first == widths.last)
  }
}

import Geometry
import Testing
import Typeface

/// Expected advances were read from Inter's own tables; at 2,048 points, the largest optical size, a unit is a point.
@Suite("shaping") struct ShapingTests {
  /// The size at which a point is a unit of Inter.
  private static let unit = TextStyle(size: 2048)

  @Test(
    "advances are those of the font, kerned",
    arguments: [
      ("A", [1338]), ("V", [1338]), ("AV", [1138, 1338]), ("To", [1010, 1124]),
      ("fi", [627, 422]), ("e\u{301}", [1098]),
      (
        "Hamburgefonstiv",
        [
          1450, 1060, 1718, 1158, 1120, 640, 1158, 1098, 607, 1124, 1120, 992, 637, 422, 1048,
        ]
      ),
    ])
  func advances(text: String, expected: [Double]) throws {
    let layout = try Sample.layout(text, style: Self.unit)
    #expect(layout.lines.map { $0.glyphs.map(\.advance) } == [expected])
    #expect(layout.size.width == expected.reduce(0, +))
  }

  @Test("an arrow of two characters becomes one glyph")
  func ligature() throws {
    let layout = try Sample.layout("->", style: Self.unit)
    #expect(layout.lines.first?.glyphs.map(\.advance) == [1890])
  }

  @Test("letters stand on the baseline of the font's own metrics")
  func baseline() throws {
    let layout = try Sample.layout("H", style: Self.unit)
    #expect(layout.lines.first?.baseline == 1984)
    #expect(layout.size.height == 2478)
    // The capital H of Inter is 1,490 units high and stands on the baseline.
    let bounds = layout.outline.controlBounds
    #expect((bounds.y, bounds.maxY) == (494, 1984))
  }

  @Test("an accent stands above its letter, however high that is", arguments: ["x", "d", "D", "X"])
  func accents(_ letter: String) throws {
    func top(_ text: String) throws -> Double {
      try Sample.layout(text).outline.controlBounds.y
    }
    #expect(try top(letter + "\u{301}") < top(letter) - 2)
  }

  @Test("letter spacing follows every letter but the last, and turns ligatures off")
  func letterSpacing() throws {
    let style = TextStyle(size: 2048, letterSpacing: 10)
    let layout = try Sample.layout("AVe\u{301}", style: style)
    #expect(layout.lines.first?.glyphs.map(\.advance) == [1148, 1208, 1108])
    #expect(layout.size.width == 1138 + 1198 + 1098 + 20)
    #expect(try Mono.layout("אבג", style: Self.spaced(2)).size.width == 19)
    #expect(try Mono.layout("a\u{200D}b", style: Self.spaced(2)).size.width == 12)
  }

  private static func spaced(_ points: Double) -> TextStyle {
    TextStyle(size: 10, letterSpacing: points)
  }

  @Test("letters may overlap, but a line is never narrower than nothing")
  func negativeSpacing() throws {
    #expect(try Mono.layout("abc", style: Self.spaced(-2)).size.width == 11)
    #expect(try Mono.layout("abcdef", style: Self.spaced(-9), width: 30).size.width >= 0)
  }

  @Test(
    "what is never seen takes no room",
    arguments: [
      "\u{200D}", "\u{200C}", "\u{FE0F}", "\u{AD}", "\u{2060}", "\u{7}", "\u{1B}", "\u{FEFF}",
    ])
  func invisible(scalar: String) throws {
    let layout = try Mono.layout("a\(scalar)b")
    #expect(layout.size.width == 10)
    #expect(layout.missingGlyphs.isEmpty)
    #expect(layout.outline == (try Mono.layout("ab")).outline)
  }

  @Test("a tab is as wide as four spaces; other spaces are made from the plain one")
  func spaces() throws {
    #expect(try Mono.layout("a\tb").size.width == 30)
    #expect(try Mono.layout("a\u{A0}b").size.width == 15)
    #expect(try Mono.layout("a\u{2003}b").missingGlyphs.isEmpty)
  }

  @Test("a hyphen that does not break is made from the one that does")
  func hyphen() throws {
    let font = TinyFont(glyphs: [TinyFont.square("a"), TinyFont.square("\u{2010}")])
    let stack = FontStack(primary: try FontFile(bytes: font.bytes, name: "Tiny"))
    let style = TextStyle(size: 10)
    let layout = try TextLayout("a\u{2011}a", style: style, fonts: stack, width: .infinity)
    #expect(layout.missingGlyphs.isEmpty)
    let breaking = try TextLayout("a\u{2010}a", style: style, fonts: stack, width: .infinity)
    #expect(layout.size == breaking.size && layout.outline == breaking.outline)
  }

  @Test("letters that no font has are named once each, in their order")
  func missing() throws {
    let text = "a\u{1F389}日x日\n\u{2603}"
    let layout = try Sample.layout(text)
    let expected: [(Unicode.Scalar, Int)] = [("\u{1F389}", 1), ("日", 2)]
    #expect(layout.missingGlyphs.prefix(2).map(\.scalar) == expected.map(\.0))
    #expect(layout.missingGlyphs.prefix(2).map(\.offset) == expected.map(\.1))
    #expect(layout.missingGlyphs.filter { $0.scalar == "日" }.count == 1)
    #expect(try Mono.layout("ab\né").missingGlyphs.map(\.offset) == [3])
    #expect(layout.missingGlyphs.first?.description == "no font has a glyph for U+1F389")
    #expect(
      try Mono.layout("é").missingGlyphs.map(\.description) == ["no font has a glyph for U+00E9"])
  }

  @Test("a letter comes from the first font that has all of it")
  func fallback() throws {
    let mono = try Mono.stack().primary
    let layout = try TextLayout(
      "a日b", style: TextStyle(size: 10), fonts: Sample.interStack(mono), width: .infinity)
    #expect(layout.lines.first?.glyphs.map(\.font) == [0, 1, 0])
    #expect(layout.missingGlyphs.isEmpty)
    // Metrics are those of the first font: Inter's 2,478 of 2,048 units, not the other's 10.
    #expect(layout.lineHeight == 10.0 * 2478 / 2048)
  }

  @Test("a letter whose parts are in different fonts is drawn from both, and nothing is missing")
  func partsFromTwoFonts() throws {
    let fonts = try [TinyFont.square("a"), TinyFont.square("\u{20DD}", advance: 0)].map { glyph in
      try FontFile(bytes: TinyFont(glyphs: [glyph]).bytes, name: "half")
    }
    let stack = FontStack(primary: fonts[0], fallback: [fonts[1]])
    let layout = try TextLayout("a\u{20DD}", style: TextStyle(size: 10), fonts: stack, width: 100)
    #expect(layout.lines.first?.glyphs.map(\.font) == [0, 1])
    #expect(layout.lines.first?.glyphs.map(\.glyph) == [1, 1])
    #expect(layout.missingGlyphs.isEmpty)
  }

  @Test(
    "an SVG and a gradient, which are not drawn, count as missing, and the font is named",
    arguments: ["SVG ", "COLR"])
  func pictures(table: String) throws {
    let glyphs = [TinyFont.square("a"), TinyFont.Glyph(scalar: 0x1F389)]
    // A COLR of version 1 without layers: 34 bytes of head.
    let content =
      table == "COLR" ? [0, 1] + [UInt8](repeating: 0, count: 32) : TinyFont.pictures(ofGlyph: 2)
    let font = TinyFont(glyphs: glyphs, tables: [table: content])
    let stack = FontStack(primary: try FontFile(bytes: font.bytes, name: "Emoji.ttf"))
    let layout = try TextLayout("a🎉", style: TextStyle(size: 10), fonts: stack, width: 100)
    #expect(layout.missingGlyphs.map(\.pictureFont) == ["Emoji.ttf"])
  }

  @Test("a PNG of a letter that is no emoji counts as missing, and the font is named")
  func pictureOfLetter() throws {
    let glyphs = [TinyFont.square("a"), TinyFont.Glyph(scalar: 0x4E00)]
    let strike =
      TinyFont.words([20, 72]) + TinyFont.longs([20, 20, 20, 32, 0, 0x706E_6720, 0x8950_4E47])
    let content = TinyFont.words([1, 1]) + TinyFont.longs([1, 12]) + strike
    let font = TinyFont(glyphs: glyphs, tables: ["sbix": content])
    let stack = FontStack(primary: try FontFile(bytes: font.bytes, name: "Han.ttf"))
    let layout = try TextLayout("a一", style: TextStyle(size: 10), fonts: stack, width: 100)
    #expect(layout.missingGlyphs.map(\.pictureFont) == ["Han.ttf"])
  }

  @Test(
    "a variable font follows the weight",
    arguments: [(400.0, 5.0), (650, 5.5), (900, 6), (1000, 6)])
  func weight(weight: Double, width: Double) throws {
    let font = TinyFont(glyphs: [TinyFont.square("a")], tables: TinyFont.weightTables)
    let file = try FontFile(bytes: font.bytes, name: "variable")
    #expect(file.weightAxis == 100...900)
    let style = TextStyle(size: 10, weight: weight)
    let layout = try TextLayout("a", style: style, fonts: FontStack(primary: file), width: 100)
    #expect(layout.size.width == width)
    #expect(layout.outline.controlBounds.width == width - 1)
  }
}

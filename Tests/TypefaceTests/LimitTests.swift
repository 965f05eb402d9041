import Testing
import Typeface

@Suite("limits") struct LimitTests {
  @Test("numbers that make no sense are errors that name them")
  func numbers() throws {
    let fonts = try Mono.stack()
    let styles = [
      TextStyle(size: 0), TextStyle(size: -1), TextStyle(size: .nan), TextStyle(size: .infinity),
      TextStyle(size: 1e300), TextStyle(size: 10, weight: .nan), TextStyle(size: 10, weight: 0),
      TextStyle(size: 10, letterSpacing: .infinity), TextStyle(size: 10, lineHeight: -1),
    ]
    for style in styles {
      #expect(throws: TypefaceError.self) {
        try TextLayout("a", style: style, fonts: fonts, width: 100)
      }
    }
    let error = TypefaceError.numberOutOfRange(name: "the size", value: 0, range: 1...2)
    #expect(error.description == "the size is 0.0; it must be from 1.0 to 2.0")
  }

  @Test("a text that is too long is an error with both numbers")
  func length() throws {
    let limit = TextLayout.scalarLimit
    #expect(throws: TypefaceError.textTooLong(scalars: limit + 1, limit: limit)) {
      try Mono.layout(String(repeating: " ", count: limit + 1))
    }
    #expect(try Mono.layout(String(repeating: " ", count: limit)).lines.count == 1)
  }

  @Test("a font that makes very many glyphs of a letter is stopped")
  func glyphs() throws {
    let font = TinyFont(
      glyphs: [TinyFont.square("a")], tables: ["GSUB": TinyFont.substitution(copies: 40)])
    let fonts = FontStack(primary: try FontFile(bytes: font.bytes, name: "many"))
    let few = try TextLayout("aa", style: Mono.style, fonts: fonts, width: .infinity)
    #expect(few.lines.map(\.glyphs.count) == [80])
    #expect(throws: TypefaceError.tooManyGlyphs(limit: TextLayout.glyphLimit)) {
      let text = String(repeating: "a", count: 20_000)
      return try TextLayout(text, style: Mono.style, fonts: fonts, width: 100)
    }
  }

  @Test("more fonts than can be open at once are an error")
  func fonts() throws {
    let font = try Mono.stack().primary
    let many = [FontFile](repeating: font, count: FontStack.limit)
    #expect(throws: TypefaceError.tooManyFonts(count: FontStack.limit + 1, limit: FontStack.limit))
    {
      try TextLayout(
        "a", style: Mono.style, fonts: FontStack(primary: font, fallback: many), width: 100)
    }
  }

  @Test(
    "long and strange texts take a time in proportion to their length", .timeLimit(.minutes(1)),
    arguments: [
      "The quick brown fox ", "a", "日本", "a\u{AD}", "([{", "(א", "\u{2067}a\u{2066}א", "aא",
      "\u{301}", "\u{202B}", "\u{1F1E6}", "\t", "\n", "\u{200D}", "\u{FFFF}", "\u{FFFC}",
    ])
  func strange(piece: String) throws {
    let count = 8_000 / piece.unicodeScalars.count
    let text = String(repeating: piece, count: count)
    let fonts = try Mono.stack()
    for lines in [nil, 2] {
      var style = Mono.style
      style.maxLines = lines
      let layout = try TextLayout(text, style: style, fonts: fonts, width: 1)
      #expect(layout.lines.count <= lines ?? text.unicodeScalars.count + 1)
    }
  }

  @Test("every scalar can be set, first and behind a letter", .timeLimit(.minutes(2)))
  func everyScalar() throws {
    let fonts = try Mono.stack()
    // The planes where scalars differ, one by one; the rest by samples.
    let dense =
      Array(UInt32(0)...0x33FF) + Array(0xA000...0xABFF) + Array(0xF900...0xFFFF)
      + Array(0x1F000...0x1FBFF)
    let sparse = stride(from: UInt32(0x3400), through: 0x10FFFF, by: 97)
    let scalars = (dense + sparse).compactMap(Unicode.Scalar.init)
    for start in stride(from: 0, to: scalars.count, by: 4_096) {
      let some = scalars[start..<min(start + 4_096, scalars.count)]
      let text = String(String.UnicodeScalarView(some.flatMap { ["\n", $0, "a", $0] }))
      let layout = try TextLayout(
        text, style: Mono.style, fonts: fonts, width: .infinity)
      #expect(layout.lines.count > some.count)
    }
  }

  @Test("the same text has the same layout every time")
  func repeatable() throws {
    let text = "Hamburgefonstiv AVATAR -> e\u{301} 12:30"
    let first = try Sample.layout(text, width: 90)
    let second = try Sample.layout(text, width: 90)
    #expect(first.lines == second.lines)
    #expect(first.outline == second.outline)
  }
}

import Foundation
import Geometry
import Pixels
import TestSupport
import Testing

@testable import Typeface

@Suite("emoji") struct EmojiTests {
  /// A font with one glyph of layers, and PNGs for a square and for the flag of Germany.
  private static func signs() throws -> FontFile {
    let cases = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../GoldenTests/Cases/text/assets/Signs.ttf")
    return try FontFile(bytes: [UInt8](Data(contentsOf: cases)), name: "Signs.ttf")
  }

  private static func stack() throws -> FontStack {
    FontStack(primary: try Sample.inter(), fallback: [try signs()])
  }

  @Test(
    "letters that may be emoji are found, sequences as one",
    arguments: [
      ("Hi 👋🏽 there, © 2026 ™", ["👋🏽", "™"]), ("plain 1 # é", []), ("1️⃣©️", ["1️⃣", "©️"]),
      ("👨‍👩‍👧‍👦🏳️‍🌈🇩🇪🇫🇷", ["👨‍👩‍👧‍👦", "🏳️‍🌈", "🇩🇪", "🇫🇷"]), ("🎉🎉 🎉", ["🎉"]), ("☀ ☀️", ["☀", "☀️"]),
    ])
  func letters(text: String, expected: [String]) {
    #expect(Emoji.letters(in: text) == expected)
  }

  @Test(
    "a letter is a picture by itself, or because a selector says so",
    arguments: [
      ("🎉", true), ("☀", false), ("☀️", true), ("🎉\u{FE0E}", false), ("☝🏽", true), ("🇩🇪", true),
      ("1️⃣", true), ("1", false), ("A\u{FE0F}", false),
    ])
  func pictures(letter: String, expected: Bool) {
    #expect(Emoji.isPicture(letter.unicodeScalars.map(\.value)[...]) == expected)
  }

  @Test("layers have the colours of the palette, and one that of the text")
  func layers() throws {
    let layout = try TextLayout(
      "A🟢", style: TextStyle(size: 10), fonts: Self.stack(), width: .infinity)
    guard case .layers(let layers)? = layout.colored.first, layout.colored.count == 1 else {
      Issue.record("no layers")
      return
    }
    #expect(
      layers.map(\.color) == [
        Color(red: 204, green: 237, blue: 204), Color(red: 26, green: 153, blue: 51), nil,
      ])
    let start = try #require(layout.lines.first?.glyphs.last?.position)
    let bounds = layers.map(\.outline.controlBounds)
    #expect(abs(bounds[0].x - (start.x + 1)) < 1e-9 && abs(bounds[0].maxY - start.y) < 1e-9)
    #expect(abs(bounds[2].width - 6) < 1e-9)
    #expect(layout.missingGlyphs.isEmpty)
    // What is of the text's colour is the letter alone.
    #expect(layout.outline.controlBounds.maxX < start.x)
  }

  @Test("a PNG stands on the baseline, as large as its strike says; a flag is one of them")
  func png() throws {
    let layout = try TextLayout(
      "🟦🇩🇪", style: TextStyle(size: 10), fonts: Self.stack(), width: .infinity)
    let places = layout.colored.compactMap { glyph in
      if case .picture(let picture, let place) = glyph { (picture.font, place) } else { nil }
    }
    let baseline = try #require(layout.lines.first?.baseline)
    #expect(places.map(\.0) == ["Signs.ttf", "Signs.ttf"])
    for (index, place) in places.map(\.1).enumerated() {
      // 64 by 48 pixels where 64 are an em.
      let expected = Rect(x: 10 * Double(index), y: baseline - 7.5, width: 10, height: 7.5)
      #expect(abs(place.x - expected.x) < 0.02 && abs(place.y - expected.y) < 0.02)
      #expect(abs(place.width - 10) < 0.02 && abs(place.height - 7.5) < 0.02)
    }
    let pictures = try Self.stack().pictures(of: ["🟦", "🇩🇪", "🟢", "🇩🇪"])
    #expect(pictures.count == 2)
    #expect(pictures.allSatisfy { $0.png.starts(with: [0x89, 0x50, 0x4E, 0x47]) })
  }

  @Test("a stack lacks an emoji that it has in black and white only")
  func lacks() throws {
    let (inter, both) = (FontStack(primary: try Sample.inter()), try Self.stack())
    #expect(inter.firstLacking(of: ["☀", "™", "🟦", "🎉"]) == "🟦")
    #expect(both.firstLacking(of: ["☀", "™", "🟦", "🎉"]) == "🎉")
    #expect(inter.firstLacking(of: ["☀️"]) == "☀️" && both.firstLacking(of: ["🟦"]) == nil)
  }

  @Test("an emoji is drawn in colour though a font before has it in black and white")
  func presentation() throws {
    let square = try #require(Unicode.Scalar(0x1F7E6))
    let plain = try FontFile(
      bytes: TinyFont(glyphs: [.init(), TinyFont.square(square)]).bytes, name: "plain")
    let fonts = FontStack(primary: plain, fallback: [try Self.signs()])
    func colored(_ text: String) throws -> Int {
      try TextLayout(text, style: TextStyle(size: 10), fonts: fonts, width: .infinity).colored.count
    }
    #expect(try colored("🟦") == 1)
    #expect(try colored("🟦\u{FE0E}") == 0)
  }

  @Test("a line is not broken inside of a sequence", arguments: [1.0, 9, 11, 19])
  func breaks(width: Double) throws {
    let text = "🇩🇪🟦🇩🇪"
    let layout = try TextLayout(
      text, style: TextStyle(size: 10), fonts: Self.stack(), width: width)
    #expect(layout.strings(of: text) == ["🇩🇪", "🟦", "🇩🇪"])
  }
}

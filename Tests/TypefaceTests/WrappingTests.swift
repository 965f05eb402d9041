import Geometry
import Testing

@testable import Typeface

/// Letters are 5 points wide, so 30 points hold six.
@Suite("wrapping") struct WrappingTests {
  @Test(
    "lines break where Unicode allows it",
    arguments: [
      ("one two", ["one ", "two"]),
      ("aa bb cc dd", ["aa bb ", "cc dd"]),
      ("aa   bb   cc", ["aa   ", "bb   ", "cc"]),
      ("abcdef", ["abcdef"]),
      ("abcdef   ", ["abcdef   "]),
      ("abcdefg", ["abcdef", "g"]),
      ("abc abcdefghijklm", ["abc ", "abcdef", "ghijkl", "m"]),
      ("well-known", ["well-", "known"]),
      ("abc\u{A0}def", ["abc\u{A0}de", "f"]),
      ("日本日本日本日本", ["日本日本日本", "日本"]),
      ("日本日本日本、日", ["日本日本日", "本、日"]),
      ("ab日本cd日", ["ab日本cd", "日"]),
      ("abcdefe\u{301}e\u{301}", ["abcdef", "e\u{301}e\u{301}"]),
      ("abcde e\u{301}fghi", ["abcde ", "e\u{301}fghi"]),
      ("abc\u{200B}defg", ["abc\u{200B}", "defg"]),
      ("ab\tcd", ["ab\t", "cd"]),
    ])
  func breaks(text: String, expected: [String]) throws {
    let layout = try Mono.layout(text, width: 30)
    #expect(layout.strings(of: text) == expected)
    #expect(layout.size.width <= 30)
  }

  @Test(
    "written breaks end lines, and an empty text has none",
    arguments: [
      ("", []), ("\n", ["", ""]), ("\n\n", ["", "", ""]), ("a\n", ["a", ""]),
      ("a\r\nb\rc\nd\u{2028}e\u{2029}f\u{85}g\u{B}h\u{C}i", "abcdefghi".map(String.init)),
      ("\r\n\n\r", ["", "", "", ""]), (" ", [" "]),
    ])
  func newlines(text: String, expected: [String]) throws {
    let layout = try Mono.layout(text, width: 30)
    #expect(layout.strings(of: text) == expected)
    #expect(layout.size.height == 10 * Double(expected.count))
    #expect(layout.lines.map(\.baseline) == expected.indices.map { 8 + 10 * Double($0) })
  }

  @Test("a soft hyphen is seen where the line breaks there, and only there")
  func softHyphen() throws {
    let text = "abc\u{AD}def\u{AD}ghi"
    let layout = try Mono.layout(text, width: 36)
    #expect(layout.strings(of: text) == ["abc\u{AD}def\u{AD}", "ghi"].map { $0 })
    #expect(layout.lines.map(\.width) == [35, 15])
    #expect(try Mono.layout(text, width: 30).lines.map(\.width) == [20, 30])
    #expect(try Mono.layout(text).lines.map(\.width) == [45])
  }

  @Test(
    "lines that a box is too low for are cut off with an ellipsis, but for the first",
    arguments: [
      (30, 3), (29.5, 3), (29.4, 2), (20, 2), (12, 1), (9, 1), (0, 1), (-5, 1), (1e12, 3),
      (.nan, 3),
    ] as [(Double, Int)])
  func low(height: Double, count: Int) throws {
    let text = "aaa bbb ccc"
    let layout = try Mono.layout(text, width: 20, height: height)
    #expect(layout.lines.count == count && layout.isTruncated == (count < 3))
    var style = Mono.style
    style.maxLines = count
    #expect(try Mono.layout(text, style: style, width: 20).outline == layout.outline)
    style.truncation = .none
    style.maxLines = nil
    #expect(try Mono.layout(text, style: style, width: 20, height: height).lines.count == 3)
  }

  @Test("a box of any width holds one letter a line at least", arguments: [0, -1, 1, 4.9, .nan])
  func narrow(width: Double) throws {
    let text = "ab e\u{301}日"
    let layout = try Mono.layout(text, width: width)
    #expect(layout.strings(of: text) == ["a", "b ", "e\u{301}", "日"])
  }

  @Test("a text fits the width that was measured for it")
  func measured() throws {
    let text = "AVATAR, To. Wave -> Tomorrow? e\u{301}"
    for size in [9.0, 11.5, 17, 23.7] {
      let style = TextStyle(size: size, letterSpacing: size / 100)
      let measured = try Sample.layout(text, style: style)
      let again = try Sample.layout(text, style: style, width: measured.size.width)
      #expect(again.lines == measured.lines)
    }
  }

  @Test("a line is shaped as if it stood alone: no kerning reaches over its end")
  func kerningAtBreaks() throws {
    let style = TextStyle(size: 2048)
    let layout = try Sample.layout("AV", style: style, width: 2000)
    #expect(layout.lines.map(\.width) == [1338, 1338])
  }

  @Test("every line but the last is as full as it can be, and none is too wide")
  func greedy() throws {
    let text = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 20)
    let layout = try Sample.layout(text, width: 200)
    let strings = layout.strings(of: text)
    #expect(strings.joined() == text)
    for (line, next) in zip(strings, strings.dropFirst()) {
      let word = try #require(next.split(separator: " ").first)
      #expect(try Sample.layout(line).size.width <= 200)
      #expect(try Sample.layout(line + word).size.width > 200)
    }
  }

  @Test("no line begins with a small kana, the sign of a long vowel, or a full stop")
  func strictJapanese() {
    let scalars = "カード、きゃっと。ラーメン".unicodeScalars.map(\.value)
    let starts = [Bool](repeating: true, count: scalars.count + 1)
    let breaks = LineBreaks(scalars, isGraphemeStart: starts)
    let pieces = scalars.indices.map { breaks.mayBegin[$0] ? "|" : "" }
    let marked = zip(pieces, scalars).map {
      $0 + String(Unicode.Scalar($1).map(Character.init) ?? "?")
    }
    #expect(marked.joined() == "カー|ド、|きゃっ|と。|ラー|メ|ン")
  }

  @Test("emoji break like ideographs, flags and families stay whole")
  func emoji() throws {
    let text = "🇩🇪🇫🇷👨‍👩‍👧🎉"
    let layout = try Mono.layout(text, width: 1)
    #expect(layout.strings(of: text) == text.map(String.init))
  }
}

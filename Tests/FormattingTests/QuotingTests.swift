import Testing

@testable import Formatting

@Suite("words for programs and shells")
struct QuotingTests {
  @Test(
    "a JSON string escapes each character that has to be, alone",
    arguments: [
      ("a", #""a""#), ("", #""""#), (#"a\b"#, #""a\\b""#), (#"\"#, #""\\""#),
      (#"say "x""#, #""say \"x\"""#), ("\n", #""\n""#), ("\t", #""\t""#), ("\u{0}", #""\u0000""#),
      ("\u{1F}", #""\u001f""#), (" ", #"" ""#), ("~", #""~""#), ("\u{7F}", #""\u007f""#),
      ("é", #""é""#), ("\u{2028}", #""\u2028""#), ("\u{E0001}", #""\udb40\udc01""#),
    ])
  func json(text: String, quoted: String) {
    #expect(JSONValue.quoted(text) == quoted)
    #expect(JSONValue.text(text).text(.compact) == quoted)
    #expect(JSONValue.object([(text, .null)]).text(.compact) == "{\(quoted):null}")
  }

  @Test("numbers that JSON does not have are null")
  func numbers() {
    for number in [Double.infinity, -.infinity, .nan] {
      #expect(JSONValue.number(number).text(.compact) == "null")
      #expect(JSONValue.fixed(number, decimals: 2).text(.compact) == "null")
    }
    #expect(JSONValue.number(-0.5).text(.compact) == "-0.5")
    #expect(JSONValue.fixed(2, decimals: 2).text(.compact) == "2.00")
  }

  @Test("a list fits up to the hundredth column, and not beyond it")
  func widths() {
    // Brackets and quotation marks take six columns, the comma and its blank two.
    for (count, isOneLine) in [(92, true), (93, false)] {
      let list = JSONValue.list([.text(String(repeating: "x", count: count - 1)), .text("y")])
      #expect(list.text(.fitted).contains("\n") != isOneLine, "\(count)")
    }
    let three = JSONValue.list([.text(String(repeating: "x", count: 84)), .whole(1), .whole(2)])
    #expect(three.text(.fitted).unicodeScalars.count == 94)
    #expect(!three.text(.fitted).contains("\n"))
    let full = JSONValue.list([.text(String(repeating: "x", count: 91)), .whole(1), .whole(2)])
    #expect(full.text(.fitted).contains("\n"))
  }

  @Test(
    "a shell takes a word as it is",
    arguments: [
      ("a/b-c_1.json", "a/b-c_1.json"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#),
      ("$x", "'$x'"), ("é", "é"), ("*", "'*'"), ("a\n", "'a\n'"),
    ])
  func shell(text: String, word: String) {
    #expect(ShellWord.plain(text) == word)
  }

  @Test("a text of the limit's length is whole, and a longer one ends in an ellipsis")
  func shortened() {
    #expect(Escaped.shortened("abc", to: 3) == "abc" && Escaped.shortened("abcd", to: 3) == "abc…")
    #expect(Escaped.quoted("abcd", limit: 4) == "\"abcd\"")
  }

  @Test(
    "only what shows is shown as it is",
    arguments: [
      ("\u{1F}", false), (" ", true), ("~", true), ("\u{7F}", false), ("\u{80}", false),
      ("\u{A0}", true), ("\u{200B}", false), ("\u{202E}", false), ("\u{2028}", false), ("字", true),
      ("\u{E000}", false), ("\u{FFFFE}", false),
    ] as [(Unicode.Scalar, Bool)])
  func printable(scalar: Unicode.Scalar, isPrintable: Bool) {
    #expect(Escaped.isPrintable(scalar) == isPrintable)
  }

  @Test(
    "columns are counted as a terminal does",
    arguments: [("abc", 3), ("字", 2), ("e\u{301}", 1), ("한", 2), ("é", 1), ("😀", 2), ("ｱ", 1)])
  func columns(text: String, count: Int) { #expect(Escaped.columns(text) == count) }

  @Test(
    "numbers are whole up to 2^53, and no digits are promised beyond",
    arguments: [
      (NumberFormat.shortest(9_007_199_254_740_991), "9007199254740991"),
      (NumberFormat.shortest(0x1p60), "1.152921504606847e+18"),
      (NumberFormat.shortest(-12), "-12"), (NumberFormat.rounded(1e300), "1e+300"),
      (NumberFormat.rounded(-0.0004), "0"), (NumberFormat.fixed(-0.04, decimals: 1), "0.0"),
      (NumberFormat.fixed(-0.05, decimals: 1), "-0.1"), (NumberFormat.share(0.99999), "99.99 %"),
      (NumberFormat.bytes(100_400), "100 kB"), (NumberFormat.bytes(99_400), "99.4 kB"),
      (NumberFormat.bytes(1_000_000), "1 MB"), (NumberFormat.bytes(1_000_000_000), "1 GB"),
      (NumberFormat.bytes(999_999_999), "1000 MB"), (NumberFormat.pixels(999_999), "999999 pixels"),
      (NumberFormat.pixels(1_000_000), "1 MP"), (NumberFormat.percent(0.001), "0.1%"),
      (NumberFormat.percent(0.0001), "0.01%"), (NumberFormat.percent(1e-7), "0.00001%"),
      (NumberFormat.percent(-0.5), "-50%"), (NumberFormat.percent(1.25), "125%"),
      (NumberFormat.percent(0), "0%"), (NumberFormat.count(-1, "frame"), "-1 frames"),
      (NumberFormat.rounded(123_456_789_012_345.678), "123456789012345.67"),
    ])
  func numberTexts(written: String, expected: String) { #expect(written == expected) }

  @Test("a guess is the first of equally near words, and no guess comes of two letters")
  func guesses() {
    #expect(SpellChecker.guess("cat", in: ["bat", "rat"]) == "bat")
    #expect(SpellChecker.guess("fr", in: ["frame"]) == nil)
    #expect(SpellChecker.guess("fra", in: ["frame"]) == "frame")
    #expect(SpellChecker.guess("fra", in: ["frame", "fraction"]) == nil)
    // A third of the letters may be wrong.
    #expect(SpellChecker.guess("abcde", in: ["abcxy"]) == "abcxy")
    #expect(SpellChecker.guess("abcd", in: ["abxy"]) == nil)
    #expect(SpellChecker.guess("ab", in: ["xy"]) == nil)
  }
}

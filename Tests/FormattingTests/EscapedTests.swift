import Testing

@testable import Formatting

@Suite("texts on a terminal")
struct EscapedTests {
  static let paths: [(path: String, shown: String)] = [
    ("a.json", "a.json"), ("../a", "../a"), ("/a", "/a"), ("~/a", "~/a"), ("-", "-"), ("_a", "_a"),
    ("字.json", "字.json"), ("0", "0"), ("", ""), ("::error::x.json", "./::error::x.json"),
    ("##[error]x", "./##[error]x"), (" ::x", "./ ::x"), ("\u{A0}::x", "./\u{A0}::x"),
    ("\n::x", #"./\u{A}::x"#), ("\u{301}::x", "./\u{301}::x"),
  ]

  @Test("a path that begins a line begins no command", arguments: paths)
  func beginsLine(_ row: (path: String, shown: String)) {
    #expect(Escaped.path(row.path) == row.shown)
  }

  @Test("what a terminal would not show is written as an escape")
  func escapes() {
    #expect(Escaped.text("a\u{1B}[31mb") == "a\\u{1B}[31mb")
    #expect(Escaped.quoted(String(repeating: "x", count: 1000)).count == 203)
    #expect("\(Quoted(String(repeating: "x", count: 1000)))".count == 83)
  }

  @Test(
    "code in Markdown has a fence that no backtick of its text ends",
    arguments: [
      ("a|b", "`a|b`", "`a\\|b`"), ("a\\|b", "`a\\|b`", "`a\\\\|b`"),
      ("a``b`", "``` a``b` ```", nil),
      ("`", "`` ` ``", nil), ("", "`  `", nil), (" a", "`  a `", nil), ("a\nb", "`a\\u{A}b`", nil),
      ("`\u{301}``", "``` `\u{301}`` ```", nil), ("123456789", "`12345678…`", nil),
    ])
  func code(_ text: String, _ code: String, _ inTable: String?) {
    func bytes(_ inTable: Bool) -> [UInt8] {
      Array(Markup.code(text, limit: 8, inTable: inTable).utf8)
    }
    #expect(bytes(false) == Array(code.utf8))
    #expect(bytes(true) == Array((inTable ?? code).utf8))
  }

  @Test("markup in a text stays text")
  func markup() {
    #expect(Markup.text("<a b=\"c\">&'\u{7}") == "&lt;a b=&quot;c&quot;&gt;&amp;&#39;\\u{7}")
    #expect(Markup.embedded("\"</script>&\"") == "\"\\u003c/script\\u003e\\u0026\"")
  }
}

import Foundation
import TestSupport
import Testing

@testable import SceneFormat

@Suite("JSON with places")
struct JSONParserTests {
  private func parse(_ text: String) throws(SceneError) -> JSONNode {
    try JSONParser.parse(Array(text.utf8), file: "a.json", limits: Limits())
  }

  private func mistake(_ text: String) -> String? {
    do throws(SceneError) {
      _ = try parse(text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    "what is not JSON is told with its place",
    arguments: [
      ("", "a.json:1:1: error: expected a value, but the file ends"),
      ("{", "a.json:1:2: error: expected a key in quotation marks or }, but the file ends"),
      ("[1 2]", "a.json:1:4: error: expected a comma or ], found \"2\""),
      ("[1,,2]", "a.json:1:4: error: expected a value, found \",\""),
      ("{\"a\" 1}", "a.json:1:6: error: expected a colon, found \"1\""),
      ("{a: 1}", "a.json:1:2: error: expected a key in quotation marks or }, found \"a\""),
      ("\n\t[01]", "a.json:2:3: error: \"01\" is not a JSON number"),
      ("-", "a.json:1:1: error: \"-\" is not a JSON number"),
      ("+1", "a.json:1:1: error: \"+1\" is not a JSON number"),
      (".5", "a.json:1:1: error: \".5\" is not a JSON number"),
      ("1.", "a.json:1:1: error: \"1.\" is not a JSON number"),
      ("1e", "a.json:1:1: error: \"1e\" is not a JSON number"),
      ("0x10", "a.json:1:1: error: \"0x10\" is not a JSON number"),
      ("nul", "a.json:1:4: error: expected null, but the file ends"),
      ("\"é\\q\"", "a.json:1:3: error: unknown escape in a string"),
      ("\"\\ud800\"", "a.json:1:2: error: half of a surrogate pair is not a character"),
      ("\"\\udc00\"", "a.json:1:2: error: half of a surrogate pair is not a character"),
      ("\"\\ud800\\ue000\"", "a.json:1:2: error: half of a surrogate pair is not a character"),
      ("\"a\nb\"", "a.json:1:3: error: the string does not end on this line"),
      (
        "\"\u{1F}\"",
        "a.json:1:2: error: a control character in a string must be written as an escape, "
          + "found \"\\u{1F}\""
      ),
      (
        "\"a\u{1}\"",
        "a.json:1:3: error: a control character in a string must be written as an escape, "
          + "found \"\\u{1}\""
      ),
      ("[1] x", "a.json:1:5: error: expected the end of the file, found \"x\""),
      ("/* a", "a.json:1:1: error: the comment does not end"),
      ("/a", "a.json:1:1: error: expected a value or a comment, found \"/\""),
      ("[\r\n\r 'a']", "a.json:3:2: error: expected a value, found \"'\""),
    ])
  func refuses(_ text: String, _ message: String) {
    #expect(mistake(text) == message)
  }

  @Test("comments, trailing commas and a byte order mark are accepted")
  func extras() throws {
    let node = try parse("\u{FEFF}// a\n{ /* b\n */ \"k\": [1, 2, ], }\r\n// end")
    #expect(node.place == Place(file: "a.json", line: 2, column: 1))
    let member = try #require(node.member("k"))
    #expect(member.place == Place(file: "a.json", line: 3, column: 5))
    #expect(member.value.numbers == [1, 2])
  }

  @Test("columns count characters, not bytes, and a tab is one")
  func columns() throws {
    let node = try parse("[\"日本\t\", 1]".replacingOccurrences(of: "\t", with: "\\t"))
    #expect(node.elements?[1].place.column == 10)
    let plain = try parse("\t[\"é\u{301}😀\", 1]")
    #expect(plain.elements?[1].place.column == 10)
  }

  @Test("the place of a character takes the escapes before it into account")
  func escapes() throws {
    let node = try parse("\"a\\u0041b\\n\\ud83d\\ude00c\"")
    #expect(node.text == "aAb\n😀c")
    #expect((0...5).map { node.place(ofCharacter: $0).column } == [2, 3, 9, 10, 12, 24])
  }

  @Test("bytes that are no UTF-8 are told with their place")
  func badUTF8() {
    let bytes = Array("[\n \"é".utf8) + [0xC3, 0x28, 0x22, 0x5D]
    #expect(
      throws: SceneError(
        place: Place(file: "a.json", line: 2, column: 4), problem: .syntax(.invalidUTF8))
    ) { try JSONParser.parse(bytes, file: "a.json", limits: Limits()) }
  }

  @Test("lists are nested to the limit and no deeper")
  func depth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(mistake(nested(64)) == nil)
    #expect(
      mistake(nested(65)) == "a.json:1:65: error: lists and objects are nested deeper than 64 "
        + "(--limit-depth changes that limit)")
    #expect(mistake(String(repeating: "[", count: 1_000_000))?.hasPrefix("a.json:1:65:") == true)
    #expect(mistake(String(repeating: "{\"a\":", count: 500_000)) != nil)
  }

  @Test("numbers are the nearest doubles")
  func numbers() throws {
    let node = try parse("[0, -0, 1.5e3, 0.1, 123456789012345678901234567890, 1e999, 1E-400]")
    #expect(
      node.elements?.map(\.kind) == [
        .number(0), .number(0), .number(1500), .number(0.1), .number(1.2345678901234568e29),
        .number(.infinity), .number(0),
      ])
  }

  @Test("a long text and a long list are read whole")
  func long() throws {
    let escapes = "\"" + String(repeating: "\\n", count: 200_000) + "\""
    let values = "[" + String(repeating: "1.5,", count: 100_000) + "]"
    #expect(try parse(escapes).text == String(repeating: "\n", count: 200_000))
    #expect(try parse(values).elements?.count == 100_000)
  }

  // Refused by RFC 8259, and legal here because of comments or one trailing comma.
  private static let legalHere: Set<String> = [
    "n_array_extra_comma.json", "n_array_number_and_comma.json",
    "n_object_trailing_comma.json", "n_object_trailing_comment.json",
    "n_object_trailing_comment_slash_open.json", "n_structure_object_with_comment.json",
  ]

  @Test("JSONTestSuite: y_ is accepted, n_ refused with a place, i_ does not crash")
  func suite() throws {
    for file in Fixtures.files(in: "json/test_parsing", suffix: ".json") {
      let name = file.lastPathComponent
      let bytes = [UInt8](try Data(contentsOf: file))
      let result = Result { () throws(SceneError) in
        try JSONParser.parse(bytes, file: name, limits: Limits())
      }
      let isAccepted = (try? result.get()) != nil
      if name.hasPrefix("y_") { #expect(isAccepted, "\(name)") }
      guard name.hasPrefix("n_") else { continue }
      #expect(isAccepted == Self.legalHere.contains(name), "\(name)")
      if case .failure(let mistake) = result {
        #expect(mistake.place.line >= 1 && mistake.place.column >= 1)
      }
    }
  }
}

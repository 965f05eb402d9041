import Foundation
import Testing

@testable import SceneFormat

@Suite("edits of a text")
struct SceneEditTests {
  private func edited(_ text: String, _ edits: String) throws -> String {
    let list = try JSONParser.parse(Array("[\(edits)]".utf8), file: "edits", limits: Limits())
    let bytes = try SceneEdit.list(list).reduce(Array(text.utf8)) { bytes, edit in
      try edit.textEdit(of: bytes, file: "a.json", limits: Limits())?.applied(to: bytes) ?? bytes
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What one edit makes of a text.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let before, edit, after: String

    init(_ title: String, _ before: String, _ edit: String, _ after: String) {
      (testDescription, self.before, self.edit, self.after) = (title, before, edit, after)
    }
  }

  @Test("a value is set", arguments: setting)
  func sets(_ row: Row) throws {
    #expect(try edited(row.before, row.edit) == row.after)
  }

  private static let setting = [
    Row(
      "its bytes alone are replaced", #"{ "a":0.50 , /* b */ "b":[1, 2] }"#,
      #"{ "path": "/a", "value": 0.4 }"#, #"{ "a":0.4 , /* b */ "b":[1, 2] }"#),
    Row(
      "each kind of value", "[0, 0, 0, 0, 0, 0]",
      #"""
      { "path": "/0", "value": 1e21 }, { "path": "/1", "value": "a\"\n" },
      { "path": "/2", "value": false }, { "path": "/3", "value": null },
      { "path": "/4", "value": [] }, { "path": "/5", "value": { "k": [1.50] } }
      """#, #"[1e+21, "a\"\n", false, null, [], { "k": [1.5] }]"#),
    Row(
      "the text as a whole", "\u{FEFF}1 // one\n", #"{ "path": "", "value": 2 }"#,
      "\u{FEFF}2 // one\n"),
    Row(
      "an object that was on one line stays on one", #"{ "a": { "b": 1 } }"#,
      #"{ "path": "/a", "value": { "name": "\#(wide)", "b": [1, 2] } }"#,
      #"{ "a": { "name": "\#(wide)", "b": [1, 2] } }"#),
    Row(
      "an object of several lines that fits 100 columns", "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n",
      #"{ "path": "/a", "value": { "b": 2, "c": 3 } }"#, "{\n  \"a\": { \"b\": 2, \"c\": 3 }\n}\n"),
    Row(
      "one that does not fit, in a file with tabs and CRLF",
      "{\r\n\t\"a\": {\r\n\t\t\"b\": 1\r\n\t}\r\n}\r\n",
      #"{ "path": "/a", "value": { "name": "\#(wide)", "b": [1, 2] } }"#,
      "{\r\n\t\"a\": {\r\n\t\t\"name\": \"\(wide)\",\r\n\t\t\"b\": [1, 2]\r\n\t}\r\n}\r\n"),
  ]

  private static let wide = String(repeating: "x", count: 90)

  @Test("a key is added as the last one is written", arguments: adding)
  func adds(_ row: Row) throws {
    #expect(try edited(row.before, row.edit) == row.after)
  }

  private static let adding = [
    Row(
      "on the same line", #"{ "transition": { "type": "push", "duration": 1 } }"#,
      #"{ "path": "/transition/delay", "value": 0.1 }"#,
      #"{ "transition": { "type": "push", "duration": 1, "delay": 0.1 } }"#),
    Row(
      "on a line of its own", "{\n    \"a\": 1\n}\n", #"{ "path": "/b", "value": 2 }"#,
      "{\n    \"a\": 1,\n    \"b\": 2\n}\n"),
    Row(
      "with tabs and CRLF", "{\r\n\t\"a\": 1\r\n}\r\n", #"{ "path": "/b", "value": 2 }"#,
      "{\r\n\t\"a\": 1,\r\n\t\"b\": 2\r\n}\r\n"),
    Row(
      "a comment stays beside what it is about", "{\n  \"a\": 1 // one\n  // end\n}",
      #"{ "path": "/b", "value": 2 }"#, "{\n  \"a\": 1, // one\n  \"b\": 2\n  // end\n}"),
    Row(
      "a trailing comma stays one", "{\n  \"a\": 1, /* one */ // 1\n}",
      #"{ "path": "/b", "value": 2 }"#,
      "{\n  \"a\": 1, /* one */ // 1\n  \"b\": 2,\n}"),
    Row(
      "a comment that ends the line hides nothing", "{ \"a\": 1 // one\n}",
      #"{ "path": "/b", "value": 2 }"#, "{ \"a\": 1, \"b\": 2 // one\n}"),
    Row(
      "behind an object of several lines", "{\n  \"a\": {\n    \"b\": 1\n  }\n}",
      #"{ "path": "/c", "value": true }"#, "{\n  \"a\": {\n    \"b\": 1\n  },\n  \"c\": true\n}"),
    Row(
      "an object that does not fit", "{\n  \"a\": 1\n}",
      #"{ "path": "/b", "value": { "c": "\#(wide)" } }"#,
      "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": \"\(wide)\"\n  }\n}"),
    Row("to an empty object", "{\n}\n", #"{ "path": "/a", "value": 1 }"#, "{ \"a\": 1 }\n"),
    Row(
      "to an object with a comment alone", "{ // none\n}", #"{ "path": "/a", "value": 1 }"#,
      "{ \"a\": 1 // none\n}"),
    Row(
      "parents are made", "{\n  \"version\": 1\n}",
      #"{ "path": "/transition/gesture/edge", "value": "left" }"#,
      "{\n  \"version\": 1,\n  \"transition\": { \"gesture\": { \"edge\": \"left\" } }\n}"),
    Row(
      "a list is made for a dash", "{ \"a\": 1 }", #"{ "path": "/b/-/c", "value": 2 }"#,
      #"{ "a": 1, "b": [{ "c": 2 }] }"#),
    Row(
      "a recipe's name becomes its type", #"{ "transition": "push" }"#,
      #"{ "path": "/transition/duration", "value": 0.4 }"#,
      #"{ "transition": { "type": "push", "duration": 0.4 } }"#),
    Row(
      "so does one in a rule, and a file's",
      #"{ "transition": ["slam.json", "fade"] }"#,
      #"{ "path": "/transition/0/curve/spring/bounce", "value": 0 }"#,
      #"{ "transition": [{ "type": "slam.json", "curve": { "spring": { "bounce": 0 } } }, "fade"] }"#
    ),
    Row("an element at the end", "[1, 2]", #"{ "path": "/-", "value": 3 }"#, "[1, 2, 3]"),
    Row(
      "an element at the count", "[\n  1\n]", #"{ "path": "/1", "value": 3 }"#, "[\n  1,\n  3\n]"),
    Row(
      "an element of none", "{ \"a\": [ ] }", #"{ "path": "/a/-", "value": 3 }"#, #"{ "a": [3] }"#),
    Row(
      "an element beside a comment", "[/* none */]", #"{ "path": "/-", "value": 3 }"#,
      "[3 /* none */]"),
  ]

  @Test(
    "a value is removed with its comma, and with its line if nothing else is there",
    arguments: removing)
  func removes(_ row: Row) throws {
    #expect(try edited(row.before, row.edit) == row.after)
  }

  private static let removing = [
    Row("the first of a line", #"{ "a": 1, "b": 2 }"#, #"{ "path": "/a" }"#, #"{ "b": 2 }"#),
    Row("the last of a line", #"{ "a": 1, "b": 2 }"#, #"{ "path": "/b" }"#, #"{ "a": 1 }"#),
    Row("an element", "[1, 2, 3]", #"{ "path": "/1" }"#, "[1, 3]"),
    Row("the last element", "[1, 2]", #"{ "path": "/1" }"#, "[1]"),
    Row("a line", "{\n  \"a\": 1,\n  \"b\": 2\n}", #"{ "path": "/a" }"#, "{\n  \"b\": 2\n}"),
    Row(
      "a line that ends in CRLF", "{\r\n\t\"a\": 1,\r\n\t\"b\": 2\r\n}", #"{ "path": "/a" }"#,
      "{\r\n\t\"b\": 2\r\n}"),
    Row("the last line", "{\n  \"a\": 1,\n  \"b\": 2\n}", #"{ "path": "/b" }"#, "{\n  \"a\": 1\n}"),
    Row(
      "several lines", "{\n  \"a\": {\n    \"c\": 1\n  },\n  \"b\": 2\n}", #"{ "path": "/a" }"#,
      "{\n  \"b\": 2\n}"),
    Row(
      "the last one with a trailing comma", "{\n  \"a\": 1,\n  \"b\": 2,\n}", #"{ "path": "/b" }"#,
      "{\n  \"a\": 1,\n}"),
    Row(
      "the end of a line", "{ \"a\": 1,\n  \"b\": 2 }", #"{ "path": "/a" }"#, "{\n  \"b\": 2 }"),
    Row(
      "the last one behind a comment", "{\n  \"a\": 1, // one\n  \"b\": 2\n}", #"{ "path": "/b" }"#,
      "{\n  \"a\": 1 // one\n}"),
    Row(
      "the last one before a comment", "{\n  \"a\": 1,\n  \"b\": 2 // two\n}", #"{ "path": "/b" }"#,
      "{\n  \"a\": 1\n  // two\n}"),
    Row(
      "a comment that ends the line in front stays one", "[1, // one\n  2]", #"{ "path": "/1" }"#,
      "[1 // one\n  ]"),
    Row(
      "one with comments on both sides", "{ /* a */ \"a\": 1 /* 1 */, \"b\": 2 }",
      #"{ "path": "/a" }"#,
      "{ /* a */ /* 1 */ \"b\": 2 }"),
    Row(
      "the only one", "{\n  \"a\": [\n    1,\n  ]\n}", #"{ "path": "/a/0" }"#, "{\n  \"a\": []\n}"),
    Row("the only one beside a comment", "[/* a */ 1]", #"{ "path": "/0" }"#, "[/* a */ ]"),
    Row(
      "what is not there", #"{ "a": 1 }"#, #"{ "path": "/b/c" }, { "path": "/a/b" }"#,
      #"{ "a": 1 }"#),
    Row("the first of two", #"{ "a": 1, "a": 2 }"#, #"{ "path": "/a" }"#, #"{ "a": 2 }"#),
  ]

  @Test("characters give way to others, as a mistake's fix says it")
  func fixes() throws {
    #expect(
      try edited(
        "\u{FEFF}{\r\n  \"é\": 1, \"typ\": \"push\"\r\n}",
        #"{ "line": 2, "column": 11, "length": 5, "text": "\"type\"" }"#)
        == "\u{FEFF}{\r\n  \"é\": 1, \"type\": \"push\"\r\n}")
  }

  @Test(
    "what cannot be edited is told",
    arguments: [
      (
        #"{ "path": "/list/4", "value": 1 }"#,
        "a.json:1:11: error: there are 3 items, counted from 0"
      ),
      (
        #"{ "path": "/list/01" }"#,
        "a.json:1:11: error: there are 3 items, counted from 0"
      ),
      (
        #"{ "path": "/list/0/a", "value": 1 }"#,
        "a.json:1:12: error: expected a list or an object, found a number"
      ),
      (#"{ "path": "" }"#, "a.json:1:1: error: the key \"value\" is missing"),
      (
        #"{ "path": "a/b" }"#,
        "edits:1:12: error: expected a JSON pointer such as /transition/duration, "
          + "found \"a/b\""
      ),
      (#"{ "pat": "/a" }"#, "edits:1:4: error: unknown key \"pat\"; did you mean \"path\"?"),
      (
        #"{ "path": "/a", "valeu": 1 }"#,
        "edits:1:18: error: unknown key \"valeu\"; did you mean \"value\"?"
      ),
      (
        #"{ "path": "/a", "value": [1e999] }"#,
        "edits:1:28: error: the number is too large"
      ),
      (#"3"#, "edits:1:2: error: expected an object (edit) or an object (fix), found a number"),
      (
        #"{ "line": 1, "column": 14, "length": 90, "text": "" }"#,
        "a.json:1:14: error: expected 90 characters, found the end of the line"
      ),
      (
        #"{ "line": 2, "column": 1, "length": 1, "text": "" }"#,
        "a.json:2:1: error: expected 1 character, found the end of the line"
      ),
    ])
  func refuses(_ edit: String, _ message: String) {
    let error = #expect(throws: SceneError.self) {
      try edited(#"{ "list": [1, 2, 3], "name": "a" }"#, edit)
    }
    #expect(error?.description == message)
  }

  @Test(
    "a pointer is read and written",
    arguments: [
      ("", []), ("/", [""]), ("/a/0/-", ["a", "0", "-"]), ("/a~1b/~0/~01", ["a/b", "~", "~1"]),
      ("/a//", ["a", "", ""]), ("/\u{301}é", ["\u{301}é"]),
    ])
  func pointers(_ text: String, _ tokens: [String]) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(pointer.tokens == tokens)
    #expect("\(pointer)" == text)
  }

  @Test("other texts are no pointers", arguments: ["a", "~", "/~", "/~2", "/~/a", "#/a"])
  func noPointers(_ text: String) {
    #expect(JSONPointer(text) == nil)
  }
}

import Testing

@testable import Formatting

@Suite("written JSON")
struct JSONValueTests {
  static let value = JSONValue.object([
    "name": .text("a \"b\"\\\n\u{1B}\u{202E}\u{1F600}"), "none": nil, "empty": .list([]),
    "rows": .list([
      .object(["x": .number(1), "list": .list([.whole(1), .number(0.5)])]),
      .object(["x": .fixed(0.5, decimals: 3), "inner": .object(["y": .null])]),
    ]), "nothing": .object([JSONValue.Member]()), "infinite": .number(.infinity),
  ])

  static let name = #""a \"b\"\\\n\u001b\u202e😀""#

  @Test("on one line, without blanks")
  func compact() {
    #expect(
      Self.value.text(.compact)
        == #"{"name":\#(Self.name),"empty":[],"rows":[{"x":1,"list":[1,0.5]},"#
        + #"{"x":0.500,"inner":{"y":null}}],"nothing":{},"infinite":null}"#)
  }

  @Test("on one line, with blanks")
  func line() {
    #expect(
      Self.value.text(.line)
        == #"{ "name": \#(Self.name), "empty": [], "rows": [{ "x": 1, "list": [1, 0.5] }, "#
        + #"{ "x": 0.500, "inner": { "y": null } }], "nothing": {}, "infinite": null }"#)
  }

  @Test("a line for every member, and for every object of a list")
  func members() {
    #expect(
      Self.value.text(.members) == """
        {
          "name": \(Self.name),
          "empty": [],
          "rows": [
            {
              "x": 1,
              "list": [1,0.5]
            },
            {
              "x": 0.500,
              "inner": {
                "y": null
              }
            }
          ],
          "nothing": {},
          "infinite": null
        }
        """)
  }

  @Test("a row for every object of a list")
  func rows() {
    #expect(
      Self.value.text(.rows) == """
        {
          "name": \(Self.name),
          "empty": [],
          "rows": [
            { "x": 1, "list": [1, 0.5] },
            { "x": 0.500, "inner": { "y": null } }
          ],
          "nothing": {},
          "infinite": null
        }
        """)
  }

  @Test("rows in an object of a row have lines, too")
  func nestedRows() {
    let leaf = JSONValue.list([.object(["b": .whole(1)])])
    #expect(
      JSONValue.object(["a": .object(["name": .text("a"), "layers": leaf])]).text(.rows) == """
        {
          "a": { "name": "a", "layers": [
            { "b": 1 }
          ] }
        }
        """)
  }

  @Test("what fits stands on one line, the rest on several")
  func fitted() {
    let long = String(repeating: "x", count: 90)
    #expect(JSONValue.list([.text("a"), .whole(1)]).text(.fitted) == #"["a", 1]"#)
    #expect(
      JSONValue.object(["a": .text(long), "b": .list([.whole(1)])]).text(.fitted) == """
        {
          "a": "\(long)",
          "b": [1]
        }
        """)
  }
}

import Formatting
import Testing

@testable import SceneFormat

@Suite("reports of mistakes")
struct ReportTests {
  private func excerpt(_ text: String, line: Int = 1, column: Int) -> String {
    let place = Place(file: "a\u{202E}.json", line: line, column: column)
    let mistake = SceneError(place: place, problem: .structure(.duplicateKey("k\u{1B}[31m")))
    return SourceText(file: place.file, bytes: Array(text.utf8)).excerpt(for: mistake)
  }

  private let head = #"a\u{202E}.json:1:"#
  private let tail = #": error: the key "k\u{1B}[31m" is there twice"#

  @Test("the caret stands below its place, behind a gutter, tabs and wide characters too")
  func caret() {
    #expect(
      excerpt("\t日本e\u{301} x", column: 7)
        == "\(head)7\(tail)\n1 |  日本e\u{301} x\n  |        ^\n")
  }

  @Test("control characters and changes of direction are printed as escapes")
  func escapes() {
    let lines = excerpt("\u{FEFF}a\u{1B}\u{202E}b", column: 4).split(separator: "\n")
    #expect(lines[1] == #"1 | a\u{1B}\u{202E}b"#)
    #expect(lines[2].count == 20)
  }

  @Test("lines end with any of the three line ends")
  func lineEnds() {
    let source = SourceText(file: "a", bytes: Array("1\r\n2\r3\n\n5".utf8))
    let lines = (1...6).map { line in
      source.line(at: Place(file: "a", line: line, column: 1)).text
    }
    #expect(lines == ["1", "2", "3", "", "5", ""])
  }

  @Test(
    "what is meant is guessed when it is near",
    arguments: [
      ("easeinout", "easeInOut"), ("durration", "duration"), ("udration", "duration"),
      ("colour", "color"), ("xyz", nil), ("", nil), ("d", nil),
    ] as [(String, String?)])
  func suggestions(_ word: String, _ name: String?) {
    let names = ["easeIn", "easeInOut", "duration", "color"]
    #expect(Suggestion.nearest(to: word, in: names) == name)
  }

  @Test(
    "words of other tools are understood",
    arguments: [
      (#""layers": [{ "frame": [0, 0, 9, 9], "children": [] }]"#, "layers"),
      (#""layers": [{ "type": "group", "frame": [0, 0, 9, 9] }]"#, "box"),
      (#""layers": [{ "type": "label", "text": "a", "frame": [0, 0, 9, 9] }]"#, "text"),
      (#""layers": [{ "frame": [0, 0, 9, 9], "alpha": 1 }]"#, "opacity"),
      (#""layers": [{ "frame": [0, 0, 9, 9], "backgroundColor": "red" }]"#, "fill"),
      (#""layers": [{ "frame": [0, 0, 9, 9], "border-radius": 2 }]"#, "cornerRadius"),
      (#""layers": [{ "type": "text", "content": "a", "frame": [0, 0, 9, 9] }]"#, "text"),
      (
        #""layers": [{ "type": "text", "text": "a", "fontSize": 9, "frame": [0, 0, 9, 9] }]"#,
        "size"
      ),
      (#""layers": [{ "type": "image", "url": "a.png", "frame": [0, 0, 9, 9] }]"#, "src"),
      (#""layers": [{ "frame": [0, 0, 9, 9], "blend": "color-dodge" }]"#, "colorDodge"),
      (#""layers": [{ "frame": [0, 0, 9, 9], "rotation": 9 }]"#, "transform"),
    ])
  func synonyms(_ screen: String, _ meant: String) {
    let reading = Shelf().reading(#"{ "version": 1, "from": { \#(screen) }, "to": {} }"#)
    #expect(
      reading.mistakes.contains { $0.problem.hint?.contains(#"did you mean "\#(meant)"?"#) == true }
    )
  }

  @Test(
    "transitions of other tools are understood",
    arguments: [
      (#""type": "crossfade""#, "fade"), (#""type": "fade", "easing": "linear""#, "curve"),
      (#""type": "fade", "curve": "ease-in-out""#, "easeInOut"),
      (#""type": "fade", "curve": "ease""#, "default"), (#""type": "sheet""#, "present"),
    ])
  func transitionSynonyms(_ keys: String, _ meant: String) {
    let reading = Shelf().reading(
      #"{ "version": 1, "from": {}, "to": {}, "transition": { \#(keys) } }"#)
    #expect(
      reading.mistakes.contains { $0.problem.hint?.contains(#"did you mean "\#(meant)"?"#) == true }
    )
  }

  @Test("there is all that other tools' words stand for")
  func synonymsExist() {
    let schema = SceneSchema.text(for: .scene)
    for name in Suggestion.names { #expect(schema.contains("\"\(name)\"")) }
  }

  @Test("every limit is named by its flag")
  func limits() {
    for limit in Limit.allCases {
      let message = Problem.limit(limit, allowed: 7).message
      #expect(message.contains("--limit-\(limit.rawValue)") && message.contains(" 7 "))
    }
  }
}

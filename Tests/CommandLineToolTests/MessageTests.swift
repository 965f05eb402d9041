import SceneFormat
import Testing

@testable import CommandLineTool

@Suite struct MessageTests {
  static let place = Place(file: "scenes/push.json", line: 14, column: 12)
  static let mistake = Diagnostic(
    .error, .place(place), "unknown curve \"easeinout\"", hint: "did you mean \"easeInOut\"?",
    sourceLine: "\t\"curve\":  \"easeinout\",")

  @Test("a mistake is a line, the source and a caret")
  func printsMistake() {
    let expected = """
      scenes/push.json:14:12: error: unknown curve "easeinout"; did you mean "easeInOut"?
      14 |  "curve":  "easeinout",
         |            ^

      """
    #expect(Self.mistake.text(.plain, width: 80) == expected)
    let colors = Ink(.always, isTerminal: false) { _ in nil }
    #expect(Self.mistake.text(colors, width: 80).hasSuffix("|            \u{1B}[1;32m^\u{1B}[0m\n"))
  }

  @Test("a mistake is one JSON object on a line")
  func printsJSON() {
    #expect(
      Self.mistake.json == #"""
        {"severity":"error","file":"scenes/push.json","line":14,"column":12,"message":"unknown curve \"easeinout\"","hint":"did you mean \"easeInOut\"?"}

        """#)
    let bare = Diagnostic(.warning, .program, "a\n\u{1B}\u{1F600}\u{202E}\\")
    #expect(
      bare.json
        == #"{"severity":"warning","message":"a\n\u001b😀\u202e\\"}"# + "\n")
  }

  @Test("nothing in a message moves the cursor")
  func isVisible() {
    let nasty = "\u{1B}[2J\r\n\u{7F}\u{9B}\u{202E}\u{2066}\u{200B}\u{2028}é字"
    let diagnostic = Diagnostic(
      .error, .place(Place(file: nasty, line: 1, column: 3)), nasty, hint: nasty, sourceLine: nasty)
    let shown = diagnostic.text(.plain, width: 80)
    #expect(shown.unicodeScalars.filter { $0 == "\n" }.count == 3)
    for scalar in shown.unicodeScalars where scalar != "\n" {
      #expect(!Visible.isHidden(scalar), "\(scalar.value)")
    }
    #expect(Visible.text("a\u{1B}[31mb") == "a\\u{1B}[31mb")
    #expect(Visible.quoted(String(repeating: "x", count: 1000)).count == 203)
  }

  static let paths: [(path: String, shown: String)] = [
    ("a.json", "a.json"), ("../a", "../a"), ("/a", "/a"), ("~/a", "~/a"), ("-", "-"), ("_a", "_a"),
    ("字.json", "字.json"), ("0", "0"), ("", ""), ("::error::x.json", "./::error::x.json"),
    ("##[error]x", "./##[error]x"), (" ::x", "./ ::x"), ("\u{A0}::x", "./\u{A0}::x"),
    ("\n::x", #"./\u{A}::x"#), ("\u{301}::x", "./\u{301}::x"),
  ]

  @Test("a path that begins a line begins no command", arguments: paths)
  func beginsLine(_ row: (path: String, shown: String)) {
    #expect(Visible.path(row.path) == row.shown)
  }

  @Test(
    "quantities are written as people read them",
    arguments: [
      (Quantity.bytes(0), "0 B"), (Quantity.bytes(999), "999 B"), (Quantity.bytes(1000), "1 kB"),
      (Quantity.bytes(123_456), "123 kB"), (Quantity.bytes(9_164_986), "9.2 MB"),
      (Quantity.pixels(33_500_000), "33.5 MP"), (Quantity.fixed(0.42, decimals: 2), "0.42"),
      (Quantity.fixed(-0.001, decimals: 2), "0.00"), (Quantity.fixed(-1.5, decimals: 1), "-1.5"),
      (Quantity.fixed(12, decimals: 0), "12"), (Quantity.fixed(.infinity, decimals: 2), "inf"),
      (Quantity.short(8), "8"), (Quantity.short(0.25), "0.25"),
      (Quantity.short(0.375, atMost: 3), "0.375"), (Quantity.short(50 / 3, atMost: 3), "16.667"),
      (Quantity.short(12.5, atMost: 3), "12.5"), (Quantity.short(100, atMost: 3), "100"),
      (Quantity.count(1, "delay"), "1 delay"), (Quantity.count(0, "frame"), "0 frames"),
      (Quantity.count(2, "colour"), "2 colours"), (Quantity.share(1), "100 %"),
      (Quantity.share(0.999958), "99.99 %"), (Quantity.share(0.5), "50.00 %"),
      (Quantity.share(0.29), "29.00 %"), (Quantity.share(0), "0.00 %"),
    ])
  func writesQuantities(_ written: String, _ expected: String) { #expect(written == expected) }

  @Test("a summary says what was written")
  func summarizes() {
    let output = PlannedOutput(scene: 0, format: .gif, destination: .file("output/push.gif"))
    let written = Written(
      output: output, frames: 26, widthPixels: 390, heightPixels: 844, bytes: 123_456,
      seconds: 0.42)
    #expect(written.summary == "output/push.gif  26 frames  390 x 844  123 kB  0.42 s")
  }

  @Test("colours are there when they are wanted, and never when somebody objects")
  func choosesColors() {
    func isColored(_ choice: ColorChoice?, _ isTerminal: Bool, _ noColor: String?) -> Bool {
      Ink(choice, isTerminal: isTerminal) { $0 == "NO_COLOR" ? noColor : nil }.isColored
    }
    #expect(isColored(nil, true, nil))
    #expect(isColored(.auto, true, ""))
    #expect(!isColored(.auto, true, "1"))
    #expect(!isColored(.auto, false, nil))
    #expect(isColored(.always, false, "1"))
    #expect(!isColored(.never, true, nil))
  }

  @Test("the meter fits its line, from the first frame to the last")
  func meterFits() {
    for width in [0, 1, 10, 20, 40, 80, 200] {
      for done in [-1, 0, 1, 13, 26, 30] {
        let line = ProgressMeter.line(
          "push.json", Progress(framesDone: done, framesInAll: 26), elapsedSeconds: 0.5,
          width: width)
        #expect(line.count < max(1, width), "\(width): \(line)")
      }
    }
    let half = ProgressMeter.line(
      "push.json", Progress(framesDone: 13, framesInAll: 26), elapsedSeconds: 0.5, width: 80)
    #expect(half == "push.json  [###############---------------]  13/26 frames  26/s  0.5 s left")
  }
}

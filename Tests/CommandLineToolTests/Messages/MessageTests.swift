import Regression
import Formatting
import SceneFormat
import Testing

@testable import CommandLineTool
@testable import RenderTransition

@Suite struct MessageTests {
  static let place = Place(file: "scenes/push.json", line: 14, column: 12)
  static let mistake = Diagnostic(
    .error, .place(place), "unknown curve \"easeinout\"", hint: "did you mean \"easeInOut\"?",
    sourceLine: LinePart("\t\"curve\":  \"easeinout\","))

  @Test("a mistake is a line, the source and a caret")
  func printsMistake() {
    let expected = """
      scenes/push.json:14:12: error: unknown curve "easeinout"; did you mean "easeInOut"?
      14 |  "curve":  "easeinout",
         |            ^

      """
    #expect(Self.mistake.text(.plain, width: 80) == expected)
    let colors = TextStyle(.always, isTerminal: false) { _ in nil }
    #expect(Self.mistake.text(colors, width: 80).hasSuffix("|            \u{1B}[1;32m^\u{1B}[0m\n"))
  }

  @Test("a mistake is one JSON object on a line")
  func printsJSON() {
    #expect(
      Self.mistake.json.text(.compact) == #"""
        {"severity":"error","file":"scenes/push.json","line":14,"column":12,"message":"unknown curve \"easeinout\"","hint":"did you mean \"easeInOut\"?"}
        """#)
    let bare = Diagnostic(.warning, .program, "a\n\u{1B}\u{1F600}\u{202E}\\")
    #expect(
      bare.json.text(.compact)
        == #"{"severity":"warning","message":"a\n\u001b😀\u202e\\"}"#)
  }

  @Test("nothing in a message moves the cursor")
  func isVisible() {
    let nasty = "\u{1B}[2J\r\n\u{7F}\u{9B}\u{202E}\u{2066}\u{200B}\u{2028}é字"
    let diagnostic = Diagnostic(
      .error, .place(Place(file: nasty, line: 1, column: 3)), nasty, hint: nasty,
      sourceLine: LinePart(nasty))
    let shown = diagnostic.text(.plain, width: 80)
    #expect(shown.unicodeScalars.filter { $0 == "\n" }.count == 3)
    for scalar in shown.unicodeScalars where scalar != "\n" {
      #expect(Escaped.isPrintable(scalar), "\(scalar.value)")
    }
  }

  @Test("a summary says what was written")
  func summarizes() {
    let written = WrittenOutput(
      request: OutputRequest(.gif, to: .path("output/push.gif")), frames: 26, widthPixels: 390,
      heightPixels: 844, bytes: 123_456,
      seconds: 0.42)
    #expect(written.summary == "output/push.gif  26 frames  390 x 844  123 kB  0.42 s")
  }

  @Test("colours are there when they are wanted, and never when somebody objects")
  func choosesColors() {
    func isColored(_ choice: ColorChoice?, _ isTerminal: Bool, _ noColor: String?) -> Bool {
      TextStyle(choice, isTerminal: isTerminal) { $0 == "NO_COLOR" ? noColor : nil }.isColored
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
          "push.json", RenderProgress(framesDone: done, framesInAll: 26), elapsedSeconds: 0.5,
          width: width)
        #expect(line.count < max(1, width), "\(width): \(line)")
      }
    }
    let half = ProgressMeter.line(
      "push.json", RenderProgress(framesDone: 13, framesInAll: 26), elapsedSeconds: 0.5, width: 80)
    #expect(half == "push.json  [###############---------------]  13/26 frames  26/s  0.5 s left")
  }
}

import Regression
import RenderTransition
import Synchronization
import TestSupport
import Testing

@testable import CommandLineTool

/// A console that remembers what is written.
final class Slate: Sendable {
  private let texts = Mutex<[Console.Stream: String]>([:])

  func text(_ stream: Console.Stream) -> String { texts.withLock { $0[stream] ?? "" } }

  func console(
    terminals: Set<Console.Stream> = [], outputFailure: Failure? = nil
  ) -> Console {
    Console(
      isTerminal: { terminals.contains($0) }, isTerminalFile: { $0 == "/dev/tty" },
      width: { _ in 80 }, environment: { _ in nil }, exists: { _ in false },
      identity: PathName.normal,
      write: { [self] (text, stream) throws(Failure) in
        if let outputFailure, stream == .output { throw outputFailure }
        texts.withLock { $0[stream, default: ""] += text }
      })
  }
}

/// Scenes of a few pixels in a folder of their own, which command lines call `$d`.
private struct TinyScenes {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    let plain = #"""
      { "version": 1, "canvas": { "width": 8, "height": 6 }, "from": { "background": "#fff" },
        "to": { "background": "#123" }, "transition": { "type": "fade", "duration": 0.02 } }
      """#
    let changes = [
      ("a", "", ""), ("b", "", ""), ("bad", #""to""#, #""too""#), ("bad2", #""to""#, #""too""#),
      ("odd", #""version": 1"#, #""version": 1, "output": { "fps": 60 }"#),
      ("jumpy", "fade", "slide"), ("late", "1,", #"1, "expect": { "settledBy": 0 },"#),
    ]
    for (name, old, new) in changes {
      let text = old.isEmpty ? plain : plain.replacing(old, with: new, maxReplacements: 1)
      try folder.write(text, to: "\(name).json")
    }
  }

  /// What the program says to `typed`, without excerpts and times.
  func run(_ typed: String, on console: Console, _ slate: Slate) async -> Run {
    let line = typed.replacing("$d", with: folder.path)
    let code = await Tool(console: console).run(words(line))
    func shown(_ stream: Console.Stream) -> String {
      slate.text(stream).replacing(folder.path, with: "$d")
        .replacing(/\ \ \d+\.\d\d s\n/, with: "  T\n").replacing(/\d+ \| .*\n +\| +\^\n/, with: "")
    }
    return Run(typed, code, output: shown(.output), error: shown(.error))
  }
}

extension Tool {
  /// Does all that `arguments` say.
  fileprivate func run(_ arguments: [String]) async -> ExitCode {
    switch begin(arguments) {
    case .done(let code): code
    case .remains(_, let work): await work()
    }
  }
}

/// A command line, and all that comes of it.
struct Run: CustomTestStringConvertible, Sendable {
  var typed: String
  var code: ExitCode
  var output: String
  var error: String

  init(_ typed: String, _ code: ExitCode, output: String = "", error: String = "") {
    (self.typed, self.code, self.output, self.error) = (typed, code, output, error)
  }

  var testDescription: String { typed }
}

@Suite struct ToolTests {
  static let runs = [
    Run("--version", .done, output: "render-transition \(Tool.version)\n"),
    Run(
      "inspect $d/a.json --tree", .done,
      output: """
        from  box  [0 0 8 6]  clip  fill #FFFFFF
          from.content  box  [0 0 8 6]
        to  box  [0 0 8 6]  clip  fill #112233
          to.content  box  [0 0 8 6]

        """),
    Run("check $d/a.json", .done, error: "1 scene is valid\n"),
    Run("check $d/a.json $d/b.json", .done, error: "2 scenes are valid\n"),
    Run(
      "check $d/odd.json", .done,
      error: """
        $d/odd.json:1:36: warning: a GIF shows at most 50 frames a second, not 60; write 50, or \
        another format
        1 scene is valid

        """),
    Run("check $d/odd.json --quiet", .done),
    Run("check $d/jumpy.json --quiet", .done),
    Run(
      "check $d/late.json", .different,
      error: "$d/late.json:1:42: error: \"from.opacity\" settles at 0.02 s, expected by 0 s\n"),
    Run(
      "check $d/bad.json $d/a.json $d/bad2.json", .invalidScene,
      error: """
        $d/bad.json:1:1: error: the key "to" is missing
        $d/bad.json:2:3: error: unknown key "too"; did you mean "to"?
        $d/bad2.json:1:1: error: the key "to" is missing
        $d/bad2.json:2:3: error: unknown key "too"; did you mean "to"?

        """),
    Run(
      "check $d/bad.json -q --errors json", .invalidScene,
      error: #"""
        {"severity":"error","file":"$d/bad.json","line":1,"column":1,"message":"the key \"to\" is \#
        missing"}
        {"severity":"error","file":"$d/bad.json","line":2,"column":3,"message":"unknown key \"too\"",\#
        "hint":"did you mean \"to\"?","fix":{"length":5,"replacement":"\"to\""}}

        """#),
    Run("$d/a.json -o $d/x.gif", .done, error: "$d/x.gif  2 frames  8 x 6  160 B  T\n"),
    Run("$d/a.json -q -o $d/x.gif", .done),
    Run(
      "$d/a.json --fps 60 -o $d/x.gif", .done,
      error: """
        render-transition: warning: a GIF shows at most 50 frames a second, not 60; write 50, or \
        another format
        $d/x.gif  2 frames  8 x 6  160 B  T

        """),
    Run(
      "$d/a.json --fps 60 -o $d/x.apng", .done,
      error: "$d/x.apng  3 frames  8 x 6  333 B  T\n"),
    Run("$d/a.json --errors json -o $d/x.gif", .done),
    Run(
      "$d/a.json $d/bad.json -o $d/", .invalidScene,
      error: """
        $d/bad.json:1:1: error: the key "to" is missing
        $d/bad.json:2:3: error: unknown key "too"; did you mean "to"?

        """),
    Run(
      "$d/a.json --format gif -o /dev/full", .failure,
      error: "render-transition: error: cannot write \"/dev/full\": No space left on device\n"),
    Run(
      "frame $d/a.json --at 0 -o $d/x.png", .done, error: "$d/x.png  1 frame  8 x 6  93 B  T\n"),
    Run(
      "frame $d/a.json --at 0.01s,2s -o $d/x.png", .done,
      error: """
        render-transition: warning: the run ends after 0.02 s: at 2 s there is its end
        $d/x.png  2 frames  17 x 6  121 B  T

        """),
    Run(
      "$d/a.json -o x.bmp", .usage,
      error: """
        render-transition: error: unknown format: "x.bmp"; the formats are .gif, .apng, \
        .webp, .mp4, .y4m, .rgba and "/" for a PNG sequence; or say --format

        """),
    Run(
      "$d/a.json --fsp", .usage,
      error: "render-transition: error: unknown flag \"--fsp\"; did you mean \"--fps\"?\n"),
    Run(
      "$d/a.json --fsp --errors json", .usage,
      error: #"{"severity":"error","message":"unknown flag \"--fsp\"","#
        + #""hint":"did you mean \"--fps\"?"}"# + "\n"),
  ]

  @Test("results go to stdout, everything else to stderr, and the code tells", arguments: runs)
  func answers(_ run: Run) async throws {
    let slate = Slate()
    let answer = try await TinyScenes().run(run.typed, on: slate.console(), slate)
    #expect(answer.code == run.code)
    #expect(answer.output == run.output)
    #expect(answer.error == run.error)
  }

  @Test("lists name what is built in, with the values of its parameters, for people and programs")
  func lists() async {
    let expected = [
      (
        "list recipes",
        "  parallax          how far the old screen moves, in widths: 0.5, from 0 to 1\n"
      ),
      ("list recipes --json", #"{"name":"parallax","default":0.5,"range":[0,1],"help":"#),
      ("list curves", "linear "), ("list curves --json", #"  {"name":"linear","summary":"#),
    ]
    for (typed, part) in expected {
      let slate = Slate()
      #expect(await Tool(console: slate.console()).run(words(typed)) == .done)
      #expect(slate.text(.output).contains(part), "\(typed)")
      #expect(slate.text(.error) == "")
    }
  }

  @Test("a picture that is drawn otherwise than elsewhere is told by doctor")
  func doctor() async {
    var test = SelfTest.all[2]
    test.expected = "0"
    let report = await DoctorReport(running: [SelfTest.all[1], test])
    #expect(report.code == .different)
  }

  @Test("pictures are not written to a terminal")
  func refusesTerminal() async throws {
    let slate = Slate()
    let console = slate.console(terminals: [.output])
    let answer = try await TinyScenes().run("$d/a.json -o -", on: console, slate)
    #expect(answer.code == .usage)
    #expect(answer.error.contains("pictures are not written to a terminal"))
  }

  @Test("a broken pipe is quiet")
  func brokenPipe() async {
    let slate = Slate()
    let console = slate.console(outputFailure: .silent(.brokenPipe))
    let code = await Tool(console: console).run(["schema"])
    #expect(code.number == 141)
    #expect(slate.text(.error) == "")
  }

  @Test("a full disk behind stdout is an error")
  func fullDisk() async {
    let slate = Slate()
    let full = Failure(.failure, "cannot write to stdout: No space left on device")
    let console = slate.console(outputFailure: full)
    let code = await Tool(console: console).run(["schema"])
    #expect(code == .failure)
    #expect(
      slate.text(.error)
        == "render-transition: error: cannot write to stdout: No space left on device\n")
  }

  @Test("a terminal shows a meter, and it is gone before the summary or the error")
  func showsMeter() async throws {
    for (name, end) in [("a", "frames  8 x 6"), ("late", "expected by 0 s")] {
      let slate = Slate()
      let console = slate.console(terminals: [.error])
      let typed = "$d/\(name).json --color never -o $d/x.gif"
      let shown = try await TinyScenes().run(typed, on: console, slate).error
      #expect(shown.contains("1/2 frames"), "\(shown)")
      #expect(shown.split(separator: "\u{1B}[K").last?.contains(end) == true, "\(shown)")
    }
  }

  @Test("exit codes are those of the manual")
  func exitCodes() {
    let codes: [ExitCode] = [
      .done, .different, .usage, .invalidScene, .badAsset, .failure, .missingTool, .noScene,
    ]
    #expect(codes.map(\.number) == Array(0...7))
    #expect(ExitCode.table.prefix(8).map(\.code) == codes.map { "\($0.number)" })
    #expect(ExitCode.signal(2).number == 130)
    #expect(ExitCode.signal(1000).number == 128)
  }
}

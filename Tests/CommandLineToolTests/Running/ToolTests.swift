import RenderTransition
import Regression
import SceneFormat
import Synchronization
import Testing

@testable import CommandLineTool

/// A console that remembers what is written.
final class Slate: Sendable {
  private let texts = Mutex<[Console.Stream: String]>([:])

  func text(_ stream: Console.Stream) -> String { texts.withLock { $0[stream] ?? "" } }

  func console(
    terminals: Set<Console.Stream> = [], outputFailure: Console.WriteFailure? = nil
  ) -> Console {
    Console(
      isTerminal: { terminals.contains($0) }, isTerminalFile: { $0 == "/dev/tty" },
      width: { _ in 80 }, environment: { _ in nil }, exists: { _ in false },
      identity: PathName.normal,
      write: { [self] (text, stream) throws(Console.WriteFailure) in
        if let outputFailure, stream == .output { throw outputFailure }
        texts.withLock { $0[stream, default: ""] += text }
      })
  }
}

/// A backend that knows scenes by their names: those that begin with "bad" are.
struct ToyBackend: Backend {
  struct ToyScene: OpenScene {
    var path: String
    var formats: [OutputFormat] { [.gif] }
    var runSeconds: Double { 0.5 }
    var warnings: [Diagnostic] {
      path.hasPrefix("odd") ? [Diagnostic(.warning, .file(path), "is odd")] : []
    }
    var timelineWarnings: [Diagnostic] {
      path.hasPrefix("jumpy") ? [Diagnostic(.warning, .file(path), "jumps")] : []
    }
    var unmetExpectations: [Diagnostic] {
      path.hasPrefix("late") ? [Diagnostic(.error, .file(path), "settles too late")] : []
    }

    func render(
      _ outputs: [PlannedOutput], _ settings: Settings,
      watch: @escaping @Sendable (RenderProgress) -> Void
    ) async throws(Failure) -> [Written] {
      watch(RenderProgress(framesDone: 1, framesInAll: 2))
      if path.hasPrefix("full") { throw Failure(.failure, "the disk is full") }
      return outputs.map(written)
    }

    func renderFrame(
      _ view: FrameView, _ outputs: [PlannedOutput], _ settings: Settings
    ) async throws(Failure) -> [Written] {
      outputs.map(written)
    }

    func inspect(
      _ view: InspectView, at moment: Moment, asJSON: Bool
    ) async throws(Failure) -> String {
      "\(view.rawValue) of \(path)\n"
    }

    private func written(_ output: PlannedOutput) -> Written {
      Written(output: output, frames: 2, widthPixels: 3, heightPixels: 4, bytes: 5, seconds: 0.5)
    }
  }

  func open(_ scene: String, _ settings: Settings) async throws(Failure) -> any OpenScene {
    guard scene.hasPrefix("bad") else { return ToyScene(path: scene) }
    let place = Place(file: scene, line: 1, column: 2)
    throw Failure(.invalidScene, [Diagnostic(.error, .place(place), "is bad")])
  }

  func encode(
    _ frames: [String], _ outputs: [PlannedOutput], _ settings: Settings,
    watch: @escaping @Sendable (RenderProgress) -> Void
  ) async throws(Failure) -> [Written] {
    outputs.map {
      Written(output: $0, frames: 2, widthPixels: 3, heightPixels: 4, bytes: 5, seconds: 0.5)
    }
  }

  func list(_ topic: Topic) -> [ListItem] {
    [
      ListItem(name: "fade", summary: "One."),
      ListItem(
        name: "push", summary: "Two.",
        parameters: [
          Parameter(
            name: "parallax", kind: .number(minimum: 0, maximum: 1), defaultValue: 1.0 / 3,
            help: "how far"),
          Parameter(name: "full", kind: .flag, defaultValue: 0, help: "whether all"),
        ]),
    ]
  }

  var schema: String { "{\"title\":\"toy\"}\n" }

  /// One that the program has, if it were drawn otherwise elsewhere.
  var selfTests: [SelfTest] {
    var test = SelfTest.all[2]
    test.expected = "0"
    return [test]
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
    Run("schema", .done, output: "{\"title\":\"toy\"}\n"),
    Run(
      "list recipes", .done,
      output: """
        fade        One.
        push        Two.
          parallax  how far: 0.3333, from 0 to 1
          full      whether all: false

        """),
    Run(
      "list curves --json", .done,
      output: """
        [
          {"name":"fade","summary":"One."},
          {"name":"push","summary":"Two.","parameters":[\
        {"name":"parallax","default":0.3333333333333333,"range":[0,1],"help":"how far"},\
        {"name":"full","default":false,"help":"whether all"}]}
        ]

        """),
    Run("inspect a.json --tree", .done, output: "tree of a.json\n"),
    Run("doctor -q", .different),
    Run("check a.json", .done, error: "1 scene is valid\n"),
    Run("check a.json b.json", .done, error: "2 scenes are valid\n"),
    Run("check odd.json", .done, error: "odd.json: warning: is odd\n1 scene is valid\n"),
    Run("check odd.json --quiet", .done),
    Run("check jumpy.json", .done, error: "jumpy.json: warning: jumps\n1 scene is valid\n"),
    Run("check late.json", .different, error: "late.json: error: settles too late\n"),
    Run(
      "check bad1.json a.json bad2.json", .invalidScene,
      error: "bad1.json:1:2: error: is bad\nbad2.json:1:2: error: is bad\n"),
    Run(
      "check bad.json -q --errors json", .invalidScene,
      error: #"{"severity":"error","file":"bad.json","line":1,"column":2,"message":"is bad"}"#
        + "\n"),
    Run("a.json", .done, error: "output/a.gif  2 frames  3 x 4  5 B  0.50 s\n"),
    Run("a.json -q", .done),
    Run(
      "a.json --fps 60", .done,
      error: """
        render-transition: warning: a GIF shows at most 50 frames a second, not 60; write 50, or \
        another format
        output/a.gif  2 frames  3 x 4  5 B  0.50 s

        """),
    Run("a.json --fps 60 -o a.apng", .done, error: "a.apng  2 frames  3 x 4  5 B  0.50 s\n"),
    Run("a.json --errors json", .done),
    Run("a.json -o -", .done, error: "stdout  2 frames  3 x 4  5 B  0.50 s\n"),
    Run("a.json bad.json", .invalidScene, error: "bad.json:1:2: error: is bad\n"),
    Run("full.json", .failure, error: "render-transition: error: the disk is full\n"),
    Run(
      "frame a.json --at 0 -o x.png", .done, error: "x.png  2 frames  3 x 4  5 B  0.50 s\n"),
    Run(
      "frame a.json --at 100%,0.5s -o x.png", .done,
      error: "x.png  2 frames  3 x 4  5 B  0.50 s\n"),
    Run(
      "frame a.json --at 0.1s,2s -o x.png", .done,
      error: """
        render-transition: warning: the run ends after 0.5 s: at 2 s there is its end
        x.png  2 frames  3 x 4  5 B  0.50 s

        """),
    Run(
      "a.json -o x.bmp", .usage,
      error: """
        render-transition: error: unknown format: "x.bmp"; the formats are .gif, .apng, \
        .webp, .mp4, .y4m, .rgba and "/" for a PNG sequence; or say --format

        """),
    Run(
      "a.json --fsp", .usage,
      error: "render-transition: error: unknown flag \"--fsp\"; did you mean \"--fps\"?\n"),
    Run(
      "a.json --fsp --errors json", .usage,
      error: #"{"severity":"error","message":"unknown flag \"--fsp\"","#
        + #""hint":"did you mean \"--fps\"?"}"# + "\n"),
  ]

  @Test("results go to stdout, everything else to stderr, and the code tells", arguments: runs)
  func answers(_ run: Run) async {
    let slate = Slate()
    let code = await Tool(backend: ToyBackend(), console: slate.console()).run(words(run.typed))
    #expect(code == run.code)
    #expect(slate.text(.output) == run.output)
    #expect(slate.text(.error) == run.error)
  }

  @Test("pictures are not written to a terminal")
  func refusesTerminal() async {
    let slate = Slate()
    let console = slate.console(terminals: [.output])
    let code = await Tool(backend: ToyBackend(), console: console).run(["a.json", "-o", "-"])
    #expect(code == .usage)
    #expect(slate.text(.error).contains("pictures are not written to a terminal"))
  }

  @Test("a broken pipe is quiet")
  func brokenPipe() async {
    let slate = Slate()
    let console = slate.console(outputFailure: .brokenPipe)
    let code = await Tool(backend: ToyBackend(), console: console).run(["schema"])
    #expect(code.number == 141)
    #expect(slate.text(.error) == "")
  }

  @Test("a full disk behind stdout is an error")
  func fullDisk() async {
    let slate = Slate()
    let console = slate.console(outputFailure: .refused(reason: "No space left on device"))
    let code = await Tool(backend: ToyBackend(), console: console).run(["schema"])
    #expect(code == .failure)
    #expect(
      slate.text(.error)
        == "render-transition: error: cannot write to stdout: No space left on device\n")
  }

  @Test("a terminal shows a meter, and it is gone before the summary or the error")
  func showsMeter() async {
    for scene in ["a.json", "full.json"] {
      let slate = Slate()
      let console = slate.console(terminals: [.error])
      _ = await Tool(backend: ToyBackend(), console: console).run([scene, "--color", "never"])
      let shown = slate.text(.error)
      #expect(shown.contains("1/2 frames"))
      let last = shown.split(separator: "\u{1B}[K").last
      #expect(last?.contains("frames  3 x 4") == true || last?.contains("disk is full") == true)
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

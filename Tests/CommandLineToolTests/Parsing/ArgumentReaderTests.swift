import Codecs
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat
import Testing

@testable import CommandLineTool

/// A command line, and what it comes to: a verb and its operands, and settings.
struct Line: CustomTestStringConvertible, Sendable {
  var typed, understood: String
  var settings: Settings

  init(
    _ typed: String, _ understood: String, _ change: (inout Settings) -> Void = { _ in }
  ) {
    (self.typed, self.understood, settings) = (typed, understood, Settings())
    change(&settings)
  }

  var testDescription: String { typed }
}

extension ParsedCommand {
  /// The verb and its operands.
  fileprivate var understood: String { ([verb.name] + operands).joined(separator: " ") }

  /// The settings, but for which flags are given.
  fileprivate var values: Settings {
    var values = settings
    values.given = []
    return values
  }
}

/// The words of a command line; `_` stands for an empty one.
func words(_ line: String) -> [String] {
  line.split(separator: " ").map { $0 == "_" ? "" : String($0) }
}

@Suite struct ArgumentReaderTests {
  static let requests = [
    Line("push.json", "render push.json"),
    Line("render push.json", "render push.json"),
    Line("a.json b.json", "render a.json b.json"),
    Line("-", "render -"),
    Line("./render", "render ./render"),
    Line("-- render", "render render"),
    Line("-- -odd.json", "render -odd.json"),
    Line("render -- --help", "render --help"),
    Line("frame a.json --at 50%", "frame a.json") {
      $0.moments = [.fraction(0.5)]
    },
    Line("frame --at=200ms a.json", "frame a.json") {
      $0.moments = [.seconds(0.2)]
    },
    Line(
      "frame a.json --at 0%,0.1s,100%",
      "frame a.json"
    ) { $0.moments = [.fraction(0), .seconds(0.1), .fraction(1)] },
    Line("check a.json b.json", "check a.json b.json"),
    Line(
      "inspect a.json --timeline --json",
      "inspect a.json"
    ) { ($0.view, $0.isJSON) = (.timeline, true) },
    Line(
      "inspect --display-list --at 0.2s a.json",
      "inspect a.json"
    ) { ($0.view, $0.moments) = (.displayList, [.seconds(0.2)]) },
    Line("inspect a.json --pick 12,30.5 --at 0.2s", "inspect a.json") {
      ($0.pick, $0.moments) = (SIMD2(12, 30.5), [.seconds(0.2)])
    },
    Line("list recipes", "list recipes"),
    Line("list --json curves", "list curves") { $0.isJSON = true },
    Line("schema", "schema"),
    Line("schema test-report", "schema test-report"),
    Line("diff a.png b.png --max-pixels 3", "diff a.png b.png") {
      $0.diff.limits.pixels = 3
    },
    Line("help", "help"),
    Line("help render", "help render"),
    Line("help --man", "help"),
    Line("help --markdown", "help"),
    Line("help --completions zsh", "help") { $0.shell = .zsh },
    Line("--help", "help"),
    Line("-h", "help"),
    Line("frame -h --nonsense", "help frame"),
    Line("push.json --help", "help"),
    Line("--version", "--version"),
    Line("check --version", "--version"),
  ]

  @Test("a line is understood", arguments: requests)
  func understands(_ line: Line) throws {
    let parsed = try ParsedCommand(words(line.typed))
    #expect(parsed.understood == line.understood)
    #expect(parsed.values == line.settings)
  }

  static let flags = [
    Line("x.json -o a.gif -o b/", "render x.json") { $0.outputs = ["a.gif", "b/"] },
    Line("x.json -oa.gif", "render x.json") { $0.outputs = ["a.gif"] },
    Line("x.json -o -", "render x.json") { $0.outputs = ["-"] },
    Line("x.json --output=a=b.gif", "render x.json") { $0.outputs = ["a=b.gif"] },
    Line("-j8 x.json", "render x.json") { $0.jobs = 8 },
    Line("-j 8 x.json", "render x.json") { $0.jobs = 8 },
    Line("x.json --jobs=8", "render x.json") { $0.jobs = 8 },
    Line("-qj8 x.json", "render x.json") { ($0.isQuiet, $0.jobs) = (true, 8) },
    Line("-qo a.gif x.json", "render x.json") {
      ($0.isQuiet, $0.outputs) = (true, ["a.gif"])
    },
    Line("--fps 30 render x.json", "render x.json") { $0.fps = 30 },
    Line("x.json --fps 59.94", "render x.json") { $0.fps = 59.94 },
    Line("x.json --scale .5", "render x.json") { $0.scale = 0.5 },
    Line("x.json --format gif --format frames", "render x.json") {
      $0.formats = [.gif, .frames]
    },
    Line("x.json --hold 300ms,0.6", "render x.json") { $0.hold = [0.3, 0.6] },
    Line("x.json --loop 0 --colors 64", "render x.json") {
      ($0.rendering.loop, $0.rendering.colors) = (0, 64)
    },
    Line("x.json --dither none --compression best", "render x.json") {
      ($0.rendering.dither, $0.rendering.compression) = (Dither.none, .best)
    },
    Line("check x.json --asset-root .. --errors json", "check x.json") {
      ($0.assetRoot, $0.errorStyle) = ("..", .json)
    },
    Line("check x.json --color never", "check x.json") { $0.colorChoice = .never },
    Line("check x.json --limit-memory 2GiB", "check x.json") {
      $0.limits[.memoryBytes] = 2_147_483_648
    },
    Line("check x.json --limit-image-area 12.5MP", "check x.json") {
      $0.limits[.imagePixels] = 12_500_000
    },
    Line("check x.json --limit-duration 90s --limit-depth 8", "check x.json") {
      ($0.limits[.seconds], $0.limits[.jsonDepth]) = (90, 8)
    },
  ]

  @Test("a flag finds its setting", arguments: flags)
  func keeps(_ line: Line) throws {
    let parsed = try ParsedCommand(words(line.typed))
    #expect(parsed.understood == line.understood)
    #expect(parsed.values == line.settings)
  }

  @Test("the flags that are given are known, in their order")
  func given() throws {
    let parsed = try ParsedCommand(words("-qj8 a.json -o b.gif --fps 3 --output c.gif"))
    #expect(parsed.settings.given == ["--quiet", "--jobs", "--output", "--fps", "--output"])
  }

  @Test("a file that is called nearly like a verb is a scene if it is there")
  func prefersFiles() throws {
    let parsed = try ParsedCommand(["rendr"]) { $0 == "rendr" }
    #expect(parsed.understood == "render rendr")
  }

  @Test("no row of the table is forgotten or doubled")
  func tableIsSound() {
    let names = Catalogue.flags.map(\.name)
    #expect(Set(names).count == names.count)
    let letters = Catalogue.flags.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
    #expect(Catalogue.verb(Catalogue.unspoken) != nil)
    for verb in Catalogue.verbs {
      #expect(!verb.examples.isEmpty, "\(verb.name) has no example")
      #expect(Set(verb.flags.map(\.name)).count == verb.flags.count, "\(verb.name)")
    }
  }

  @Test("every example of the manual is understood")
  func examplesHold() throws {
    for example in Catalogue.verbs.flatMap(\.examples) {
      let bare = example.split(separator: "|")[0].split(separator: ">")[0]
      let line = bare.split(separator: "(").last.map { $0.filter { $0 != ")" } } ?? ""
      let words = line.split(separator: " ").map(String.init)
      guard words.first == Catalogue.program else { continue }
      #expect(throws: Never.self, "\(example)") { try ParsedCommand(Array(words.dropFirst())) }
    }
  }
}

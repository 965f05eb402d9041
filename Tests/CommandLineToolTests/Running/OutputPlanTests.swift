import RenderTransition
import SceneFormat
import Testing

@testable import CommandLineTool

/// Scenes and flags, and the outputs that they come to: `scene format name` each.
struct Outing: CustomTestStringConvertible, Sendable {
  var typed: String
  var asked: [OutputFormat]
  var outputs: [String]

  init(_ typed: String, asking asked: [OutputFormat] = [.gif], _ outputs: String...) {
    (self.typed, self.asked, self.outputs) = (typed, asked, outputs)
  }

  var testDescription: String { typed }
}

/// Outputs that cannot be.
struct Misfit: CustomTestStringConvertible, Sendable {
  var typed: String
  var asked: [OutputFormat]
  var mistake: OutputMistake

  init(_ typed: String, asking asked: [OutputFormat] = [.gif], _ mistake: OutputMistake) {
    (self.typed, self.asked, self.mistake) = (typed, asked, mistake)
  }

  var testDescription: String { typed }
}

@Suite struct OutputPlanTests {
  static func plan(_ line: String, _ asked: [OutputFormat]) throws -> [PlannedOutput] {
    let parsed = try ParsedCommand(words(line))
    let sources = parsed.operands.map {
      OutputPlan.Source(SceneOperand(paths: [$0]), asked)
    }
    let plan = OutputPlan(sources, parsed.settings)
    return try parsed.verb.name == "frame" ? plan.pictures() : plan.animations()
  }

  static let outings = [
    Outing("s/push.json", "0 gif output/push.gif"),
    Outing(
      "s/push.json", asking: [.gif, .frames], "0 gif output/push.gif", "0 frames output/push/"),
    Outing("push", "0 gif output/push.gif"),
    Outing("push.v2.json", "0 gif output/push.v2.gif"),
    Outing("-", "0 gif output/scene.gif"),
    Outing("a.json b.json", "0 gif output/a.gif", "1 gif output/b.gif"),
    Outing("a.json --format apng", "0 apng output/a.apng"),
    Outing("a.json --format gif --format gif", "0 gif output/a.gif"),
    Outing("a.json -o x.gif", "0 gif x.gif"),
    Outing("a.json -o x.GIF", "0 gif x.GIF"),
    Outing("a.json -o x.apng", asking: [.gif, .frames], "0 apng x.apng"),
    Outing("a.json -o x.gif -o y.y4m -o z/", "0 gif x.gif", "0 y4m y.y4m", "0 frames z/"),
    Outing("a.json -o x.bin --format rgba", "0 rgba x.bin"),
    Outing("a.json -o x.png --format apng", "0 apng x.png"),
    Outing("a.json -o x.webp -o y.MP4", "0 webp x.webp", "0 mp4 y.MP4"),
    Outing("a.json b.json -o v/ --format mp4", "0 mp4 v/a.mp4", "1 mp4 v/b.mp4"),
    Outing("a.json -o - --format webp", "0 webp -"),
    Outing("a.json -o /dev/null --format gif", "0 gif /dev/null"),
    Outing("a.json -o out/", "0 frames out/"),
    Outing("a.json -o out/ --format frames", "0 frames out/"),
    Outing("a.json -o out/ --format gif", "0 gif out/a.gif"),
    Outing("a.json -o out/ --format gif --format frames", "0 gif out/a.gif", "0 frames out/a/"),
    Outing("a.json b.json -o out/", "0 gif out/a.gif", "1 gif out/b.gif"),
    Outing("a.json b.json -o out/ --format frames", "0 frames out/a/", "1 frames out/b/"),
    Outing(
      "a.json b.json -o g/ -o h/", "0 gif g/a.gif", "0 gif h/a.gif", "1 gif g/b.gif",
      "1 gif h/b.gif"),
    Outing("../a.json -o ./", "0 frames ./"),
    Outing("a.json -o -", "0 gif -"),
    Outing("a.json -o - --format y4m", "0 y4m -"),
    Outing("frame a.json --at 0", "0 png output/a.png"),
    Outing("frame a.json --at 0 -o x.png -o y.png", "0 png x.png", "0 png y.png"),
    Outing("frame a.json --at 0 -o -", "0 png -"),
  ]

  @Test("outputs have the names that the rules say", arguments: outings)
  func plans(_ outing: Outing) throws {
    let planned = try Self.plan(outing.typed, outing.asked).map {
      "\($0.scene) \($0.request.format.rawValue) \($0.request.destination.path ?? "-")"
    }
    #expect(planned == outing.outputs)
  }

  static let misfits = [
    Misfit("a.json -o x.bmp", .unknownEnding("x.bmp")),
    Misfit("a.json -o x", .unknownEnding("x")),
    Misfit("a.json -o x.png", .picture("x.png")),
    Misfit("a.json -o x --format frames", .sequenceNeedsFolder("x")),
    Misfit("a.json -o x.gif --format gif --format apng", .severalFormats("x.gif")),
    Misfit("a.json b.json -o x.gif", .severalScenes("x.gif")),
    Misfit("a/push.json b/push.json", .same("output/push.gif", ["a/push.json", "b/push.json"])),
    Misfit("a.json -o x.gif -o ./x.gif", .same("./x.gif", ["a.json", "a.json"])),
    Misfit("a.json -o x/ -o x/y.gif", .inside("x/y.gif", of: "x/")),
    Misfit("a.json -o x.gif/ -o x.gif", .same("x.gif", ["a.json", "a.json"])),
    Misfit("s/a.json -o s/", .inside("s/a.json", of: "s/")),
    Misfit("s/a.json -o ./", .inside("s/a.json", of: "./")),
    Misfit("/s/a.json -o /", .inside("/s/a.json", of: "/")),
    Misfit("a.gif -o ./a.gif", .overwritesInput("a.gif")),
    Misfit("b.json a.gif -o ./", .overwritesInput("a.gif")),
    Misfit("a.json b.json -o -", .severalToStdout),
    Misfit("a.json -o - -o x.gif", .severalToStdout),
    Misfit("a.json -o -", asking: [.gif, .apng], .stdoutFormat(nil)),
    Misfit("a.json -o - --format frames", .stdoutFormat(.frames)),
    Misfit("a.json -o - --format mp4", .stdoutFormat(.mp4)),
    Misfit("frame a.json --at 0 -o x.gif", .animation("x.gif")),
    Misfit("frame a.json --at 0 -o x/", .animation("x/")),
  ]

  @Test("outputs that would hurt each other or a scene are refused", arguments: misfits)
  func refuses(_ misfit: Misfit) {
    let mistake = #expect(throws: OutputMistake.self) { try Self.plan(misfit.typed, misfit.asked) }
    #expect(mistake == misfit.mistake)
    #expect(mistake?.hint?.isEmpty == false)
  }

  @Test("a video's name is answered with the pipe that makes it")
  func explainsVideo() {
    let mistake = OutputMistake.unknownEnding("my.mov")
    #expect(mistake.hint == "pipe it: -o - --format y4m | ffmpeg -i - my.mov")
  }

  @Test("a PNG's name is answered with what writes an animated one")
  func explainsPNG() {
    let mistake = OutputMistake.picture("my.png")
    #expect(
      mistake.hint
        == "-o my.png --format apng writes an animated PNG; \"frame\" writes one picture")
  }

  @Test(
    "a path is made normal without looking at the disk",
    arguments: [
      ("a/./b//c", "a/b/c"), ("./a", "a"), ("a/b/../c", "a/c"), ("../a", "../a"),
      ("../../a/..", "../.."), ("/../a", "/a"), ("/", "/"), ("", ""), ("a/", "a"), ("a/..", ""),
    ])
  func normalizes(_ path: String, _ normal: String) {
    #expect(PathName.normal(path) == normal)
  }
}

extension OutputMistake {
  fileprivate static func same(_ path: String, _ scenes: [String]) -> OutputMistake {
    .same(path, scenes: scenes)
  }
}

import Foundation
import TestSupport
import Testing

/// One cause, one exit code, whatever the verb.
@Suite("exit codes of all verbs")
struct ExitCodeTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.scene(), to: "ok.json")
    try folder.write(Self.scene(from: ##"{ "background": "#ffe" }"##), to: "other.json")
    try folder.write(#"{ "version": 1, "from": {} }"#, to: "bad.json")
    try folder.write("", to: "empty.json")
    try folder.write(Self.scene(from: #""none.png""#), to: "lost.json")
    try folder.write("no picture", to: "text.png")
    try folder.write(Self.scene(from: #""text.png""#), to: "broken.json")
    try folder.write("a", to: "sub/a.txt")
  }

  private static func scene(from: String = ##"{ "background": "#fff" }"##) -> String {
    """
    { "version": 1, "canvas": { "width": 24, "height": 16 }, "from": \(from),
      "to": { "background": "#123" }, "transition": { "type": "shift", "duration": 0.1 } }
    """
  }

  /// Every verb that reads a scene, which stands for `IN`.
  private static let readers = [
    "render IN -q -o x.gif", "IN -q -o x/", "frame IN --at 50% -q -o x.png", "check IN",
    "inspect IN --tree", "diff IN other.json -q", "diff other.json IN -q", "test IN",
    "approve IN -q", "check other.json IN", "render other.json IN -q -o y/",
  ]

  static let inputs: [(input: String, code: Int32, said: String)] = [
    ("none.json", 7, "none.json: error: there is no such file"),
    ("none/none.json", 7, "none/none.json: error: there is no such file"),
    ("ok.json/none.json", 7, "ok.json/none.json: error: there is no such file"),
    ("''", 7, "there is no such file"),
    ("bad.json", 3, "the key \"to\" is missing"),
    ("empty.json", 3, "empty.json:1:1: error: expected a value"),
    ("lost.json", 4, "no file \"none.png\""),
    ("broken.json", 4, "\"text.png\" is not an image"),
    ("ok.json --asset-root none", 7, "none: error: there is no such folder"),
    ("ok.json --asset-root sub", 3, "it lies outside of the asset root"),
    ("ok.json --nope", 2, "unknown flag \"--nope\""),
  ]

  @Test("an input that is not as it should be", arguments: inputs)
  func input(_ input: String, _ code: Int32, _ said: String) throws {
    for reader in Self.readers {
      let words = reader.replacing("IN", with: input)
      guard let run = try run("$rt \(words)") else { return }
      #expect(run.code == code, "\(words): \(run.printed)")
      // A table has no room for places.
      let told = reader.hasPrefix("test") && !said.hasPrefix("\"") ? "" : said
      #expect(told.isEmpty || run.printed.contains(told), "\(words): \(run.printed)")
      #expect(run.printed.contains("error") || reader.hasPrefix("test"), "\(words)")
    }
  }

  @Test("a revision that cannot be had")
  func revisions() throws {
    let readers = [
      "$rt IN:ok.json -q -o x.gif", "$rt frame IN:ok.json --at 0 -q -o x.png",
      "$rt check IN:ok.json", "$rt inspect IN:ok.json --tree", "$rt diff IN:ok.json ok.json",
      "$rt test ok.json --against IN",
    ]
    let git = "git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m a;"
    guard OutsideProgram("git") != nil else { return }
    for reader in readers {
      let line = reader.replacing("IN", with: "git:NOPE")
      guard let none = try run(line) else { return }
      #expect(none.code == 6, "\(line): \(none.printed)")
      // It ends the run, and is no property of a scene.
      #expect(!none.printed.contains("invalid"), "\(line): \(none.printed)")
    }
    for reader in readers {
      let line = reader.replacing("IN", with: "git:NOPE")
      let unknown = try #require(try run(git + line))
      #expect(unknown.code == 2, "\(line): \(unknown.printed)")
      #expect(unknown.printed.contains("git knows no revision \"NOPE\" here"))
    }
    let missing = try #require(try run("$rt check git:HEAD:none.json"))
    #expect(missing.code == 7 && missing.printed.contains("there is no such file"))
  }

  static let outputs: [String] = [
    "$rt ok.json -q -o OUT.gif", "$rt ok.json -q -o OUT.apng", "$rt ok.json -q -o OUT/",
    "$rt frame ok.json --at 0 -q -o OUT.png", "$rt diff ok.json other.json -q -o OUT.png",
    "$rt diff ok.json other.json -q -o OUT.json", "$rt diff ok.json other.json -q -o OUT.html",
    "$rt test ok.json --reporter json=OUT.json", "$rt test ok.json --reporter html=OUT.html",
  ]

  @Test("an output that cannot be written", arguments: outputs)
  func output(_ line: String) throws {
    for place in ["ok.json/x", "/proc/x"] {
      let words = line.replacing("OUT", with: place)
      guard let run = try run(words) else { return }
      #expect(run.code == 5, "\(words): \(run.printed)")
      #expect(run.printed.contains("cannot write \"\(place)"), "\(words): \(run.printed)")
    }
  }

  @Test("an output that is an input")
  func overwriting() throws {
    let lines = [
      "$rt ok.json --format gif -o ok.json", "$rt other.json ok.json --format gif -o ./ok.json",
      "$rt diff ok.json other.json -o ok.json", "$rt diff ok.json other.json -o sub/../other.json",
      "$rt test ok.json --reporter json=ok.json", "$rt test ok.json --reporter junit=ok.lock",
    ]
    let before = try folder.bytes(of: "ok.json")
    for line in lines {
      guard let run = try run(line) else { return }
      #expect(run.code == 2, "\(line): \(run.printed)")
      #expect(try folder.bytes(of: "ok.json") == before, "\(line)")
    }
  }

  static let streams: [(line: String, code: Int32, said: String)] = [
    ("$rt <(cat ok.json) -o x.gif", 0, "x.gif  6 frames"),
    ("$rt <(cat ok.json)", 0, "output/scene.gif  6 frames"),
    ("cat ok.json | $rt check /dev/stdin", 0, "1 scene is valid"),
    ("$rt check /dev/stdin < ok.json", 0, "1 scene is valid"),
    ("mkfifo pipe; cat ok.json > pipe & $rt check pipe", 0, "1 scene is valid"),
    ("$rt diff <(cat ok.json) <(cat ok.json)", 0, "same: 6 frames"),
    // What it names is looked for where one is.
    ("cd sub; $rt check <(cat ../lost.json)", 4, "error: no file \"none.png\"; tried none.png"),
    ("$rt check <(cat bad.json)", 3, ":1:1: error: the key \"to\" is missing"),
    // In a container, it is not always the device.
    (
      "if [ -c /dev/null ]; then $rt check /dev/null; else : | $rt check /dev/stdin; fi", 3,
      ":1:1: error: expected a value"
    ),
    ("$rt check /dev/zero", 3, "it is larger than 8000000 bytes"),
    ("$rt test <(cat ok.json)", 2, "only a file has a baseline"),
    // There is nothing at its beginning.
    ("$rt check /proc/self/mem", 5, "Input/output error"),
    ("$rt diff ok.json /proc/self/mem", 5, "Input/output error"),
  ]

  @Test("a scene is read from a pipe or a device, too", arguments: streams)
  func stream(_ line: String, _ code: Int32, _ said: String) throws {
    guard let run = try run(line) else { return }
    #expect(run.code == code && run.printed.contains(said), "\(line): \(run.printed)")
  }

  @Test("no report takes the place of what a scene that cannot be read may be made of")
  func brokenScene() throws {
    for name in ["part.png", "sub/part.json", "part.otf"] {
      let old = try folder.write("{ \"version\": 1 }", to: name)
      let line = "$rt test bad.json --reporter json=\(name)"
      guard let run = try run(line) else { return }
      #expect(run.code == 2 && run.printed.contains("may be a part of \"bad.json\""), "\(line)")
      #expect(try folder.bytes(of: name) == Array("{ \"version\": 1 }".utf8), "\(old)")
      // A scene that can be read says itself what it is made of.
      #expect(try self.run("$rt test ok.json --reporter json=\(name)")?.code == 0)
    }
    // What is outside of the asset root is no part of it.
    try folder.write("{}", to: "out/part.json")
    try folder.write(#"{ "version": 1 }"#, to: "in/bad.json")
    #expect(try run("$rt test in/bad.json --reporter json=out/part.json")?.code == 3)
    #expect(
      try run("$rt test in/bad.json --asset-root . --reporter json=sub/a.txt")?.code == 2)
  }

  @Test("a report takes the place of the one before it, whatever the scenes are like")
  func formerReports() throws {
    for kind in ["json", "junit", "html", "markdown", "pretty", "github"] {
      for _ in 1...2 {
        guard let run = try run("$rt test bad.json ok.json --reporter \(kind)=r.\(kind)") else {
          return
        }
        #expect(run.code == 3, "\(kind): \(run.printed)")
      }
    }
  }

  private func run(_ line: String) throws -> (printed: String, code: Int32)? {
    try ProcessTests.shell("cd \"\(folder.path)\"; unset CI; \(line)")
  }
}

import TestSupport
import Testing

/// Several scenes of which more than one is not as it should be.
@Suite("exit codes of several scenes")
struct MixedCodesTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.scene(), to: "ok.json")
    try folder.write(Self.scene(to: "#456"), to: "other.json")
    try folder.write(Self.scene(more: #", "expect": { "settledBy": 0.02 }"#), to: "late.json")
    try folder.write(#"{ "version": 1, "from": {} }"#, to: "bad.json")
    try folder.write(Self.scene(from: #""none.png""#), to: "lost.json")
    // Nothing is shared: a warning.
    let odd = Self.scene().replacing("\"shift\"", with: "\"sharedImage\"")
    try folder.write(odd, to: "odd.json")
  }

  private static func scene(
    from: String = ##"{ "background": "#fff" }"##, to: String = "#123", more: String = ""
  ) -> String {
    """
    { "version": 1, "canvas": { "width": 24, "height": 16 }, "from": \(from),
      "to": { "background": "\(to)" },
      "transition": { "type": "shift", "curve": "linear", "duration": 0.1 }\(more) }
    """
  }

  /// Lines for a shell in which `$rt` is the program, and their codes.
  static let lines: [(line: String, code: Int32)] = [
    ("$rt check ok.json other.json", 0), ("$rt check bad.json lost.json", 3),
    ("$rt check lost.json bad.json", 4), ("$rt check late.json", 1),
    ("$rt check ok.json late.json", 1), ("$rt check late.json bad.json", 3),
    ("$rt check lost.json late.json", 4), ("$rt check none.json bad.json", 7),
    ("$rt check odd.json", 0), ("$rt check --strict odd.json", 3),
    ("$rt check --strict ok.json", 0), ("$rt check --strict late.json", 1),
    ("$rt check --strict odd.json late.json", 3), ("$rt check --strict --json odd.json", 3),
    ("$rt check --json odd.json", 0),
    ("$rt check --json ok.json", 0), ("$rt check --json late.json", 1),
    ("$rt check --json ok.json late.json", 1), ("$rt check --json late.json bad.json", 3),
    ("$rt check --json bad.json late.json", 3), ("$rt check --json lost.json bad.json", 4),
    ("$rt check --json bad.json lost.json", 3), ("$rt check --json lost.json late.json", 4),
    ("$rt ok.json other.json -q -o x/", 0), ("$rt ok.json late.json -q -o x/ && ls x", 1),
    ("$rt late.json bad.json -q -o x/", 3), ("$rt lost.json bad.json -q -o x/", 4),
    ("$rt frame late.json --at 0 -q -o x.png", 0), ("$rt inspect late.json --tree", 0),
    ("$rt diff late.json late.json", 0), ("$rt diff ok.json other.json", 1),
    ("$rt diff other.json bad.json", 3), ("$rt diff lost.json bad.json", 4),
    ("$rt diff bad.json lost.json", 3), ("$rt diff ok.json other.json -q -o x.json", 1),
    ("$rt approve bad.json lost.json", 3), ("$rt approve ok.json lost.json bad.json", 4),
    ("$rt approve late.json -q", 0), ("$rt plan bad.json lost.json ok.json", 0),
    ("$rt test ok.json", 0), ("CI=1 $rt test ok.json", 1), ("CI=true $rt test ok.json", 1),
    ("CI=0 $rt test ok.json", 0), ("CI=false $rt test ok.json", 0), ("CI= $rt test ok.json", 0),
    ("$rt test ok.json bad.json lost.json", 3), ("$rt test lost.json ok.json bad.json", 4),
    ("CI=1 $rt test ok.json lost.json", 4),
    ("$rt approve -q ok.json; cp other.json ok.json; $rt test ok.json", 1),
    ("$rt approve -q ok.json; cp other.json ok.json; $rt test ok.json bad.json", 3),
    ("$rt approve -q ok.json; cp other.json ok.json; CI=1 $rt test ok.json other.json", 1),
    ("$rt test ok.json --reporter pictures=p --reporter pictures=q", 2),
  ]

  @Test("the first error counts, then differences and expectations", arguments: lines.indices)
  func code(_ index: Int) throws {
    let (line, code) = Self.lines[index]
    guard let run = try ProcessTests.shell("cd \"\(folder.path)\"; unset CI; \(line)") else {
      return
    }
    #expect(run.code == code, "\(line): \(run.printed)")
  }

  @Test("with --json, check says whether all are valid, and lists what is not met")
  func json() throws {
    for (scenes, isValid) in [("ok.json", "true"), ("ok.json late.json", "false")] {
      let line = "cd \"\(folder.path)\"; $rt check --json \(scenes)"
      guard let run = try ProcessTests.shell(line) else { return }
      #expect(run.printed.contains("\"valid\": \(isValid)"), "\(run.printed)")
      #expect(run.printed.contains("settles at") == (isValid == "false"), "\(run.printed)")
    }
  }

  @Test("a GIF of more than 50 frames a second is warned about, and nothing else is")
  func rates() throws {
    for (flags, isWarned) in [
      ("--fps 50 -o a.gif", false), ("--fps 50.1 -o a.gif", true), ("--fps 60 -o a.apng", false),
    ] {
      let line = "cd \"\(folder.path)\"; $rt ok.json \(flags)"
      guard let run = try ProcessTests.shell(line) else { return }
      #expect(run.printed.contains("warning") == isWarned && run.code == 0, "\(run.printed)")
    }
  }

  @Test("outputs are written before expectations are checked, and not beside a mistake")
  func outputs() throws {
    let line = "cd \"\(folder.path)\"; $rt late.json ok.json -q -o x/ 2>/dev/null; ls x"
    guard let run = try ProcessTests.shell(line) else { return }
    #expect(run.printed == "late.gif\nok.gif\n")
    let other = "cd \"\(folder.path)\"; $rt ok.json bad.json -q -o y/ 2>/dev/null; ls"
    #expect(try ProcessTests.shell(other)?.printed.contains("y") == false)
  }
}

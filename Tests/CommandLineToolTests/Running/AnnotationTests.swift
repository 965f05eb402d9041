import Foundation
import Pages
import TestSupport
import Testing

@testable import CommandLineTool
@testable import Regression

@Suite("GitHub's runner takes nothing that a stranger wrote for a command")
struct AnnotationTests {
  private static let names = ["::error file=README.md,line=1::x", " ::y", "##[error]z"]
  /// A layer's name with all that could begin a line, or a command.
  private static let id = #"a\n::error::b\r\n ::warning::c\u2028##[error]d:::e###[[f\"\\"#

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    for name in Self.names {
      try folder.write("\n  \(name) ::error::q ##[error]r\n", to: name + ".bad.json")
      try folder.write(Self.scene(fill: "d33"), to: name + ".json")
    }
    try folder.write(Self.scene(fill: "3d3"), to: "other.json")
    try folder.write(Self.flow, to: "flow.json")
  }

  private static func scene(fill: String) -> String {
    """
    { "version": 1, "canvas": { "width": 24, "height": 16 },
      "from": { "background": "#fff", "layers": [
        { "id": "\(id)", "frame": [2, 3, 10, 5], "fill": "#\(fill)" },
        { "id": "##[group]", "type": "text", "text": "\(id)", "size": 4, "frame": [0, 9, 9, 5] }
      ] },
      "to": { "background": "#123" }, "transition": {
        "type": "custom", "duration": 0.04, "tracks": [
          { "target": "from#\(id)", "opacity": { "0%": 1, "100%": 0 } } ] } }
    """
  }

  private static let flow = """
    { "version": 1, "canvas": { "width": 24, "height": 16 },
      "screens": { "::error::s": { "background": "#fff" }, " ::t": { "background": "#123" } },
      "steps": [{ "show": "::error::s" }, { "push": " ::t" }] }
    """

  /// What `line` prints in the folder; nil without the program.
  private func run(_ line: String, on runner: Bool = true) throws -> String? {
    let variables = "export HOME=\"\(folder.path)\"; \(runner ? "export GITHUB_ACTIONS=true;" : "")"
    return try ProcessTests.shell("cd \"\(folder.path)\"; \(variables) \(line)")?.printed
  }

  static let lines = [
    #"for f in *.json; do $rt check "$f"; $rt "$f" --errors json; $rt "$f" -o "$f".gif; done"#,
    #"for f in *.json; do $rt inspect "$f" --tree; $rt inspect "$f" --recipe; done"#,
    #"for f in *.json; do $rt inspect "$f" --timeline; $rt inspect "$f" --display-list; done"#,
    #"for f in *.json; do $rt diff "$f" other.json; done; $rt diff *r.json *w.json --json"#,
    "$rt test . --reporter pretty --reporter github", "$rt test . --reporter json=-",
    "$rt test . --reporter junit=-", "$rt test . --reporter markdown=-",
    "$rt test . --reporter html=-", "$rt approve --all; sed -i s/./x/ *.lock; $rt test .",
    "$rt '::error::x' '##[error]y' --'::x'; $rt test '::error::x'; $rt --'##[error]x'",
  ]

  @Test("no line begins with a command, and on the runner none has one within", arguments: lines)
  func isSilent(_ line: String) throws {
    for isRunner in [true, false] {
      guard let printed = try run(line, on: isRunner) else { return }
      #expect(!printed.isEmpty && !printed.unicodeScalars.contains("\r"))
      #expect(!isRunner || !printed.contains("##["), "\(printed)")
      for line in printed.split(whereSeparator: \.isNewline) {
        let isOurs = ["error", "warning", "notice"].contains { line.hasPrefix("::\($0) ") }
        #expect(isOurs || !line.drop(while: \.isWhitespace).hasPrefix("::"), "\(line)")
        #expect(!isOurs || !isRunner || line.matches(of: /::/).count == 2, "\(line)")
      }
    }
  }

  @Test(
    "JSON holds names as they are, on the runner and elsewhere",
    arguments: [
      "inspect *r.json --json --tree", "inspect *r.json --json --timeline",
      "inspect *r.json --json --display-list", "inspect *r.json --recipe",
      "diff *r.json *x.json --json", "test . --reporter json=-",
    ])
  func json(_ line: String) throws {
    for isRunner in [true, false] {
      guard let printed = try run("$rt \(line)", on: isRunner) else { return }
      let object = try JSONSerialization.jsonObject(with: Data(printed.utf8))
      let data = try JSONSerialization.data(withJSONObject: object)
      let text = String(decoding: data, as: UTF8.self)
      #expect(text.contains("##[error]") && text.contains("::error"), "\(printed)")
      #expect(printed.contains("::") != isRunner && printed.contains("##[") != isRunner)
    }
  }

  static let texts: [(text: String, shown: String)] = [
    ("a:b", "a:b"), ("::x", #":\u003Ax"#), (":::", #":\u003A:"#), ("##[x]", #"#\u0023[x]"#),
    ("::\u{301}x", ":\\u003A\u{301}x"), ("###[[", #"##\u0023[["#), ("####[", #"###\u0023["#),
  ]

  @Test("what could be a command is broken up, however it overlaps", arguments: texts)
  func breaks(_ row: (text: String, shown: String)) {
    #expect(Console.harmless(row.text, .words) == row.shown)
    #expect(Console.harmless(row.text, .own) == row.text)
    let command = Console.harmless("::error file=a::\(row.text)\n", .commands)
    #expect(command == "::error file=a::\(row.shown)\n")
  }

  @Test("the page keeps its style and script, whose hashes its policy knows")
  func page() throws {
    guard let printed = try run("$rt test other.json --reporter html=-") else { return }
    for part in [HTMLReport.page.style, HTMLReport.page.script] {
      #expect(printed.contains(part))
    }
  }

  @Test("our own words are left alone, and all words where no runner reads")
  func ownWords() throws {
    let plain = "$rt help; $rt schema; $rt list recipes; $rt help --man; $rt completions zsh"
    #expect(try run(plain) == run(plain, on: false))
    let line = "$rt check '::error::x'"
    #expect(try run("GITHUB_ACTIONS=false " + line) == run(line, on: false))
    #expect(try run(line, on: false)?.hasPrefix("./::error::x: error: ") != false)
  }
}

import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// In each test, `out` is a folder that nothing may be written to, and `scenes` is the project's.
@Suite("links that lead out of the project")
struct LinkTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.scene, to: "in/scenes/a.json")
    try folder.write("kept", to: "out/a.lock")
  }

  private static let scene = """
    { "version": 1, "canvas": { "width": 8, "height": 6 }, "from": { "background": "#fff" },
      "to": { "background": "#123" }, "transition": { "type": "fade", "duration": 0.1 } }
    """

  private func run(_ line: String) throws -> (printed: String, code: Int32)? {
    let cache = "export XDG_CACHE_HOME=\(folder.path)/in/cache"
    return try ProcessTests.shell("cd \(folder.path)/in; \(cache); \(line)")
  }

  /// What is there, what is done, and the link that is named.
  static let refusals: [(setup: String, line: String, link: String)] = [
    ("ln -s ../../out/a.lock scenes", "$rt approve scenes", "scenes/a.lock"),
    ("ln -s ../../out/new.lock scenes/a.lock", "$rt approve scenes/a.json", "scenes/a.lock"),
    ("ln -s ../../out/a.lock scenes", "cd ..; $rt approve $PWD/in/scenes", "in/scenes/a.lock"),
    ("ln -s ../../out/a.lock scenes", "cd scenes; $rt approve ../scenes/a.json", "a.lock"),
    ("mv scenes ../real; ln -s ../real scenes", "$rt approve scenes/a.json", "scenes"),
    ("mv scenes ../real; ln -s ../real scenes", "$rt approve $PWD/scenes/a.json", "scenes"),
    ("mkdir s; ln -s ../../out s/t; cp scenes/a.json ../out", "$rt approve s/t/a.json", "s/t"),
    (
      "ln -s ../out s; echo 'render-transition lock 1' >../out/b.lock",
      "$rt test s/b.json --prune", "s"
    ),
    ("mkdir output; ln -s ../../out/a.lock output/a.gif", "$rt scenes/a.json", "output/a.gif"),
    ("ln -s ../out output", "$rt scenes/a.json", "output"),
    ("ln -s ../out output", "$rt frame scenes/a.json --at 0", "output"),
    ("mkdir output; ln -s ../../out output/a", "$rt scenes/a.json --format frames", "output/a"),
    (
      "mkdir x; ln -s ../../out/a.lock x/a.gif", "$rt scenes/a.json -o x/ --format gif", "x/a.gif"
    ),
    ("mkdir cache; ln -s ../../out cache/render-transition", "$rt test", "render-transition"),
    ("ln -s ../out transition-report", "PROGRAM=true $scripts/test-scenes", "transition-report"),
  ]

  @Test("what the program names is not written through a link", arguments: refusals)
  func refused(_ row: (setup: String, line: String, link: String)) throws {
    let look = "(cd \(folder.path)/out; ls -iA; cat *)"
    let scripts = Fixtures.package.appending(path: "scripts/ci").path()
    let line =
      "\(row.setup); scripts=\(scripts); before=$\(look); \(row.line); code=$?;"
      + "[[ $\(look) == \"$before\" ]] || echo WRITTEN; exit $code"
    guard let result = try run(line) else { return }
    #expect(result.code == 5 && !result.printed.contains("WRITTEN"), "\(result.printed)")
    #expect(result.printed.contains("\(row.link)\": it is a symbolic"), "\(result.printed)")
  }

  @Test("what the user names may be a link")
  func named() throws {
    let line = """
      ln -s ../out/b.gif b.gif; ln -s ../out x; $rt scenes/a.json -q -o b.gif -o x/c.gif -o x/f/ \
      && $rt ../in/scenes/a.json -q -o x/ --format apng && $rt frame scenes/a.json -q --at 0 -o x/p.png && ls ../out
      """
    guard let result = try run(line) else { return }
    #expect(result.printed == "a.apng\na.lock\nb.gif\nc.gif\nf\np.png\n", "\(result.code)")
  }

  @Test("a folder that becomes a link while the program runs leads nowhere")
  func swapped() throws {
    // It is stopped when it has read the scene and draws.
    let line = """
      cp scenes/a.json ../out; ln -s ../out link
      sed -i 's/0.1/10/; s/"width": 8, "height": 6/"width": 80, "height": 80/' scenes/a.json
      $rt approve scenes/a.json >log 2>&1 & program=$!
      ticks() { local all; read -ra all </proc/$program/stat && echo "${all[13]}"; }
      for i in {1..600}; do (( $(ticks) >= 30 )) && break; sleep 0.05; done
      kill -STOP $program; mv scenes away; mv link scenes; kill -CONT $program
      wait $program; echo $?; grep -c 'scenes": it is a symbolic link' log; ls away ../out; cat ../out/a.lock
      """
    guard let result = try run(line) else { return }
    #expect(
      result.printed == "5\n1\n../out:\na.json\na.lock\n\naway:\na.json\nkept")
  }

  /// What cannot be listed may hold scenes, or somebody's files.
  @Test(
    "a folder that cannot be listed is not an empty folder, and one that cannot be written stays",
    arguments: [
      ("mkdir scenes/b; chmod 333 scenes/b", "test scenes"),
      ("mkdir f; echo kept >f/mine; chmod 333 f", "scenes/a.json -o f/"),
      ("mkdir f; echo kept >f/mine; chmod 555 f", "scenes/a.json -o f/a.gif"),
    ])
  func unlisted(setup: String, line: String) throws {
    // For root, every folder can be listed.
    let user = geteuid() == 0 ? "setpriv --reuid=65534 --clear-groups" : ""
    let made = "\(setup); cp $rt rt; chmod a+rx .. ../..; chmod a+rwx . scenes"
    let line = "\(made); \(user) ./rt \(line); code=$?; chmod 777 f; cat f/mine; exit $code"
    guard geteuid() != 0 || OutsideProgram("setpriv") != nil, let result = try run(line) else {
      return
    }
    #expect(result.code == 5 && result.printed.contains("Permission denied"), "\(result.printed)")
    #expect(setup.contains("scenes/b") || result.printed.contains("kept"))
  }
}

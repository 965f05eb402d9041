import Regression
import RenderTransition
import Synchronization
import TestSupport
import Testing

@testable import CommandLineTool

@Suite("--watch")
struct WatchTests {
  private let folder: ScratchFolder

  private static let scene = """
    { "version": 1, "canvas": { "width": 8, "height": 6 }, "from": "img/a.png",
      "to": { "background": "#123" }, "transition": { "type": "fade", "duration": 0.02 } }
    """

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.scene, to: "s.json")
    try folder.write(Self.scene.replacing("\"img/a.png\"", with: "{}"), to: "plain.json")
    for (name, picture) in [("img/a.png", "basn2c08"), ("b.png", "basn0g08")] {
      try folder.write(Fixtures.bytes(of: "pngsuite/\(picture).png"), to: name)
    }
    try folder.write("old", to: "old.gif")
  }

  /// Watches in the background, does beside it what a shell's line says, and ends it by a signal; answers
  /// its exit code and all that it has said.
  ///
  /// `see WORDS N` waits until a line with the words was said N times.
  private func watch(_ verb: String, signal: String = "TERM", _ line: String) throws -> String? {
    let result = try ProcessTests.shell(
      """
      cd \(folder.path); export HOME=$PWD
      touch log; $rt \(verb) --watch >log 2>&1 & p=$!
      trap 'kill $p 2>/dev/null' EXIT
      see() {
        for i in {1..900}; do (( $(grep -c -- "$1" log) >= $2 )) && return; sleep 0.1; done
        echo "never said: $1"; cat log; exit 9
      }
      \(line)
      kill -\(signal) $p; wait $p 2>/dev/null; echo "code $?"; cat log
      """)
    return result?.printed
  }

  static let verbs: [(verb: String, line: String)] = [
    ("s.json -o a.gif", "see 'a.gif  2' 1; sed -i s/123/456/ s.json; see 'a.gif  2' 2"),
    ("s.json -j 1 -o a.gif -o b/", "see 'b/  2' 1; mv b.png img/a.png; see 'b/  2' 2"),
    ("frame s.json --at 0 -o x.png", "see x.png 1; mv img i; see error 1; mv i img; see x.png 2"),
    (
      "check plain.json s.json",
      "see valid 1; echo [] > s.json; see error 1; rm s.json; see error 2"
    ),
    ("b.png img/a.png -t t.json -o a.gif", "see error 1; echo '{}' > t.json; see t.json:1:1 1"),
    ("none.json plain.json -o x/", "see error 1; cp s.json none.json; see none.gif 1"),
  ]

  @Test("verbs go on whenever a file changes, until a signal ends them", arguments: verbs.indices)
  func goesOn(_ index: Int) throws {
    let row = Self.verbs[index]
    for (signal, code) in [("TERM", 143), ("HUP", 129)] {
      let this = try WatchTests()
      guard let said = try this.watch(row.verb, signal: signal, row.line) else { return }
      #expect(said.hasPrefix("code \(code)\n"), "\(row.verb): \(said)")
    }
  }

  @Test("a scene with mistakes leaves the output as it is, until it is valid")
  func keeps() throws {
    let line = """
      see 'fades' 1; cat old.gif; echo
      sed -i s/fades/fade/ s.json; see '2 frames' 1; head -c 3 old.gif; echo
      echo [] > s.json; see 'error: expected' 1; head -c 3 old.gif; echo
      """
    try folder.write(Self.scene.replacing("fade", with: "fades"), to: "s.json")
    let said = try watch("s.json -o old.gif", line)
    #expect(said?.hasPrefix("old\nGIF\nGIF\ncode 143\n") != false, "\(said ?? "")")
  }

  @Test("test sees new scenes and locks, and not the reports that it writes itself")
  func tests() throws {
    guard let first = try watch("test", "see 'without a baseline' 1") else { return }
    #expect(first.hasPrefix("code 143\n"))
    let line = """
      see '1 without a baseline, 1 same' 1; $rt approve -q s.json; see '^2 same' 1
      mkdir sub; cp plain.json sub; see '1 without a baseline, 2 same' 1
      rm sub/plain.json; see '^2 same' 2
      """
    let report = "--reporter json=r.json"
    let setup = try ProcessTests.shell(
      "cd \(folder.path); export HOME=$PWD; $rt approve -q plain.json; $rt test -q \(report); true")
    #expect(setup?.printed == "", "\(setup?.printed ?? "")")
    let said = try #require(try watch("test --reporter pretty \(report)", line))
    #expect(said.hasPrefix("code 143\n"), "\(said)")
    // Four changes, in folders and files; sub/ may be seen before its scene is.
    #expect((3...5).contains(said.split(separator: "changed\n").count - 1), "\(said)")
  }

  @Test("half of a save is passed over, and a mistake that stays is told")
  func halfSaved() async throws {
    let slate = Slate()
    let path = try folder.write("half", to: "s.json")
    let count = Mutex(0)
    var console = slate.console()
    console.write = { [folder, write = console.write] (text, stream) throws(Failure) in
      try write(text, stream)
      if text.contains("stays") { _ = try? folder.write("other", to: "s.json") }
    }
    let code = await Command(console, Settings()).keepRunning(
      { run in
        { [folder] (operands) throws(Failure) in
          run.watch?.log.note(file: operands[0], limit: 100)
          let number = count.withLock {
            $0 += 1
            return $0
          }
          if number > 2 { throw .silent(.brokenPipe) }
          if number == 2 { throw Failure(.invalidScene, "it stays") }
          _ = try? folder.write("whole", to: "s.json")
          throw Failure(.invalidScene, "half of it is missing")
        }
      }, [path])
    #expect(code == .brokenPipe)
    #expect(
      slate.text(.error) == """
        waiting for changes; Ctrl-C ends
        \(path) changed
        render-transition: error: it stays
        \(path) changed

        """)
  }

  @Test("results about half of a save are passed over, too", arguments: [true, false])
  func halfResult(isSaved: Bool) async throws {
    let (slate, scene) = (Slate(), try folder.write("{", to: "s.json"))
    let watch = (log: FileLog(), folders: try FolderWatch())
    watch.log.note(folder.path("b.png"))
    if isSaved { try folder.write("new", to: "b.png") }
    var settings = Settings()
    (settings.isJSON, settings.isWatching) = (true, true)
    settings.reporters = try [#require(ReportRequest("html=" + folder.path("img/r.html")))]
    let command = Command(slate.console(), settings, watch)
    #expect(try await command.check([scene]) == .invalidScene)
    #expect(try await command.test([scene]) == .invalidScene)
    #expect(slate.text(.output).isEmpty == isSaved)
    #expect(try folder.names(in: "img").contains("r.html") != isSaved)
  }

  static let refused = [
    ("-", "\"-\""), ("test git:HEAD:s.json", "\"git:HEAD:s.json\""),
    ("check /dev/null", "\"/dev/null\""),
    ("s.json -o -", "\"-\""), ("frame s.json --at 0 -o x.png -o -", "\"-\""),
  ]

  @Test("what is no file is not watched, and a wrong command line ends", arguments: refused)
  func refuses(_ line: String, _ name: String) throws {
    let start = "cd \(folder.path); $rt"
    let result = try ProcessTests.shell("\(start) --watch \(line)")
    #expect(result?.printed.contains("error: --watch and \(name) cannot be combined; see") != false)
    #expect(result.map(\.code) ?? 2 == 2)
    for flags in ["-o a.xyz", "-t nothing", "-o s.json"] {
      let result = try ProcessTests.shell("\(start) plain.json --watch \(flags)")
      #expect(result.map(\.code) ?? 2 == 2, "\(flags): \(result?.printed ?? "")")
    }
  }
}

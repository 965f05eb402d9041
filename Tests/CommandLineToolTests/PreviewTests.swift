import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

@Suite("preview")
struct PreviewTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    let scene = """
      { "version": 1, "canvas": { "width": 8, "height": 6 }, "from": { "background": "#fff" },
        "to": { "background": "#123" }, "transition": { "type": "fade", "duration": 0.02 } }
      """
    try folder.write(scene, to: "scenes/a.json")
    try folder.write(scene, to: "scenes/b.json")
    try folder.write("{}", to: "scenes/data.json")
    try folder.write("", to: "empty/none")
  }

  private func run(_ line: String) throws -> (printed: String, code: Int32)? {
    try ProcessTests.shell("cd \(folder.path); export HOME=$PWD; \(line)")
  }

  /// Lines for a preview with these words in the background, whose stdout is `out`.
  private func serving(_ words: String, path: String = "$PATH", then lines: String) -> String {
    """
    rm -f out err
    PATH=\(path) $rt preview \(words) >out 2>err & pid=$!
    for ((i = 0; i < 100; i++)); do [[ -s out ]] && break; sleep 0.1; done
    url=$(grep -o 'http://[^"]*' out)
    ask() {
      port=${url##*:}
      exec 3<>/dev/tcp/127.0.0.1/${port%%/*}
      printf 'GET /%s%s HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n' "${port#*/}" "$1" >&3
      cat <&3
    }
    \(lines)
    kill $pid; wait $pid; echo $?
    """
  }

  @Test("it prints the page's address, and serves the scenes that test would find")
  func serves() throws {
    guard let run = try run(serving("", then: "ask scenes | tail -n 1; cat out err")) else {
      return
    }
    let lines = run.printed.split(separator: "\n")
    #expect(lines.count == 4, "\(run.printed)")
    #expect(lines[0].hasPrefix("[{\"path\":\"scenes/a.json\",\"verdict\":"))
    #expect(lines[0].contains("\"scenes/b.json\"") && !lines[0].contains("data.json"))
    #expect(lines[1].wholeMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+\/[0-9a-f]{32}\//) != nil)
    #expect(lines[2...] == ["2 scenes; Ctrl-C ends", "143"])
  }

  @Test("--json is one line of its schema")
  func json() throws {
    guard let run = try run(serving("--json scenes/b.json", then: "cat out err")) else { return }
    let form =
      /\{"schema":"render-transition\/preview-1","url":"(http:[^"]+)","port":([0-9]+),"scenes":\["scenes\/b\.json"\]\}\n143\n/
    let match = try #require(run.printed.wholeMatch(of: form), "\(run.printed)")
    #expect(match.1.contains(":\(match.2)/"))
  }

  @Test("the page is there, and read-only if it is asked to be or if other machines reach it")
  func readOnly() throws {
    for (words, isReadOnly) in [("", false), ("--read-only", true), ("--host 0.0.0.0", true)] {
      guard let run = try run(serving(words, then: "ask '' | grep -o '\"readOnly\":[a-z]*'")) else {
        return
      }
      #expect(run.printed == "\"readOnly\":\(isReadOnly)\n143\n", "\(words)")
    }
    guard let run = try run(serving("--host 0.0.0.0", then: "head -n 1 err")) else { return }
    #expect(
      run.printed == """
        render-transition: warning: other machines can reach 0.0.0.0, and everybody with the URL can see the \
        scenes; the page is read-only
        143

        """)
  }

  @Test("Ctrl-C ends it as a signal does")
  func interrupted() throws {
    let line =
      "timeout --preserve-status -s INT 1 $rt preview -q scenes | wc -l; echo ${PIPESTATUS[0]}"
    guard let run = try run(line) else { return }
    #expect(run.printed == "1\n130\n")
  }

  static let refusals: [(line: String, printed: String, code: Int32)] = [
    ("$rt preview -", "only a file can be previewed, not \"-\"", 2),
    ("$rt preview <(cat scenes/a.json)", "only a file can be previewed, not \"/dev/fd/", 2),
    ("$rt preview git:HEAD:a.json", "only a file can be previewed, not \"git:HEAD:a.json\"", 2),
    ("$rt preview a.png b.png", "there is no such file", 7),
    ("$rt preview gone.json", "gone.json: error: there is no such file", 7),
    ("$rt preview empty", "there is no scene there", 7),
    ("cd empty; $rt preview", "there is no scene beneath the current folder", 7),
    ("$rt preview --port 65536", "--port takes a whole number from 0 to 65535, not \"65536\"", 2),
    ("$rt preview --host localhost", "--host takes an address, as in \"127.0.0.1\" or \"::1\"", 2),
    ("$rt preview --host 192.0.2.1", "192.0.2.1 is no address of this machine", 5),
    ("$rt preview --against git:HEAD", "\"git:\" needs a git repository", 6),
    ("$rt preview scenes --against scenes", "scenes: error: it is no scene", 2),
    ("$rt preview --against gone.json", "gone.json: error: there is no such file", 7),
    ("$rt preview --against git:", "--against takes a folder of pictures or git:REV", 2),
    ("$rt serve", "did you mean \"preview\"?", 2),
  ]

  @Test("what it cannot serve is told", arguments: refusals.indices)
  func refuses(_ index: Int) throws {
    let expected = Self.refusals[index]
    guard let run = try run(expected.line) else { return }
    #expect(run.printed.contains(expected.printed), "\(expected.line): \(run.printed)")
    #expect(run.code == expected.code, "\(expected.line)")
  }

  @Test("a port that is in use is told")
  func portInUse() throws {
    let second = "port=${url##*:}; $rt preview --port ${port%%/*}; echo $?"
    guard let run = try run(serving("", then: second)) else { return }
    #expect(run.printed.contains(" of 127.0.0.1 is in use\n5\n143\n"), "\(run.printed)")
  }

  /// Puts a program called `xdg-open` before all others.
  private func browser(_ script: String) -> String {
    "mkdir bin; printf '%s\\n' '#!/bin/bash' '\(script)' >bin/xdg-open; chmod +x bin/xdg-open; "
      + "export PATH=$PWD/bin:$PATH; "
  }

  @Test("--open hands the browser a file of its user alone, which forwards to the page")
  func opens() throws {
    let look = browser("stat -c %a \"$1\" >seen.new; cat \"$1\" >>seen.new; mv seen.new seen")
    let lines = """
      for ((i = 0; i < 100; i++)); do [[ -s seen ]] && break; sleep 0.1; done
      head -n 1 seen; grep -c "url=$url" seen; ls -A output | grep -c html
      """
    guard let run = try run(look + serving("--open", then: lines) + "; ls -A output") else {
      return
    }
    #expect(run.printed == "600\n1\n1\n143\n", "\(run.printed)")
  }

  @Test("without a browser, --open warns and serves")
  func opensNothing() throws {
    let lines = """
      for ((i = 0; i < 100; i++)); do grep -q warning err && break; sleep 0.1; done
      grep -o 'warning.*' err; ask scenes | tail -n 1 | head -c 8; echo
      """
    for (setup, path, words) in [
      ("", "/none", "there is no xdg-open"),
      (browser("exit 3"), "$PATH", "xdg-open could not open the page"),
    ] {
      let served = serving("--open", path: path, then: lines)
      guard let run = try run(setup + served + "; ls -A output") else { return }
      #expect(run.printed == "warning: \(words); open the URL yourself\n[{\"path\"\n143\n")
    }
  }
}

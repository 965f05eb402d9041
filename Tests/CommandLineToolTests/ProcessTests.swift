import RenderTransition
import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// What can only be seen from outside, with the program that was built beside the tests.
@Suite struct ProcessTests {
  /// What a shell's line prints, and its exit code; nil where the program is not built.
  ///
  /// Stdout and stderr come together, and `$rt` is the program.
  static func shell(_ line: String) throws -> (printed: String, code: Int32)? {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let program = root.appendingPathComponent(".build/debug/render-transition").path
    guard FileManager.default.isExecutableFile(atPath: program) else {
      OutsideProgram.skip("there is no \(program)")
      return nil
    }
    return try Shell.run(line, ["rt": program])
  }

  static let lines: [(line: String, printed: String, code: Int32)] = [
    ("$rt --version", "render-transition \(Tool.version)\n", 0),
    ("$rt --version 2>&-", "render-transition \(Tool.version)\n", 0),
    (
      "$rt --version >/dev/full",
      "render-transition: error: cannot write to stdout: No space left on device\n", 5
    ),
    (
      "$rt --version >&-",
      "render-transition: error: cannot write to stdout: it is closed\n", 5
    ),
    ("$rt check - <&-", "-: error: cannot read \"standard input\": it is closed\n", 3),
    // The reader is gone before the first byte comes.
    ("{ sleep 0.2; $rt help --man; echo $? >&2; } | true", "141\n", 0),
    ("$rt --fsp 2>&-", "", 2),
    ("$rt doctor | tail -n 1", "same pixels as everywhere\n", 0),
    (
      "PATH=/none $rt doctor | grep -E '^(git|ffmpeg) ' | tr -s ' '",
      "git not found\nffmpeg not found\n", 0
    ),
    (
      "$rt a.json -o $'n\\xe9.gif'",
      "render-transition: error: the argument \"n\u{FFFD}.gif\" is not in UTF-8; a file of that name "
        + "cannot be told from others; give it another one\n", 2
    ),
    (
      "$rt a.json --fsp",
      "render-transition: error: unknown flag \"--fsp\"; did you mean \"--fps\"?\n",
      2
    ),
  ]

  @Test("from outside, the program ends as the manual says", arguments: lines.indices)
  func ends(_ index: Int) throws {
    let expected = Self.lines[index]
    guard let run = try Self.shell(expected.line) else { return }
    #expect(run.printed == expected.printed, "\(expected.line)")
    #expect(run.code == expected.code, "\(expected.line)")
  }

  @Test("names of one file are one name, also through a link and before the file is there")
  func findsRealNames() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("names-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link", withDestinationPath: folder)
    let identity = Console.system.identity
    let name = identity(folder + "/new.gif")
    #expect(name.hasSuffix("/new.gif"))
    for other in ["/./new.gif", "/link/new.gif", "/link/link//new.gif", "/not/../new.gif"] {
      #expect(identity(folder + other) == name, "\(other)")
    }
    // Links to what is not there, relative, absolute and through each other; and some in a circle.
    for (link, target) in [
      ("one", "new.gif"), ("two", folder + "/link/new.gif"),
      (
        "three",
        "link/../"
          + PathName.last(folder) + "/one"
      ), ("round", "circle"), ("circle", "round"),
      ("gone", "void"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(link)", withDestinationPath: target)
    }
    for other in ["one", "two", "three"] { #expect(identity("\(folder)/\(other)") == name) }
    #expect(identity("\(folder)/gone/a.gif") == identity("\(folder)/void/a.gif"))
    #expect(identity("\(folder)/round") == "\(folder)/round")
    #expect(identity("new.gif") == identity("./new.gif"))
    #expect(identity("new.gif").hasPrefix("/"))
    let long = String(repeating: "a/", count: 20_000)
    #expect(identity(long) == String(long.dropLast()))
  }
}

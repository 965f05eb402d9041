import Foundation
import TestSupport
import Testing

@testable import CommandLineTool

/// A link to itself stands for all that keeps the system from saying what is there.
@Suite("files of which the system does not say whether they are there")
struct UnknownFileTests {
  private static func scene(_ layers: String) -> String {
    """
    { "version": 1, "canvas": { "width": 8, "height": 6 }, "from": { "layers": [\(layers)] },
      "to": { "background": "#123" }, "transition": { "type": "fade", "duration": 0.1 } }
    """
  }

  /// What is made, the command line, and its exit code.
  static let cases: [(setup: String, line: String, code: Int32)] = [
    ("ln -s a.lock s/a.lock", "test s/a.json", 5),
    ("ln -s b.json s/b.json", "test s", 5),
    ("ln -s b.lock s/b.lock", "test s", 5),
    ("ln -s p@2x.png s/p@2x.png", "check s/a.json", 4),
    ("mkdir old; ln -s a.apng old/a.apng", "test s/a.json --against old", 5),
    ("ln -s old old", "test s/a.json --against old", 5),
    (
      "$rt s/a.json -q -o f/; rm f/manifest.json; ln -s manifest.json f/manifest.json", "diff f f",
      3
    ),
  ]

  @Test("are not taken for missing ones", arguments: cases)
  func unknown(_ row: (setup: String, line: String, code: Int32)) throws {
    let folder = try ScratchFolder()
    let image = #"{ "type": "image", "frame": [0, 0, 4, 4], "src": "p.png" }"#
    try folder.write(Self.scene(image), to: "s/a.json")
    let picture = Fixtures.package.appending(path: "Tests/Fuzz/png/rgb.png").path()
    let line = "cd \(folder.path); cp \(picture) s/p.png; \(row.setup); $rt \(row.line)"
    guard let result = try ProcessTests.shell(line) else { return }
    #expect(result.code == row.code, "\(result.printed)")
  }

  @Test("nor are those of a revision whose folder git cannot read")
  func revision() throws {
    guard let repository = try ScratchRepository() else { return }
    try repository.folder.write(Self.scene(""), to: "s/a.json")
    try repository.commit("A scene")
    let tree = try repository.run(["rev-parse", "HEAD:s"]).filter(\.isHexDigit)
    let object = ".git/objects/\(tree.prefix(2))/\(tree.dropFirst(2))"
    let line = "rm -f \(object); $rt test s/a.json --against git:HEAD"
    guard let result = try ProcessTests.shell("cd \(repository.folder.path); \(line)") else {
      return
    }
    #expect(result.code == 3 && result.printed.contains("git does not have"), "\(result.printed)")
  }
}

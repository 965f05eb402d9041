import Foundation
import TestSupport
import Testing

/// Scripts that use the program as people, build servers and other programs do.
@Suite("the program in the hands of scripts")
struct ScriptTests {
  @Test("two workers, of which one is killed, give every byte that one machine gives")
  func workers() throws {
    guard let python = OutsideProgram("python3"), OutsideProgram("git") != nil else { return }
    guard try python.output(["-c", "import distributed"]) != nil else {
      return OutsideProgram.skip("Dask is not installed")
    }
    let folder = try ScratchFolder()
    let package = Fixtures.package
    let paths = ["Tests/Farm/farm_test.py", "scripts/farm"].map {
      package.appending(path: $0).path()
    }
    let line = "mkdir work && \(python.path.path()) \(paths[0]) \"$rt\" \(paths[1]) \"$PWD/work\""
    guard let result = try ProcessTests.shell("cd \(folder.path); \(line)") else { return }
    #expect(result.code == 0, "\(result.printed)")
  }

  @Test("a program that knows only the guide and JSON makes, mends, sees and tests a scene")
  func loop() throws {
    guard OutsideProgram("python3") != nil, OutsideProgram("check-jsonschema") != nil else {
      return
    }
    let folder = try ScratchFolder()
    let script = Fixtures.package.appending(path: "Tests/Programs/loop_test.py").path()
    guard let result = try ProcessTests.shell("cd \(folder.path); python3 \(script) \"$rt\"") else {
      return
    }
    #expect(result.code == 0, "\(result.printed)")
  }

  @Test(
    "the comment on a pull request is written once, with pictures, and again only if it changes")
  func comment() throws {
    guard OutsideProgram("jq") != nil, OutsideProgram("git") != nil else { return }
    let folder = try ScratchFolder()
    let script = Fixtures.package.appending(path: "Tests/PullRequest/comment_test").path()
    guard let result = try ProcessTests.shell("cd \(folder.path); bash \(script) \"$rt\"") else {
      return
    }
    #expect(result.code == 0, "\(result.printed)")
  }
}

import Foundation
import TestSupport
import Testing

/// Scenes on many machines: the script with a scheduler and workers of this one.
@Suite("scenes on many machines")
struct FarmTests {
  @Test("two workers, of which one is killed, give every byte that one machine gives")
  func workers() throws {
    guard let python = OutsideProgram("python3") else { return }
    guard try python.output(["-c", "import distributed"]) != nil else {
      print("skipped: Dask is not installed, so scripts/farm is not run")
      return
    }
    let folder = try ScratchFolder()
    let package = Fixtures.package
    let paths = ["Tests/Farm/farm_test.py", "scripts/farm"].map { package.appending(path: $0).path() }
    let line = "mkdir work && python3 \(paths[0]) \"$rt\" \(paths[1]) \"$PWD/work\""
    guard let result = try ProcessTests.shell("cd \(folder.path); \(line)") else { return }
    #expect(result.code == 0, "\(result.printed)")
  }

  @Test("the comment on a pull request is written once, with pictures, and again only if it changes")
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

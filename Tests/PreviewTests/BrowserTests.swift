import Foundation
import TestSupport
import Testing

@Suite("the live page in a browser")
struct BrowserTests {
  private static let isFull = ProcessInfo.processInfo.environment["RT_FULL"] != nil

  // It takes two minutes.
  @Test(
    "a designer edits, compares, approves and drags in Chromium", .enabled(if: isFull, "--full"))
  func page() throws {
    guard let python = OutsideProgram("python3") else { return }
    let isThere = try python.output(["-c", "import playwright, PIL"]) != nil
    guard isThere, FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium") else {
      return OutsideProgram.skip("Playwright, Pillow or Chromium is not installed")
    }
    let program = Fixtures.package.appending(path: ".build/release/render-transition").path()
    guard FileManager.default.isExecutableFile(atPath: program) else {
      return OutsideProgram.skip("there is no \(program)")
    }
    let line = [
      python.path.path(), Fixtures.package.appending(path: "Tests/Browser/preview_page.py").path(),
      program, Fixtures.package.appending(path: "scenes").path(),
    ].map { "\"\($0)\"" }.joined(separator: " ")
    let run = try Shell.run(line)
    #expect(run.code == 0, "\(run.printed)")
  }
}

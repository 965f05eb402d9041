import Formatting
import Pixels
import RenderTransition
import Testing

@testable import Regression

@Suite("doctor")
struct DoctorTests {
  @Test("the built-in scenes are drawn as everywhere")
  func hashes() async throws {
    let report = await DoctorReport(running: SelfTest.all)
    let found = report.parts.map { "    \"\($0.test.name)\": \"\($0.actual ?? "")\",\n" }
    #expect(
      report.code == .done,
      "If the change is meant, SelfTest.hashes is:\n\(found.joined())\(report.text)")
    #expect(report.text.hasSuffix("3D turns       same\nsame pixels as everywhere\n"))
  }

  @Test("other pixels are told by what they show")
  func difference() async throws {
    var tests = SelfTest.all.filter { ["shadows", "3D turns"].contains($0.name) }
    let hash = tests[0].expected
    tests[0].expected = "0123"
    let report = await DoctorReport(running: tests)
    #expect(report.code == .different)
    #expect(report.text.contains("\nshadows        different: \(hash) instead of 0123\n"))
    #expect(
      report.text.hasSuffix(
        "\n3D turns       same\nother pixels than elsewhere: shadows; please report what "
          + "\"render-transition doctor --json\" prints\n"), "\(report.text)")
    let json = report.json.text(.compact)
    #expect(json.contains(#""same":false,"parts":["#), "\(json)")
    #expect(json.contains(#""same":false,"expected":"0123","actual":"\#(hash)""#), "\(json)")
  }

  @Test("what cannot be drawn is no success")
  func problem() async {
    let report = await DoctorReport(running: [
      SelfTest("nothing", layers: "{ \"frame\": 3 }", tracks: "")
    ])
    #expect(report.code == .different)
    #expect(report.text.contains("not drawn: nothing.json:2:"), "\(report.text)")
    #expect(report.text.contains("\ncould not be drawn: nothing; please"), "\(report.text)")
  }

  @Test("fonts have the hashes that they have in a lock")
  func fonts() throws {
    let animation = try Animation(builtIn: SelfTest.all[0].scene, called: "a.json")
    let used = animation.environment.fonts.map(\.hash)
    let fonts = Installation().fonts
    #expect(fonts.map(\.name) == ["system", "emoji"])
    #expect(fonts.prefix(1).map(\.hash) == used)
  }

  @Test("programs and libraries are told with their versions, or that they are missing")
  func programs() {
    let shell = InstalledProgram("true", askedBy: "--version")
    #expect(shell.path?.hasSuffix("/true") == true && shell.version?.contains("true") == true)
    let none = InstalledProgram("no-such-program", askedBy: "--version")
    #expect(none.path == nil && none.version == nil)
    let libraries = Installation().libraries
    #expect(
      libraries.map(\.name)
        == [
          "FriBidi", "HarfBuzz", "expat", "giflib", "libdeflate", "libjpeg-turbo", "libpng",
          "libunibreak", "libwebp",
        ])
    #expect(libraries.allSatisfy { $0.version.first?.isNumber == true })
  }
}

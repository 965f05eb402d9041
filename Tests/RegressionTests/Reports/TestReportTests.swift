import Formatting
import Foundation
import SceneFormat
import TestSupport
import Testing

@testable import Regression

@Suite("the result of a test")
struct TestReportTests {
  private static func verdict(
    _ kind: SceneVerdict.Kind, code: ExitCode = .done, scene: String = "s/a.json"
  ) -> SceneVerdict {
    SceneVerdict(scene: scene, kind: kind, headline: "told", code: code)
  }

  private static func report(
    _ verdicts: [SceneVerdict], isStrict: Bool = true, seconds: Double = 1
  ) -> TestReport {
    TestReport(verdicts: verdicts, isStrict: isStrict, seconds: seconds)
  }

  private static let all: [SceneVerdict] = [
    verdict(.same, scene: "1"), verdict(.different, scene: "2"), verdict(.missing, scene: "3"),
    verdict(.orphaned, scene: "4"), verdict(.invalid, code: .badAsset, scene: "5"),
  ]

  static let codes: [(verdicts: [SceneVerdict], strict: ExitCode, lax: ExitCode)] = [
    ([], .done, .done), ([verdict(.same)], .done, .done), ([verdict(.orphaned)], .done, .done),
    ([verdict(.missing)], .different, .done),
    ([verdict(.same), verdict(.different)], .different, .different),
    ([verdict(.invalid, code: .invalidScene)], .invalidScene, .invalidScene),
    (
      [verdict(.different), verdict(.invalid, code: .badAsset)], .badAsset, .badAsset
    ),
    (
      [verdict(.invalid, code: .badAsset), verdict(.different)], .badAsset, .badAsset
    ),
    (
      [verdict(.missing), verdict(.invalid, code: .failure)], .failure, .failure
    ),
    (
      [verdict(.invalid, code: .badAsset), verdict(.invalid, code: .invalidScene)], .badAsset,
      .badAsset
    ),
    (
      [verdict(.invalid, code: .invalidScene), verdict(.invalid, code: .badAsset)], .invalidScene,
      .invalidScene
    ),
  ]

  @Test("an error counts more than a difference, and the first error most", arguments: codes)
  func code(_ row: (verdicts: [SceneVerdict], strict: ExitCode, lax: ExitCode)) {
    #expect(Self.report(row.verdicts).code == row.strict)
    #expect(Self.report(row.verdicts, isStrict: false).code == row.lax)
  }

  @Test("what fails is named, and all are counted")
  func failures() {
    #expect(Self.report(Self.all).failures.map(\.scene) == ["2", "3", "5"])
    #expect(Self.report(Self.all, isStrict: false).failures.map(\.scene) == ["2", "5"])
    #expect(
      Self.report(Self.all).summary
        == "1 different, 1 invalid, 1 without a baseline, 1 without a scene, 1 same")
    #expect(Self.report([Self.verdict(.same), Self.verdict(.same)]).summary == "2 same")
    #expect(Self.report([]).summary == "no scenes")
  }

  @Test(
    "neighbouring frames are one range, and no more than six are named",
    arguments: [
      ([], ""), ([4], "4"), ([0, 1, 2, 5, 7, 8], "0-2, 5, 7-8"),
      ([0, 2, 4, 6, 8, 10], "0, 2, 4, 6, 8, 10"),
      ([0, 2, 4, 6, 8, 10, 12], "0, 2, 4, 6, 8, 10, …"),
    ])
  func ranges(frames: [Int], text: String) { #expect(FrameRanges.text(frames) == text) }

  @Test("three scenes with one reason are told together, two are not")
  func groups() throws {
    func counts(_ verdicts: [SceneVerdict]) -> [Int] {
      Self.report(
        verdicts.enumerated().map { index, verdict in
          var verdict = verdict
          verdict.scene = "\(index).json"
          return verdict
        }
      ).groups.map(\.verdicts.count)
    }
    for kind in [SceneVerdict.Kind.missing, .orphaned] {
      #expect(counts(Array(repeating: Self.verdict(kind), count: 2)) == [1, 1])
      #expect(counts(Array(repeating: Self.verdict(kind), count: 3)) == [3])
    }
    var renamed = Self.verdict(.missing)
    renamed.isRenamed = true
    #expect(counts(Array(repeating: renamed, count: 3)) == [1, 1, 1])
    // Without a comparison, the first note is the reason.
    var noted = Self.verdict(.different)
    noted.notes = ["the font a.ttf is new", "more"]
    #expect(counts(Array(repeating: noted, count: 3)) == [3])
    var other = noted
    other.notes[0] = "the font b.ttf is new"
    #expect(counts([noted, other, noted, other, noted]) == [3, 1, 1])
    #expect(counts(Array(repeating: Self.verdict(.same), count: 3)) == [1, 1, 1])
  }

  @Test("JUnit counts failures, errors and what is skipped", arguments: [true, false])
  func junit(isStrict: Bool) {
    let text = JUnitReport(report: Self.report(Self.all, isStrict: isStrict, seconds: 1.25)).text
    let counts =
      isStrict
      ? "failures=\"2\" errors=\"1\" skipped=\"0\"" : "failures=\"1\" errors=\"1\" skipped=\"1\""
    let line = "<testsuites name=\"render-transition\" tests=\"4\" \(counts) time=\"1.250\">"
    #expect(text.contains(line), "\(text)")
    for (mark, count) in [("<failure ", isStrict ? 2 : 1), ("<skipped ", isStrict ? 0 : 1)] {
      #expect(text.components(separatedBy: mark).count - 1 == count, "\(mark)")
    }
    #expect(text.components(separatedBy: "<error ").count == 2)
  }

  @Test("annotations are errors where the test fails, and say as much at the end")
  func annotations() {
    func lines(_ report: TestReport) -> [Substring] {
      GitHubReport(report: report).annotations.split(separator: "\n")
    }
    let levels = lines(Self.report(Self.all, isStrict: false)).compactMap {
      $0.split(separator: " ").first
    }
    #expect(levels == ["::error", "::warning", "::warning", "::error", "::error"])
    let end = lines(Self.report([Self.verdict(.missing)], isStrict: false)).last
    #expect(end == "::notice title=render-transition::1 without a baseline")
    let failed = lines(Self.report([Self.verdict(.missing)])).last
    #expect(failed == "::error title=render-transition::1 without a baseline")
  }

  @Test("nothing in an annotation is decoded to another text")
  func annotationEscapes() {
    var verdict = Self.verdict(.different, scene: "50%25,a:b.json")
    (verdict.headline, verdict.notes) = ("100%0A", ["more"])
    let line = GitHubReport(report: Self.report([verdict])).annotations.split(separator: "\n")[0]
    #expect(
      line
        == "::error file=50%2525%2Ca%3Ab.json,line=1,col=1,"
        + "title=different%3A 50%2525%2Ca%3Ab.json::100%250A%0Amore")
  }

  @Test("a table in Markdown marks failures, and says what each scene is for a reviewer")
  func markdown() {
    var renamed = Self.verdict(.missing, scene: "6")
    renamed.isRenamed = true
    let text = MarkdownReport(report: Self.report(Self.all + [renamed], isStrict: false)).text
    let marks = text.split(separator: "\n").filter { $0.hasPrefix("| ❌") || $0.hasPrefix("| ⚠️") }
      .compactMap { $0.split(separator: "|").first.map { $0.filter { $0 != " " } } }
    #expect(marks == ["❌changed", "⚠️new", "⚠️gone", "❌broken", "⚠️renamed"])
  }

  @Test("a comment of many long scenes has room for the last line, which counts the others")
  func markdownLimit() {
    let verdicts = (0..<400).map { index in
      var verdict = Self.verdict(.different, scene: "\(index)" + String(repeating: "s", count: 300))
      verdict.headline = "\(index)" + String(repeating: "h", count: 300)
      return verdict
    }
    let text = MarkdownReport(report: Self.report(verdicts)).text
    #expect(text.unicodeScalars.count <= 65_000)
    let rows = text.split(separator: "\n").count { $0.hasPrefix("| ❌") }
    #expect(rows > 90 && text.hasSuffix("\nno room for \(400 - rows) more in the table\n"))
  }

  @Test("what a program reads says whether it passed, with the code, and rounds times")
  func json() throws {
    func members(_ report: TestReport) throws -> [String: Any] {
      let data = Data(report.json.text(.members).utf8)
      return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
    let failed = try members(Self.report(Self.all, seconds: 1.234_567_89))
    #expect(failed["passed"] as? Bool == false && failed["exitCode"] as? Int == 4)
    #expect(failed["strict"] as? Bool == true && failed["seconds"] as? Double == 1.234568)
    let kinds = try #require(failed["scenes"] as? [[String: Any]])
    #expect(kinds.map { $0["failed"] as? Bool } == [false, true, true, false, true])
    let passed = try members(Self.report([Self.verdict(.missing)], isStrict: false))
    #expect(passed["passed"] as? Bool == true && passed["exitCode"] as? Int == 0)
    #expect(passed["strict"] as? Bool == false)
  }

  @Test("two kinds of report speak, and three need pictures")
  func kinds() {
    #expect(ReportKind.allCases.filter(\.isSpoken) == [.pretty, .github])
    #expect(ReportKind.allCases.filter(\.needsPictures) == [.html, .pictures, .blob])
    for text in ["json", "json=", "pretty=", "x=y", "", "json=a\0"] {
      #expect(ReportRequest(text) == nil, "\(text)")
    }
    #expect(ReportRequest("pretty")?.path == nil && ReportRequest("html=-") != nil)
    #expect(ReportRequest("json=a=b")?.path == "a=b")
  }

  @Test("a report takes the place of a report, of an empty file and of none, and of nothing else")
  func expendable() throws {
    let folder = try ScratchFolder()
    let report = Self.report(Self.all)
    let reports: [String] = [
      PrettyReport(report: report, style: .plain, isQuiet: false).text,
      PrettyReport(report: report, style: TextStyle(isColored: true), isQuiet: false).text,
      GitHubReport(report: report).annotations, JUnitReport(report: report).text,
      MarkdownReport(report: report).text, report.json.text(.members),
      HTMLReport.text(of: report.page), String(decoding: Blob(report: report).bytes, as: UTF8.self),
      "",
    ]
    for text in reports {
      #expect(ReportKind.isExpendable(try folder.write(text, to: "r")), "\(text.prefix(40))")
    }
    for text in ["{}", "{ \"version\": 1 }", " ", "# Notes", "\u{89}PNG"] {
      #expect(!ReportKind.isExpendable(try folder.write(text, to: "r")), "\(text)")
    }
    #expect(ReportKind.isExpendable(folder.path("none")))
    #expect(ReportKind.isExpendable("/dev/null"))
  }
}

import Codecs
import Formatting
import Foundation
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat
import TestSupport
import Testing

@testable import Regression

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("reports of scenes with names that people should not give")
struct ReportTests {
  /// Every naughty string, as a scene's name and in what is said of it.
  private static let written = Result {
    let bytes = try Fixtures.bytes(of: "strings/blns.json")
    let names = try JSONDecoder().decode([String].self, from: Data(bytes))
    let own = ["</script><script>alert(1)</script>", "::error::x\r\n::warning::y", "a|b`c`@d #1"]
    return TestReport(
      verdicts: (own + names).enumerated().map { index, name in
        SceneVerdict(
          scene: name, kind: index % 7 == 3 ? .invalid : .different,
          headline: "frames 1-2 of 3 differ: to#\(name): opacity 0 -> 1",
          notes: [name, "x: \(name)"],
          diagnostics: index % 7 == 3 ? [Diagnostic(.error, .file(name), name, hint: name)] : [],
          code: .invalidScene,
          curves: [ReportCurve(name: "\(name) x", expected: [0, 1, nil], actual: [0, 2, 3])])
      }, isStrict: true, seconds: 1)
  }

  private func isVisible(_ text: String) -> Bool {
    text.split(separator: "\n").allSatisfy {
      !$0.unicodeScalars.contains(where: { !Escaped.isPrintable($0) })
    }
  }

  @Test("no name moves the terminal's cursor")
  func terminal() throws {
    let report = try Self.written.get()
    let text = PrettyReport(report: report, style: .plain, isQuiet: false).text
    #expect(isVisible(text) && text.count > 10_000)
  }

  @Test("JUnit's XML stays XML, and every name is a case")
  func junit() throws {
    let report = try Self.written.get()
    let text = JUnitReport(report: report).text
    final class Names: NSObject, XMLParserDelegate {
      var names: [String] = []
      func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
      ) {
        if element == "testcase" { names.append(attributes["name"] ?? "") }
      }
    }
    let (parser, names) = (XMLParser(data: Data(text.utf8)), Names())
    parser.delegate = names
    #expect(parser.parse())
    #expect(names.names == report.verdicts.map { Escaped.text($0.scene) })
  }

  @Test("an annotation is one line and one command, whatever the name")
  func annotations() throws {
    let report = try Self.written.get()
    let lines = GitHubReport(report: report).annotations.split(separator: "\n")
    #expect(lines.count == report.verdicts.count + 1)
    for line in lines {
      #expect(line.hasPrefix("::error ") && isVisible(String(line)))
      // Behind the title, nothing can be taken for another property or command.
      let head = line.dropFirst(2).firstRange(of: "::").map { line[..<$0.lowerBound] } ?? line
      #expect(head.split(separator: ",", omittingEmptySubsequences: false).count <= 4, "\(line)")
    }
  }

  @Test("scenes with one reason are told together, with the names of some")
  func groups() throws {
    func verdict(_ index: Int, _ kind: SceneVerdict.Kind, _ mistake: Diagnostic? = nil)
      -> SceneVerdict
    {
      SceneVerdict(
        scene: "s/\(index).json", kind: kind, headline: "told",
        diagnostics: [mistake].compactMap(\.self))
    }
    let shared = Diagnostic(.error, .place(Place(file: "screen.json", line: 4, column: 2)), "bad")
    let own = Diagnostic(.error, .place(Place(file: "s/7.json", line: 1, column: 1)), "worse")
    let report = TestReport(
      verdicts: (0..<6).map { verdict($0, .invalid, shared) } + [verdict(7, .invalid, own)]
        + [verdict(8, .same), verdict(9, .missing), verdict(10, .missing)], isStrict: true,
      seconds: 0)
    let groups = report.groups
    #expect(groups.map(\.verdicts.count) == [6, 1, 1, 1, 1])
    #expect(groups[0].headline == "6 scenes: screen.json:4 bad")
    let pretty = PrettyReport(report: report, style: .plain, isQuiet: true).text
    #expect(
      pretty.contains("- s/4.json\n") && pretty.contains("- and 1 more\n")
        && !pretty.contains("s/5.json"))
    let annotations = GitHubReport(report: report).annotations.split(separator: "\n")
    #expect(annotations.count == 5)
    #expect(
      annotations[0].hasPrefix("::error file=screen.json,line=4,col=2,title=invalid%3A 6 scenes::"))
    #expect(MarkdownReport(report: report).text.contains("| ❌ broken | 6 scenes | "))
    #expect(
      report.page.groups == [ReportPage.Group(title: "6 scenes: screen.json:4 bad", cards: 0..<6)])
  }

  @Test("a Markdown table has a row for each, no mark of a name's, and fits into a comment")
  func markdown() throws {
    let report = try Self.written.get()
    let text = MarkdownReport(report: report).text
    #expect(text.unicodeScalars.count <= 65_536 && text.hasPrefix("<!-- render-transition -->\n"))
    #expect(text.hasSuffix("more in the table\n") || text.contains("more in the table, "))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ❌") }
    #expect(rows.count > 50)
    for row in rows {
      // By code points, as a parser reads it: a name may begin with what joins to a "`".
      let scalars = Array(row.unicodeScalars)
      let bars = scalars.indices.count {
        scalars[$0] == "|" && ($0 == 0 || scalars[$0 - 1] != "\\")
      }
      #expect(bars == 4, "\(row)")
      #expect(!Self.hasMarks(row), "\(row)")
    }
  }

  @Test("no name is a mark in what a Markdown comment says beneath its table")
  func markdownDetails() throws {
    var report = try Self.written.get()
    report.verdicts = Array(report.verdicts.prefix(40))
    let text = MarkdownReport(report: report).text
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("- ") || $0.hasPrefix("#### ") }
    #expect(lines.count > 80)
    for line in lines { #expect(!Self.hasMarks(line), "\(line)") }
  }

  /// Whether anything in a line but code spans is a mark of Markdown or HTML.
  private static func hasMarks(_ line: Substring) -> Bool {
    var rest = Array(line.unicodeScalars)[...]
    var bare: [Unicode.Scalar] = []
    while let start = rest.firstIndex(of: "`") {
      bare += rest[..<start]
      let fence = rest[start...].prefix { $0 == "`" }
      rest = rest[fence.endIndex...]
      // The next run of the same length ends the span.
      while let open = rest.firstIndex(of: "`") {
        let run = rest[open...].prefix { $0 == "`" }
        rest = rest[run.endIndex...]
        if run.count == fence.count { break }
      }
    }
    let marks: Set<Unicode.Scalar> = ["<", ">", "`", "*", "_", "[", "]", "@", "!", "\\", "~"]
    return (bare + rest).contains(where: marks.contains)
  }

  /// GitHub made a link of `bob&#64;evil&#46;com`, after it had decoded it.
  @Test("GitHub's parser of Markdown makes no link and no tag of a name, and shows all of it")
  func githubMarkdown() throws {
    let names = [
      "bob@evil.com", "bob&#64;evil&#46;com", "xmpp:a@b.com", "http://evil.com", "[x](http://y)",
      "a`b", "``a```b`", "`", "<img src=x>", "www.evil.com", "@user", "#123", "a|b", "a\\|b",
      "a`|`b", "<http://a.b>", "</details>", "***", " a", "\\", "|", "- a",
    ]
    // The numbers keep scenes apart: those with one reason are told together.
    let report = TestReport(
      verdicts: names.enumerated().map { index, name in
        SceneVerdict(
          scene: name, kind: .different, headline: "\(name) \(index)",
          notes: ["\(name) note \(index)"])
      }, isStrict: true, seconds: 1)
    guard let python = OutsideProgram("python3") else { return }
    guard try python.output(["-c", "import cmarkgfm"]) != nil else {
      return OutsideProgram.skip("cmarkgfm is not installed")
    }
    let script = """
      import sys
      from cmarkgfm import github_flavored_markdown_to_html as html
      from cmarkgfm.cmark import Options
      print(html(open(sys.argv[1]).read(), Options.CMARK_OPT_UNSAFE))
      """
    let markdown = Array(MarkdownReport(report: report).text.utf8)
    let output = try python.output(["-c", script, "{}"], file: markdown)
    let html = String(decoding: try #require(output), as: UTF8.self)
    for mark in ["<a ", "href", "mailto:", "<img", "<em>", "<strong>"] {
      #expect(!html.contains(mark), "\(mark)")
    }
    for (index, name) in names.enumerated() {
      let code = name.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .replacing(">", with: "&gt;")
      #expect(html.contains("<td><code>\(code)</code></td>"), "\(name)")
      #expect(html.contains("<td><code>\(code) \(index)</code></td>"), "\(name)")
      #expect(html.contains("<h4><code>\(code)</code></h4>"), "\(name)")
      #expect(html.contains("<li><code>\(code) note \(index)</code></li>"), "\(name)")
    }
  }

  @Test("JSON reads back to the same names")
  func json() throws {
    let report = try Self.written.get()
    let object = try JSONSerialization.jsonObject(
      with: Data(report.json.text(.members).utf8))
    let scenes = try #require((object as? [String: Any])?["scenes"] as? [[String: Any]])
    let names = scenes.compactMap { $0["scene"] as? String }
    #expect(names.map { Array($0.utf8) } == report.verdicts.map { Array($0.scene.utf8) })
  }

  @Test("the page holds names as data, and its policy lets one script run")
  func page() throws {
    let report = try Self.written.get()
    let text = HTMLReport.text(of: report.page)
    #expect(text.components(separatedBy: "<script").count == 3)
    #expect(text.components(separatedBy: "</script").count == 3)
    #expect(!text.contains("alert(1)</") && !text.contains("{{data}}"))
    #expect(!text.contains("http://") || text.contains("http://www.w3.org/2000/svg"))
    #expect(text.contains("default-src 'none'; script-src 'sha256-"))
  }

  /// A film of a dot that goes to the right, and of one that does so lower down.
  private static func film() async throws -> ReportFilm {
    func side(_ y: Int) -> FrameSequence? {
      let frames = (0..<12).map { index in
        FrameSequence.Frame(
          startSeconds: Double(index) / 50, endSeconds: Double(index + 1) / 50,
          hash: FrameHash(high: 0, low: 0))
      }
      return FrameSequence(width: 40, height: 24, frames: frames) { index in
        var picture = Pixmap(width: 40, height: 24, filledWith: Pixel(.white))
        let dot = PixelRect(x: 3 * index, y: y, width: 5, height: 6)
        picture.fill(dot, with: Pixel(Color(red: 200, green: 30, blue: 60)))
        return picture
      }
    }
    let film = try ReportFilm.showing(
      side(4), side(7), differing: [], [], room: 1 << 20, jobs: 1)
    return try #require(film)
  }

  @Test("a browser opens the page from disk, without a network, and all of it works")
  func browser() async throws {
    let report = try Self.written.get()
    guard let python = OutsideProgram("python3") else { return }
    let isThere = try python.output(["-c", "import playwright"]) != nil
    guard isThere, FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium") else {
      return OutsideProgram.skip("Playwright or Chromium is not installed")
    }
    var page = report.page
    page.cards[0].film = try await Self.film()
    page.cards[0].detail = PixelRect(x: 4, y: 2, width: 20, height: 14)
    page.cards[0].frames = []
    let area = PixelRect(x: 8, y: 6, width: 12, height: 6)
    for index in 0..<12 {
      // Slow enough for a busy machine: the film must not end before it is stopped.
      var bar = ReportCard.Bar(time: Double(index) / 4, share: 0)
      if index % 4 != 0 { (bar.share, bar.area) = (Double(index) / 30, area) }
      page.cards[0].frames.append(bar)
    }
    let folder = try ScratchFolder()
    let path = try folder.write(HTMLReport.text(of: page), to: "r.html")
    let names = JSONValue.list(page.cards.map { .text(Escaped.text($0.name)) }).text(.compact)
    let list = try folder.write(names, to: "names.json")
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
        "Browser/report_page.py"
      ).path
    let line = [python.path.path(), script, path, list].map { "\"\($0)\"" }.joined(separator: " ")
    let run = try Shell.run(line)
    #expect(run.code == 0, "\(run.printed)")
  }
}

import Formatting
import RenderTransition
import SceneFormat

/// A report for people at a terminal.
struct PrettyReport {
  let report: TestReport
  let style: TextStyle
  /// Whether only failures are worth a line.
  let isQuiet: Bool

  /// The lines; nothing in them can move a terminal's cursor.
  var text: String {
    let shown = report.groups.filter { !isQuiet || report.isFailure($0.first) }
    let names = shown.filter { $0.verdicts.count == 1 }.map(\.first.scene)
    let column = names.map { Escaped.columns(Escaped.text($0)) }.max() ?? 0
    let parts = shown.map { group in
      group.verdicts.count == 1
        ? lines(of: group.first, column: min(column, 48)) : lines(of: group)
    }
    guard !isQuiet else { return parts.joined() }
    return parts.joined() + (parts.isEmpty ? "" : "\n") + summary
  }

  private static let indent = String(repeating: " ", count: 11)

  private func lines(of verdict: SceneVerdict, column: Int) -> String {
    let name = Escaped.text(verdict.scene)
    let gap = String(repeating: " ", count: max(0, column - Escaped.columns(name)) + 2)
    let first = "\(label(of: verdict))  \(name)\(gap)\(Escaped.text(verdict.headline))\n"
    let notes = verdict.notes.map { "\(Self.indent)\(Escaped.text($0))\n" }
    return first + notes.joined() + mistakes(of: verdict)
  }

  private func lines(of group: ReportGroup) -> String {
    let first = "\(label(of: group.first))  \(Escaped.text(group.headline))\n"
    let lines = group.names(limit: 5).map { "\(Self.indent)- \(Escaped.text($0))\n" }
    return first + lines.joined() + mistakes(of: group.first)
  }

  private func mistakes(of verdict: SceneVerdict) -> String {
    let lines = verdict.diagnostics.flatMap { diagnostic in
      diagnostic.text(.plain, width: 100).split(separator: "\n").map { "\(Self.indent)\($0)\n" }
    }
    return lines.joined()
  }

  private func label(of verdict: SceneVerdict) -> String {
    let word = verdict.kind.rawValue
    let padded = word + String(repeating: " ", count: max(0, 9 - word.count))
    switch verdict.kind {
    case .same: return style.green(padded)
    case .different, .invalid: return style.red(padded)
    case .missing: return report.isStrict ? style.red(padded) : style.yellow(padded)
    case .orphaned: return style.yellow(padded)
    }
  }

  private var summary: String {
    let time = NumberFormat.fixed(report.seconds, decimals: 1)
    let line = "\(report.summary)  (\(time) s)"
    return (report.code == .done ? line : style.bold(line)) + "\n"
  }
}

/// A report as workflow commands, which GitHub shows beside the files of a pull request.
struct GitHubReport {
  let report: TestReport

  /// A line for every failure, and one for the whole.
  var annotations: String {
    let lines = report.groups.filter { $0.first.kind != .same }.map(line)
    let level = report.code == .done ? "notice" : "error"
    return (lines + ["::\(level) title=\(Release.program)::\(Self.data(report.summary))"])
      .map { $0 + "\n" }.joined()
  }

  /// One line for a group, at the place that is the reason of all.
  private func line(of group: ReportGroup) -> String {
    let verdict = group.first
    let level = report.isFailure(verdict) ? "error" : "warning"
    var place = verdict.places.first ?? Place(file: verdict.scene, line: 1, column: 1)
    var words = [group.headline] + group.names(limit: 20)
    if group.verdicts.count == 1 { words += verdict.notes }
    if let mistake = verdict.diagnostics.first {
      words =
        (group.verdicts.count > 1 ? [] : [mistake.message]) + words.filter { $0 != mistake.message }
      if let its = mistake.subject.place { place = its }
    }
    let subject =
      group.verdicts.count > 1 ? "\(group.verdicts.count) scenes" : PathName.last(verdict.scene)
    return Self.command(
      level, at: place, title: "\(verdict.kind.rawValue): \(subject)", words.joined(separator: "\n")
    )
  }

  private static func command(
    _ level: String, at place: Place, title: String, _ text: String
  ) -> String {
    let position = "file=\(property(place.file)),line=\(place.line),col=\(place.column)"
    return "::\(level) \(position),title=\(property(title))::\(data(text))"
  }

  // A line end would begin a new command, and another's command could follow. What is hidden is
  // made visible first; the lines of our own are written as GitHub wants them.
  private static func data(_ text: String) -> String {
    Escaped.lines(text).replacing("%", by: "%25").replacing("\n", by: "%0A")
  }

  private static func property(_ text: String) -> String {
    Escaped.text(text).replacing("%", by: "%25").replacing(":", by: "%3A").replacing(",", by: "%2C")
  }
}

extension String {
  fileprivate func replacing(_ character: Character, by text: String) -> String {
    unicodeScalars.map { Character($0) == character ? text : String($0) }.joined()
  }
}

/// A report in JUnit's XML, which most build servers read.
struct JUnitReport {
  let report: TestReport

  /// The document.
  var text: String {
    let cases = report.verdicts.filter { $0.kind != .orphaned }
    let failures = cases.count { report.isFailure($0) && $0.kind != .invalid }
    let counts =
      "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(report.count(.invalid))\" "
      + "skipped=\"\(cases.count { $0.kind == .missing && !report.isFailure($0) })\" "
      + "time=\"\(NumberFormat.fixed(report.seconds, decimals: 3))\""
    let name = Release.program
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(name)" \(counts)>
        <testsuite name="\(name)" \(counts)>
      \(cases.map(element).joined())  </testsuite>
      </testsuites>

      """
  }

  private func element(of verdict: SceneVerdict) -> String {
    let scene = Markup.text(verdict.scene)
    let head =
      "    <testcase classname=\"\(Release.program)\" name=\"\(scene)\" file=\"\(scene)\" "
      + "time=\"\(NumberFormat.fixed(verdict.seconds, decimals: 3))\""
    guard let inner = inner(of: verdict) else { return head + "/>\n" }
    return "\(head)>\n      \(inner)\n    </testcase>\n"
  }

  private func inner(of verdict: SceneVerdict) -> String? {
    let message = "message=\"\(Markup.text(verdict.headline))\""
    let mistakes = verdict.diagnostics.flatMap { diagnostic in
      diagnostic.text(.plain, width: 120).split(separator: "\n").map(String.init)
    }
    let body = Markup.text((verdict.notes + mistakes).joined(separator: "\n"))
    switch verdict.kind {
    case .same, .orphaned: return nil
    case .missing where !report.isFailure(verdict): return "<skipped \(message)/>"
    case .missing: return "<failure type=\"missing\" \(message)>\(body)</failure>"
    case .different:
      let cause = verdict.comparison?.cause.rawValue ?? "scene"
      return "<failure type=\"\(cause)\" \(message)>\(body)</failure>"
    case .invalid: return "<error type=\"invalid\" \(message)>\(body)</error>"
    }
  }
}

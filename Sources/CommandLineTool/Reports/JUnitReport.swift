import Formatting
import RenderTransition

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
    let name = Catalogue.program
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
      "    <testcase classname=\"\(Catalogue.program)\" name=\"\(scene)\" file=\"\(scene)\" "
      + "time=\"\(NumberFormat.fixed(verdict.seconds, decimals: 3))\""
    guard let inner = inner(of: verdict) else { return head + "/>\n" }
    return "\(head)>\n      \(inner)\n    </testcase>\n"
  }

  private func inner(of verdict: SceneVerdict) -> String? {
    let message = "message=\"\(Markup.text(verdict.headline))\""
    let mistakes = verdict.diagnostics.map { $0.text(.plain, width: 120) }
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

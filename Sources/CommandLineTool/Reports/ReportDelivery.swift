import Formatting
import RenderTransition

/// Brings a report to whoever wants to hear of it.
struct ReportDelivery {
  let report: TestReport
  let console: Console
  let settings: Settings
  let ink: Ink

  /// Writes the file that `request` names; answers what is to be printed, if it names none.
  func text(for request: ReportRequest) throws(Failure) -> String? {
    if request.kind == .github { try addSummary() }
    let text = text(of: request.kind)
    guard let path = request.path else { return text }
    try perform { try TextFile.write(Array(text.utf8), to: path) }
    return nil
  }

  private func text(of kind: ReportKind) -> String {
    switch kind {
    case .pretty: PrettyReport(report: report, ink: ink, isQuiet: settings.isQuiet).text
    case .github: GitHubReport(report: report).annotations
    case .json: report.json.text(.members) + "\n"
    case .junit: JUnitReport(report: report).text
    case .markdown: MarkdownReport(report: report).text
    case .html: HTMLReport.text(of: report.page)
    }
  }

  /// Adds the table to the page of the job, where there is one.
  private func addSummary() throws(Failure) {
    guard let path = console.environment("GITHUB_STEP_SUMMARY"), !path.isEmpty else { return }
    let table = MarkdownReport(report: report).text
    try perform { try TextFile.append(Array(table.utf8), to: path) }
  }

  private func perform(_ body: () throws -> Void) throws(Failure) {
    do {
      try body()
    } catch {
      throw Failure(.failure, "\(error)")
    }
  }
}

import Formatting
import RenderTransition

// The verbs that hold scenes against their baselines.
extension Errand {
  /// Compares scenes with their baselines, and tells whoever wants to hear.
  func test(_ paths: [String]) async throws(Failure) -> ExitCode {
    let asked = settings.regression.reporters
    let reports = asked.isEmpty ? [ReportRequest(printing: .pretty)] : asked
    try check(reports)
    let isContinuous = !["", "0", "false"].contains(console.environment("CI") ?? "")
    let run = TestRun(
      settings: settings, reporter: reporter, isStrict: isContinuous,
      filmBytes: reports.contains { $0.kind == .html } ? HTMLReport.filmBytes : 0,
      reportPaths: reports.compactMap(\.path) + summaries(of: reports),
      fileReports: reports.compactMap(\.path))
    let report = try await run.report(on: paths)
    let delivery = ReportDelivery(
      report: report, console: console, settings: settings,
      ink: Ink(
        settings.colorChoice, isTerminal: console.isTerminal(.output),
        environment: console.environment))
    for request in reports {
      let content: Console.Content =
        request.kind == .github ? .commands : request.kind == .html ? .page : .words
      if let text = try delivery.text(for: request) { try print(text, holding: content) }
    }
    if settings.regression.reference == nil {
      try LastFailures.note(
        failed: report.failures.map(\.scene),
        passed: report.verdicts.filter { !report.isFailure($0) }.map(\.scene))
    }
    return report.code
  }

  /// Where the reporter for GitHub adds a table, if it is asked for.
  private func summaries(of reports: [ReportRequest]) -> [String] {
    guard reports.contains(where: { $0.kind == .github }) else { return [] }
    return [console.environment("GITHUB_STEP_SUMMARY") ?? ""].filter { !$0.isEmpty }
  }

  /// Throws where two reports would be one file, or one text on stdout.
  private func check(_ reports: [ReportRequest]) throws(Failure) {
    var files: Set<String> = []
    for path in reports.compactMap(\.path)
    where !files.insert(console.identity(path)).inserted {
      throw Failure(.usage, "two reports are called \(Escaped.quoted(path))")
    }
    let printed = reports.filter { $0.path == nil }
    if printed.count > 1, let one = printed.first(where: { !$0.kind.isSpoken }) {
      throw Failure(
        .usage, "stdout takes the report \"\(one.kind.rawValue)\" alone; write others to files")
    }
  }

  /// Makes what scenes render to their baselines.
  func approve(_ paths: [String]) async throws(Failure) {
    let outcomes = try await Approval(settings: settings, reporter: reporter).outcomes(for: paths)
    guard !settings.isQuiet else { return }
    let lines = outcomes.map { outcome in
      let frames = NumberFormat.count(outcome.frames, "frame")
      return
        "\(outcome.isNew ? "wrote    " : "unchanged")  \(Escaped.text(outcome.path))  \(frames)\n"
    }
    try print(lines.joined())
  }
}

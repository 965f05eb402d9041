import RenderTransition

// The verbs that hold scenes against their baselines.
extension Errand {
  /// Compares scenes with their baselines, and tells whoever wants to hear.
  func test(_ paths: [String]) async throws(Failure) -> ExitCode {
    let asked = settings.regression.reporters
    let reports = asked.isEmpty ? [ReportRequest(printing: .pretty)] : asked
    let isContinuous = !["", "0", "false"].contains(console.environment("CI") ?? "")
    let run = TestRun(
      settings: settings, reporter: reporter, isStrict: isContinuous,
      filmBytes: reports.contains { $0.kind == .html } ? HTMLReport.filmBytes : 0)
    let report = try await run.report(on: paths)
    let delivery = ReportDelivery(
      report: report, console: console, settings: settings,
      ink: Ink(
        settings.colorChoice, isTerminal: console.isTerminal(.output),
        environment: console.environment))
    for request in reports {
      if let text = try delivery.text(for: request) { try print(text) }
    }
    if settings.regression.reference == nil {
      LastFailures.note(
        failed: report.failures.map(\.scene),
        passed: report.verdicts.filter { !report.isFailure($0) }.map(\.scene))
    }
    return report.code
  }

  /// Makes what scenes render to their baselines.
  func approve(_ paths: [String]) async throws(Failure) {
    let outcomes = try await Approval(settings: settings, reporter: reporter).outcomes(for: paths)
    guard !settings.isQuiet else { return }
    let lines = outcomes.map { outcome in
      let frames = outcome.frames == 1 ? "1 frame" : "\(outcome.frames) frames"
      return
        "\(outcome.isNew ? "wrote    " : "unchanged")  \(Visible.text(outcome.path))  \(frames)\n"
    }
    try print(lines.joined())
  }
}

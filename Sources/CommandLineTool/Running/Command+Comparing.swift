import Formatting
import ImageDiff
import Regression
import RenderTransition

// The verb that compares.
extension Command {
  /// Compares two inputs, writes the outputs, and prints the result.
  func diff(_ paths: [String]) async throws(Failure) -> ExitCode {
    let outputs = try diffOutputs(beside: paths)
    let isRecording = settings.isRecording || paths.contains(where: Footage.isVideo)
    let foreign = isRecording ? Settings.exactFlags : Settings.recordingFlags
    if let flag = foreign.first(where: settings.given.contains) {
      let other = isRecording ? "a recording" : "two inputs without a recording"
      throw Failure(UsageMistake(.conflict([flag, other])))
    }
    if isRecording, outputs.contains(where: { $0.format == .png }) {
      throw RecordingReport.hasNoPicture
    }
    let exceptions = settings.diff.exceptions
    do {
      if isRecording {
        let comparison = try await recordingComparison(paths[0], paths[1])
        let report = RecordingReport(comparison, exceptions: exceptions)
        try tell(report, outputs)
        return report.verdict == .same ? .done : .different
      }
      let both = try await DiffInput.both(paths[0], paths[1], options: inputOptions)
      let differences = try Differences(
        both.expected, both.actual, settings.diff.request, jobs: settings.jobs)
      try tell(DiffReport(differences: differences, exceptions: exceptions), outputs)
      return differences.isSame ? .done : .different
    } catch let error as UnknownLayer {
      throw Failure(.usage, "\(error)")
    } catch {
      throw Failure(comparing: error, path: paths[1])
    }
  }

  /// Writes the outputs of a comparison, and prints its lines or its JSON.
  private func tell(_ report: some ComparisonReport, _ outputs: [DiffOutput]) throws(Failure) {
    func attempt<Result>(
      _ output: DiffOutput, _ work: () throws -> Result
    ) throws(Failure) -> Result {
      do {
        return try work()
      } catch {
        throw Failure(rendering: error, of: output.path)
      }
    }
    // All are drawn before the first is written.
    var files: [[UInt8]] = []
    for output in outputs {
      files.append(try attempt(output) { try bytes(of: report, output.format) })
    }
    for (output, file) in zip(outputs, files) {
      try attempt(output) { try TextFile.write(file, to: output.path) }
    }
    if settings.isJSON {
      try print(report.json.text(.members) + "\n")
    } else if !settings.isQuiet {
      try print(([report.headline] + report.notes.map { "  \($0)" }).map { $0 + "\n" }.joined())
    }
  }

  private var inputOptions: DiffInputOptions {
    var options = DiffInputOptions()
    (options.fps, options.scale, options.jobs) = (settings.fps, settings.scale, settings.jobs)
    (options.assetRoot, options.limits) = (settings.assetRoot, settings.limits)
    options.drawings = Set(settings.outputs.compactMap { DiffOutput($0)?.format.drawing })
    return options
  }

  /// What will be written; throws before anything is read if two are one file, or an input.
  private func diffOutputs(beside inputs: [String]) throws(Failure) -> [DiffOutput] {
    let outputs = settings.outputs.compactMap(DiffOutput.init)
    var taken = Set(inputs.map(console.identity))
    for output in outputs {
      if console.isTerminalFile(output.path) {
        throw Failure(UsageMistake(.output(.terminal(output.path))))
      }
      guard taken.insert(console.identity(output.path)).inserted else {
        let name = Escaped.quoted(output.path)
        throw Failure(.usage, "the output \(name) is written twice, or is what is compared")
      }
    }
    return outputs
  }

  private func bytes(
    of report: some ComparisonReport, _ format: DiffOutput.Format
  ) throws -> [UInt8] {
    switch format {
    case .png: try report.picture()
    case .apng: try report.film(.apng)
    case .gif: try report.film(.gif)
    case .html: Array(HTMLReport.text(of: try report.page(jobs: settings.jobs)).utf8)
    case .json: Array((report.json.text(.members) + "\n").utf8)
    }
  }
}

/// What a comparison found.
private protocol ComparisonReport: Recorded {
  var headline: String { get }
  var notes: [String] { get }
  func picture() throws -> [UInt8]
  func film(_ format: FilmFormat) throws -> [UInt8]
  func page(jobs: Int?) throws -> ReportPage
}

extension DiffReport: ComparisonReport {
  fileprivate func picture() throws -> [UInt8] { try differences.drawingFile() }
  fileprivate func film(_ format: FilmFormat) throws -> [UInt8] { try differences.film(format) }
}

extension RecordingReport: ComparisonReport {
  fileprivate static let hasNoPicture = Failure(
    .usage, "a recording is compared in time: -o takes .html, .json, .apng or .gif")

  fileprivate func picture() throws -> [UInt8] { throw Self.hasNoPicture }
}

// The verbs that hold scenes against their baselines.
extension Command {
  /// Compares scenes with their baselines, and writes the reports.
  func test(_ paths: [String]) async throws(Failure) -> ExitCode {
    try SceneOperand.checkHaveBaselines(paths, verb: "test")
    let delivery = try delivery
    let summary = summaryPath(for: delivery.requests)
    let files = delivery.requests.compactMap(\.path)
    let isContinuous = !["", "0", "false"].contains(console.environment("CI") ?? "")
    let run = TestRun(
      try regressionOptions, isStrict: isContinuous, wantsPictures: delivery.needsPictures,
      reportPaths: files + [summary].compactMap(\.self), fileReports: files, log: watch?.log)
    let meter = reporter.meter("test")
    defer { meter?.erase() }
    let report = try await run.report(on: paths) {
      meter?.show(RenderProgress(framesDone: $0, framesInAll: $1, unit: "scenes"))
    }
    meter?.erase()
    // The search for scenes reads reports that lie among them.
    for file in files { watch?.log.forget(file) }
    if ![.done, .different].contains(report.code), isBeingSaved { return report.code }
    try deliver(report, delivery, summary: summary)
    if settings.regression.reference == nil {
      try LastFailures(try regressionOptions.cacheFolder).note(
        failed: report.failures.map(\.scene),
        passed: report.verdicts.filter { !report.isFailure($0) }.map(\.scene))
    }
    return report.code
  }

  /// Makes one report of the blobs of many machines.
  func merge(_ paths: [String]) async throws(Failure) -> ExitCode {
    let delivery = try delivery
    let inputs = Set(paths.map(console.identity))
    if let path = delivery.requests.compactMap(\.path).first(where: {
      inputs.contains(console.identity($0))
    }) {
      throw Failure(.usage, "the report \(Escaped.quoted(path)) would overwrite what is merged")
    }
    let report = try Merge(of: paths, limits: settings.limits).report
    try deliver(report, delivery, summary: summaryPath(for: delivery.requests))
    return report.code
  }

  private func deliver(
    _ report: TestReport, _ delivery: ReportDelivery, summary: String?
  ) throws(Failure) {
    if let summary {
      try Failure.wrapping { try TextFile.append(report.stepSummary, to: summary) }
    }
    try delivery.deliver(report) { (text, kind) throws(Failure) in
      let content: Console.Content =
        kind == .github ? .commands : kind == .html ? .page : .words
      try print(text, holding: content)
    }
  }

  /// The reports that were asked for.
  private var delivery: ReportDelivery {
    get throws(Failure) {
      var requests = settings.reporters
      if settings.isJSON { requests.append(ReportRequest(printing: .json)) }
      if requests.isEmpty { requests = [ReportRequest(printing: .pretty)] }
      try check(requests)
      return ReportDelivery(
        requests, pageBytes: settings.pageBytes, pictureBase: settings.pictureBase,
        style: TextStyle(
          settings.colorChoice, isTerminal: console.isTerminal(.output),
          environment: console.environment),
        isQuiet: settings.isQuiet, jobs: settings.jobs)
    }
  }

  /// Where the reporter for GitHub adds a table.
  private func summaryPath(for requests: [ReportRequest]) -> String? {
    guard requests.contains(where: { $0.kind == .github }) else { return nil }
    let path = console.environment("GITHUB_STEP_SUMMARY") ?? ""
    return path.isEmpty ? nil : path
  }

  /// What the flags say, with the bounds of all verbs.
  private var regressionOptions: RegressionOptions {
    get throws(Failure) {
      var options = settings.regression
      (options.assetRoot, options.limits) = (settings.assetRoot, settings.limits)
      (options.jobs, options.shard) = (settings.jobs, try shard)
      let cache = console.environment("XDG_CACHE_HOME") ?? ""
      options.cacheFolder =
        cache.isEmpty ? console.environment("HOME").map { $0 + "/.cache" } : cache
      return options
    }
  }

  /// Which of the scenes are this machine's.
  private var shard: Shard {
    get throws(Failure) {
      guard settings.shard != "auto" else { return try Shard.named(by: console.environment) }
      return settings.shard.flatMap { Shard($0) } ?? .whole
    }
  }

  /// Those of `scenes` that are this machine's.
  func own(_ scenes: [String]) throws(Failure) -> [String] {
    let options = try regressionOptions
    return try options.plan(of: scenes)?.tasks(of: options.shard).map(\.id) ?? scenes
  }

  /// Lists scenes as pieces of work.
  func plan(_ paths: [String]) async throws(Failure) -> ExitCode {
    try SceneOperand.checkHaveBaselines(paths, verb: "plan")
    let options = try regressionOptions
    let plan = try TaskPlan(beneath: paths, options)
    if settings.isJSON {
      try print(TaskPlan.record(of: options.shard).json(plan).text(.rows) + "\n")
    } else {
      try print(plan.text(of: options.shard))
    }
    return .done
  }

  /// Throws where two reports would be one file, or one text on stdout.
  private func check(_ reports: [ReportRequest]) throws(Failure) {
    var files: Set<String> = []
    for path in reports.compactMap(\.path)
    where !files.insert(console.identity(path)).inserted {
      throw Failure(.usage, "two reports are called \(Escaped.quoted(path))")
    }
    let folders = reports.filter { $0.kind == .pictures }
    guard folders.count < 2 else { throw Failure(.usage, "there are two folders for pictures") }
    if settings.pictureBase != nil,
      folders.isEmpty || !reports.contains(where: { $0.kind == .markdown })
    {
      throw Failure(.usage, "--picture-base needs the reporters \"markdown\" and \"pictures\"")
    }
    let printed = reports.filter { $0.path == nil }
    if printed.count > 1, let one = printed.first(where: { !$0.kind.isSpoken }) {
      throw Failure(
        .usage, "stdout takes the report \"\(one.kind.rawValue)\" alone; write others to files")
    }
  }

  /// Makes what scenes render to their baselines.
  func approve(_ paths: [String]) async throws(Failure) -> ExitCode {
    try SceneOperand.checkHaveBaselines(paths, verb: "approve")
    let meter = reporter.meter("approve")
    defer { meter?.erase() }
    let outcomes = try await Approval(try regressionOptions).outcomes(for: paths) {
      meter?.show(RenderProgress(framesDone: $0, framesInAll: $1, unit: "scenes"))
    }
    meter?.erase()
    if settings.isJSON {
      try print(Approval.record.json(outcomes).text(.rows) + "\n")
      return .done
    }
    guard !settings.isQuiet else { return .done }
    let lines = outcomes.map { outcome in
      let frames = NumberFormat.count(outcome.frames, "frame")
      return
        "\(outcome.isNew ? "wrote    " : "unchanged")  \(Escaped.text(outcome.path))  \(frames)\n"
    }
    try print(lines.joined())
    return .done
  }
}

extension DiffOutput.Format {
  /// What it shows; nil for one without pictures.
  fileprivate var drawing: DifferenceDrawing? {
    switch self {
    case .png: .picture
    case .apng, .gif: .film
    case .html: .page
    case .json: nil
    }
  }
}

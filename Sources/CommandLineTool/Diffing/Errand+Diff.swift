import Formatting
import ImageDiff
import RenderTransition

// The verb that compares.
extension Errand {
  /// Compares two exhibits, writes what is asked for, and prints what was found.
  func diff(_ expected: String, _ actual: String) async throws(Failure) -> ExitCode {
    let outputs = try diffOutputs(beside: [expected, actual])
    let differences = try await differences(expected, actual)
    let report = DiffReport(differences: differences, settings: settings.diff)
    // All are drawn before the first is written.
    let files = try outputs.map { (output) throws(Failure) in try file(of: report, for: output) }
    for (output, file) in zip(outputs, files) {
      try perform(for: output) { try TextFile.write(file, to: output.path) }
    }
    if settings.isJSON {
      try print(report.json.text(.members) + "\n")
    } else if !settings.isQuiet {
      let lines = [report.headline] + report.notes.map { "  \($0)" }
      try print(lines.map { $0 + "\n" }.joined())
    }
    return differences.isSame ? .done : .different
  }

  private func differences(
    _ expected: String, _ actual: String
  ) async throws(Failure) -> Differences {
    do {
      let both = try await Exhibit.both(expected, actual, options: exhibitOptions)
      return try Differences(both.expected, both.actual, settings.diff.request)
    } catch let error as UnknownLayer {
      throw Failure(.usage, "\(error)")
    } catch {
      throw Failure(comparing: error, path: actual)
    }
  }

  private var exhibitOptions: ExhibitOptions {
    var options = ExhibitOptions()
    (options.fps, options.scale, options.jobs) = (settings.fps, settings.scale, settings.jobs)
    (options.assetRoot, options.limits) = (settings.assetRoot, settings.limits)
    return options
  }

  /// What will be written; throws before anything is read if two are one file, or an input.
  private func diffOutputs(beside inputs: [String]) throws(Failure) -> [DiffOutput] {
    let outputs = settings.outputs.compactMap(DiffOutput.init)
    var taken = Set(inputs.map(console.identity))
    for output in outputs {
      if console.isTerminalFile(output.path) {
        throw Failure(.usage, [Diagnostic(UsageMistake(.output(.terminal(output.path))))])
      }
      guard taken.insert(console.identity(output.path)).inserted else {
        let name = Escaped.quoted(output.path)
        throw Failure(.usage, "the output \(name) is written twice, or is what is compared")
      }
    }
    return outputs
  }

  private func file(of report: DiffReport, for output: DiffOutput) throws(Failure) -> [UInt8] {
    try perform(for: output) { try bytes(of: report, output.format) }
  }

  private func perform<Answer>(
    for output: DiffOutput, _ body: () throws -> Answer
  ) throws(Failure) -> Answer {
    do {
      return try body()
    } catch {
      throw Failure(rendering: error, of: output.path)
    }
  }

  private func bytes(of report: DiffReport, _ format: DiffOutput.Format) throws -> [UInt8] {
    switch format {
    case .png: try report.differences.drawingFile()
    case .apng: try report.differences.film(.apng)
    case .gif: try report.differences.film(.gif)
    case .html: Array(HTMLReport.text(of: try report.page()).utf8)
    case .json: Array((report.json.text(.members) + "\n").utf8)
    }
  }
}

extension Failure {
  /// A failure while something was read or compared.
  init(comparing error: any Error, path: String) {
    guard let error = error as? ExhibitError else {
      self.init(rendering: error, of: path)
      return
    }
    switch error {
    case .scene(let failure, let path): self.init(failure, scene: path)
    case .file(let error): self.init(reading: error, called: error.path)
    case .content(let path, let reason):
      self.init(.badAsset, [Diagnostic(.error, .file(path), reason)])
    }
  }
}

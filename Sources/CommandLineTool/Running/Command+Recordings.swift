import Formatting
import Regression
import RenderTransition
import SceneFormat

// Comparing the recording of an app with its design.
extension Command {
  /// Compares a recording with a scene, writes the outputs, and prints the result.
  func compareRecording(
    _ expected: String, _ actual: String, outputs: [DiffOutput]
  ) async throws(Failure) -> ExitCode {
    let report = try await recordingReport(expected, actual)
    try tell([report.headline] + report.notes.map { "  \($0)" }, report.json, outputs) {
      (output) throws(Failure) in try file(of: report, for: output)
    }
    return report.verdict == .same ? .done : .different
  }

  /// Whether two inputs are compared as a recording and its design.
  func comparesRecordings(_ paths: [String]) -> Bool {
    settings.recording.isAsked || paths.contains(where: Footage.isVideo)
  }

  /// Whether the first input is a recording, too: with --recording, all files that are no scene are.
  private func isRecording(_ path: String) -> Bool {
    Footage.isVideo(path)
      || settings.recording.isAsked && SceneAddress(path) == .file(path)
        && !path.lowercased().hasSuffix(".json")
  }

  private func recordingReport(
    _ expected: String, _ actual: String
  ) async throws(Failure) -> RecordingReport {
    let needsDesign =
      settings.recording.designFlags + (settings.diff.layers.isEmpty ? [] : ["--ignore-layer"])
    if let flag = needsDesign.first, isRecording(expected) {
      throw Failure(.usage, [Diagnostic(UsageMistake(.conflict([flag, "two recordings"])))])
    }
    do {
      let comparison =
        if isRecording(expected) {
          try await RecordingComparison(
            of: actual, withRecordingAt: expected, settings.recordingOptions)
        } else {
          try await RecordingComparison(
            of: actual, withSceneAt: expected, assetRoot: settings.assetRoot,
            settings.recordingOptions)
        }
      return RecordingReport(comparison, exceptions: settings.diff.exceptions)
    } catch let error as UnknownLayer {
      throw Failure(.usage, "\(error)")
    } catch {
      throw Failure(comparing: error, path: actual)
    }
  }

  private func file(
    of report: RecordingReport, for output: DiffOutput
  ) throws(Failure) -> [UInt8] {
    do {
      return try bytes(of: report, output.format)
    } catch {
      throw Failure(rendering: error, of: output.path)
    }
  }

  private func bytes(of report: RecordingReport, _ format: DiffOutput.Format) throws -> [UInt8] {
    switch format {
    case .html: Array(HTMLReport.text(of: try report.page(jobs: settings.jobs)).utf8)
    case .apng: try report.film(.apng)
    case .gif: try report.film(.gif)
    case .json: Array((report.json.text(.members) + "\n").utf8)
    case .png:
      throw Failure(.usage, "a recording is compared in time: -o takes .html, .json, .apng or .gif")
    }
  }
}

/// How a recording is compared with its design.
struct RecordingSettings: Hashable, Sendable {
  /// Whether the second input is a recording, whatever its format.
  var isAsked = false
  /// When the finger came down, in seconds.
  var tap: Double?
  /// Whose screens move.
  var pictures: RecordingOptions.Pictures?
  /// Which transition of a flow it is.
  var step: Int?
  /// What is still as designed.
  var allowedSeconds: Double?
  var allowedShare: Double?
  var allowedDrops: Int?

  /// The flags that are given, of which none is for exact comparisons.
  var flags: [String] {
    [
      isAsked ? "--recording" : nil, allowedSeconds == nil ? nil : "--allow-time",
      allowedDrops == nil ? nil : "--allow-drops",
    ].compactMap(\.self) + designFlags
  }

  /// Those of them that are about a design.
  var designFlags: [String] {
    [
      tap == nil ? nil : "--tap", pictures == nil ? nil : "--pictures",
      step == nil ? nil : "--step", allowedShare == nil ? nil : "--allow-value",
    ].compactMap(\.self)
  }
}

extension Settings {
  /// The same, as the library has it.
  fileprivate var recordingOptions: RecordingOptions {
    var options = RecordingOptions()
    (options.trim, options.crop) = (footage.trim, footage.crop)
    (options.tap, options.pictures, options.step) = (
      recording.tap, recording.pictures, recording.step
    )
    (options.allowedSeconds, options.allowedShare, options.allowedDrops) = (
      recording.allowedSeconds, recording.allowedShare, recording.allowedDrops
    )
    (options.ignored, options.ignoredLayers) = (diff.areas, diff.layers)
    (options.fps, options.limits, options.jobs) = (fps, limits, jobs)
    return options
  }

  /// Throws where a flag is given that is about the pixels of exact frames.
  func checkForRecording() throws(UsageMistake) {
    let flags = [
      diff.metric == nil ? nil : "--metric", diff.threshold == nil ? nil : "--threshold",
      diff.includesAntialiased ? "--include-aa" : nil, diff.spans.isEmpty ? nil : "--ignore-time",
      diff.maxPixels == nil ? nil : "--max-pixels", diff.maxRatio == nil ? nil : "--max-ratio",
      diff.maxWindow == nil ? nil : "--max-window", scale == nil ? nil : "--scale",
    ].compactMap(\.self)
    if let flag = flags.first { throw UsageMistake(.conflict([flag, "a recording"])) }
  }
}

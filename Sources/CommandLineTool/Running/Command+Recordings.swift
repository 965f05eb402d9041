import Formatting
import Regression
import RenderTransition
import SceneFormat

// Comparing the recording of an app with its design.
extension Command {
  /// The comparison of a recording with a scene, or with another recording.
  func recordingComparison(
    _ expected: String, _ actual: String
  ) async throws -> RecordingComparison {
    let options = settings.recordingOptions
    guard isRecording(expected) else {
      return try await RecordingComparison(
        of: actual, withSceneAt: expected, assetRoot: settings.assetRoot, options)
    }
    if actual.lowercased().hasSuffix(".json") {
      throw Failure(.usage, "the design comes first: \(Catalogue.program) diff SCENE RECORDING")
    }
    if let flag = Settings.designFlags.first(where: settings.given.contains) {
      throw Failure(UsageMistake(.conflict([flag, "two recordings"])))
    }
    return try await RecordingComparison(of: actual, withRecordingAt: expected, options)
  }

  /// Whether the first input is a recording, too: with --recording, all files that are no scene are.
  private func isRecording(_ path: String) -> Bool {
    Footage.isVideo(path)
      || settings.isRecording && SceneAddress(path) == .file(path)
        && !path.lowercased().hasSuffix(".json")
  }
}

extension Settings {
  /// The flags that are about recordings alone.
  static let recordingFlags = [
    "--recording", "--tap", "--trim", "--crop", "--pictures", "--step", "--allow-time",
    "--allow-value", "--allow-drops",
  ]

  /// The flags that are about a design, which another recording is none of.
  fileprivate static let designFlags = [
    "--tap", "--pictures", "--step", "--allow-value", "--ignore-layer",
  ]

  /// The flags that are about the pixels of exact frames.
  static let exactFlags = [
    "--metric", "--threshold", "--include-aa", "--ignore-time", "--max-pixels", "--max-ratio",
    "--max-window", "--scale",
  ]

  /// How a recording is compared with its design, with what other flags say of it.
  fileprivate var recordingOptions: RecordingOptions {
    var options = recording
    (options.trim, options.crop) = (footage.trim, footage.crop)
    (options.ignored, options.ignoredLayers) = (diff.areas, diff.layers)
    (options.fps, options.limits, options.jobs) = (fps, limits, jobs)
    return options
  }
}

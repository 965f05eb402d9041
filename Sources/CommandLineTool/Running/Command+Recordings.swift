import Formatting
import Regression
import RenderTransition
import SceneFormat

// Comparing the recording of an app with its design.
extension Command {
  /// The comparison of a recording with a scene.
  func recordingComparison(
    _ expected: String, _ actual: String
  ) async throws -> RecordingComparison {
    if Footage.isVideo(expected) {
      throw Failure(
        .usage, "\(Escaped.quoted(expected)) is a video: name the scene first, then its recording")
    }
    return try await RecordingComparison(
      of: actual, withSceneAt: expected, assetRoot: settings.assetRoot, settings.recordingOptions)
  }
}

extension Settings {
  /// The flags that are about recordings alone.
  static let recordingFlags = [
    "--recording", "--tap", "--pictures", "--step", "--allow-time", "--allow-value",
    "--allow-drops",
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

import ImageDiff
import RenderTransition
import SceneFormat

/// The verdict of `test` on one scene.
package struct SceneVerdict: Hashable, Sendable {
  /// A scene compared with its baseline.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Every frame is as it was approved.
    case same
    /// Some frame is not.
    case different
    /// There is no baseline.
    case missing
    /// There is a baseline, but no scene.
    case orphaned
    /// The scene or its baseline cannot be read.
    case invalid
  }

  /// The scene's path; of an orphan, the path that it had.
  package var scene: String
  /// The kind of verdict.
  package var kind: Kind
  /// The result in one sentence.
  package var headline: String
  /// Whether the scene was renamed: a lock without a scene has its content hash.
  var isRenamed = false
  /// Details, a line each.
  var notes: [String] = []
  /// The baseline compared with the frames; nil if either is missing.
  var comparison: LockComparison?
  /// The mistakes of an invalid scene.
  var diagnostics: [Diagnostic] = []
  /// The exit code of a scene that is invalid.
  var code = ExitCode.done
  /// How long it took.
  var seconds = 0.0
  /// How much each frame differs, if the approved frames were found.
  var differences: [FrameComparison] = []
  /// What happened, without the frames in which it did; nil if that is not known.
  var change: String?
  /// The places in files at which something changed.
  var places: [Place] = []
  /// What happened, in one or two words, and the layers that it happened to.
  var className: String?
  var layers: [String] = []
  /// The pictures, if a report shows them.
  var film: ReportFilm?
  /// The values that changed over time.
  var curves: [ReportCurve] = []

  /// Whether it makes a test fail in which scenes without a baseline do so if it `isStrict`.
  func fails(isStrict: Bool) -> Bool {
    switch kind {
    case .same, .orphaned: false
    case .different, .invalid: true
    case .missing: isStrict
    }
  }
}

extension SceneVerdict {
  /// The verdict on a scene that cannot be tested.
  package static func invalid(_ scene: String, _ headline: String) -> SceneVerdict {
    SceneVerdict(scene: scene, kind: .invalid, headline: headline)
  }
}

/// The verdicts of a run of `test`.
package struct TestReport: Hashable, Sendable {
  /// The scenes, in the order in which they were tested.
  package var verdicts: [SceneVerdict]
  /// Whether a scene without a baseline is a failure.
  var isStrict: Bool
  /// How long it took.
  var seconds: Double
  /// The plan that it is of, and which part of it.
  var origin = RunOrigin()

  /// How many scenes stand so to their baselines.
  func count(_ kind: SceneVerdict.Kind) -> Int { verdicts.count { $0.kind == kind } }

  /// Whether a verdict makes the test fail.
  package func isFailure(_ verdict: SceneVerdict) -> Bool { verdict.fails(isStrict: isStrict) }

  /// The verdicts that make it fail.
  package var failures: [SceneVerdict] { verdicts.filter(isFailure) }

  /// The exit code: an error takes precedence over a difference.
  package var code: ExitCode {
    let errors = verdicts.filter { $0.kind == .invalid }.map(\.code)
    return errors.first ?? (failures.isEmpty ? .done : .different)
  }

  /// As in "1 different, 14 same".
  var summary: String {
    let words: [(SceneVerdict.Kind, String)] = [
      (.different, "different"), (.invalid, "invalid"), (.missing, "without a baseline"),
      (.orphaned, "without a scene"), (.same, "same"),
    ]
    let parts = words.compactMap { kind, word in
      count(kind) > 0 ? "\(count(kind)) \(word)" : nil
    }
    return parts.isEmpty ? "no scenes" : parts.joined(separator: ", ")
  }
}

/// Numbers of frames in few words.
enum FrameRanges {
  /// The runs of neighbours in rising numbers.
  static func runs(_ frames: [Int]) -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for frame in frames {
      if let last = runs.last, frame == last.upperBound + 1 {
        runs[runs.count - 1] = last.lowerBound...frame
      } else {
        runs.append(frame...frame)
      }
    }
    return runs
  }

  /// As in "3, 14-31", and no more than a line of it.
  static func text(_ frames: [Int]) -> String {
    let runs = runs(frames)
    let shown = runs.prefix(6).map { run in
      run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)-\(run.upperBound)"
    }
    return shown.joined(separator: ", ") + (runs.count > 6 ? ", …" : "")
  }
}

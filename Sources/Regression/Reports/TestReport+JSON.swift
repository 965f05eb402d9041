import Formatting
import ImageDiff
import Pixels
import RenderTransition
import SceneFormat

extension TestReport {
  /// The name of the published form.
  package static let schema = "render-transition/test-report-1"

  /// The report for programs, in the published form.
  var json: JSONValue {
    .object([
      "schema": .text(Self.schema), "program": .text("\(Release.program) \(Release.version)"),
      "passed": .flag(code == .done), "exitCode": .whole(Int(code.number)),
      "strict": .flag(isStrict), "seconds": .number(Self.rounded(seconds)),
      "counts": .object(
        SceneVerdict.Kind.allCases.map {
          JSONValue.Member(key: $0.rawValue, value: .whole(count($0)))
        }),
      "scenes": .list(verdicts.map { $0.json(isFailure: isFailure($0)) }),
    ])
  }

  static func rounded(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1e6 }
}

extension SceneVerdict {
  fileprivate func json(isFailure: Bool) -> JSONValue {
    let isDifferent = kind == .different
    return .object([
      "scene": .text(scene), "lock": .text(SceneLock.path(ofScene: scene)),
      "verdict": .text(kind.rawValue), "failed": .flag(isFailure), "headline": .text(headline),
      "notes": .list(notes.map(JSONValue.text)),
      "cause": isDifferent ? comparison.map { .text($0.cause.rawValue) } : nil,
      "class": className.map(JSONValue.text),
      "layers": layers.isEmpty ? nil : .list(layers.map(JSONValue.text)),
      "places": places.isEmpty
        ? nil
        : .list(
          places.map { .object(["file": .text($0.file), "line": .whole($0.line)]) }),
      "content": comparison.map { .text("\($0.actual.scene)") },
      "pictures": comparison.map { .text("\($0.actual.pictureHash)") },
      "size": comparison.map {
        .list([.whole($0.actual.widthPixels), .whole($0.actual.heightPixels)])
      },
      "fps": comparison.map { .number($0.actual.fps) },
      "frames": comparison.map { .whole($0.actual.frames.count) },
      "differing": isDifferent ? comparison.map { ranges($0.differingFrames) } : nil,
      "environment": isDifferent
        ? comparison.map { .list($0.environmentChanges.map(JSONValue.text)) } : nil,
      "peak": peak, "mistakes": diagnostics.isEmpty ? nil : .list(diagnostics.map(\.json)),
      "seconds": .number(TestReport.rounded(seconds)),
    ])
  }

  private func ranges(_ frames: [Int]) -> JSONValue {
    .list(FrameRanges.runs(frames).map { .list([.whole($0.lowerBound), .whole($0.upperBound)]) })
  }

  /// The frame that differs most.
  private var peak: JSONValue? {
    differences.peak.map { peak in
      let area = [peak].bounds
      return .object([
        "frame": .whole(peak.actualIndex), "pixels": .whole(peak.differentCount),
        "share": .number(peak.ratio),
        "area": .list([area.x, area.y, area.width, area.height].map(JSONValue.whole)),
      ])
    }
  }
}

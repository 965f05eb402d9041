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
    differences.max { $0.differentCount < $1.differentCount }.map { peak in
      let area = peak.bounds
      return .object([
        "frame": .whole(peak.actualIndex), "pixels": .whole(peak.differentCount),
        "share": .number(peak.ratio),
        "area": .list([area.x, area.y, area.width, area.height].map(JSONValue.whole)),
      ])
    }
  }
}

/// The JSON Schema (draft 2020-12) of what `test --reporter json=FILE` writes.
package enum TestReportSchema {
  /// The schema as text.
  package static var text: String { schema.text(.members) + "\n" }

  private static var schema: JSONValue {
    .object([
      "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
      "title": .text("\(Release.program) test report, version 1"),
      "type": .text("object"), "additionalProperties": .flag(false),
      "required": names([
        "schema", "program", "passed", "exitCode", "strict", "seconds", "counts", "scenes",
      ]),
      "properties": .object([
        "schema": .object(["const": .text(TestReport.schema)]),
        "program": described("string", "The program and its version."),
        "passed": described("boolean", "Whether the exit code is 0."),
        "exitCode": described("integer", "The exit code."),
        "strict": described("boolean", "Whether a scene without a baseline fails."),
        "seconds": described("number", "How long all of it took."),
        "counts": counts, "scenes": .object(["type": .text("array"), "items": scene]),
      ]),
    ])
  }

  private static var counts: JSONValue {
    let kinds = SceneVerdict.Kind.allCases.map(\.rawValue)
    return .object([
      "type": .text("object"), "additionalProperties": .flag(false), "required": names(kinds),
      "properties": .object(
        kinds.map {
          JSONValue.Member(key: $0, value: described("integer", "The number of such scenes."))
        }),
    ])
  }

  private static var scene: JSONValue {
    .object([
      "type": .text("object"), "additionalProperties": .flag(false),
      "required": names(["scene", "lock", "verdict", "failed", "headline", "notes", "seconds"]),
      "properties": .object([
        "scene": described("string", "The scene's path, as it was named or found."),
        "lock": described("string", "The path of its baseline."),
        "verdict": choice(SceneVerdict.Kind.allCases.map(\.rawValue), "How it stands to it."),
        "failed": described("boolean", "Whether the verdict makes the test fail."),
        "headline": described("string", "What was found, for people."),
        "notes": list(described("string", "A line."), "What else there is to say."),
        "cause": choice(
          LockComparison.Cause.allCases.map(\.rawValue), "Where the difference comes from."),
        "class": described("string", "What happened, as in \"delayed\"."),
        "layers": list(
          described("string", "A layer."), "The layers that changed, the likeliest first."),
        "places": list(place, "Where in the scene's files something changed."),
        "content": described("string", "The hash of the scene's texts and pictures."),
        "pictures": described("string", "The hash of all frames."),
        "size": list(described("integer", "A side."), "Width and height in pixels."),
        "fps": described("number", "Frames per second."),
        "frames": described("integer", "How many frames the scene has."),
        "differing": list(
          list(described("integer", "A frame, from 0."), "The first and the last of a run."),
          "The frames that differ."),
        "environment": list(
          described("string", "A change."), "What else differs, and the versions that do."),
        "peak": peak, "mistakes": list(mistake, "Why the scene is invalid."),
        "seconds": described("number", "How long the scene took."),
      ]),
    ])
  }

  private static var place: JSONValue {
    .object([
      "type": .text("object"), "additionalProperties": .flag(false),
      "required": names(["file", "line"]),
      "properties": .object([
        "file": described("string", "The file, as the scene's path leads to it."),
        "line": described("integer", "From 1."),
      ]),
    ])
  }

  private static var peak: JSONValue {
    .object([
      "type": .text("object"), "description": .text("The frame that differs most."),
      "additionalProperties": .flag(false),
      "required": names(["frame", "pixels", "share", "area"]),
      "properties": .object([
        "frame": described("integer", "Its place in the run, from 0."),
        "pixels": described("integer", "How many of its pixels differ."),
        "share": described("number", "That, as a share of all."),
        "area": list(described("integer", "A number."), "x, y, width and height in pixels."),
      ]),
    ])
  }

  private static var mistake: JSONValue {
    .object([
      "type": .text("object"), "additionalProperties": .flag(false),
      "required": names(["severity", "message"]),
      "properties": .object([
        "severity": choice(["error", "warning"], "How bad it is."),
        "file": described("string", "The file."), "line": described("integer", "From 1."),
        "column": described("integer", "From 1."), "message": described("string", "What it is."),
        "hint": described("string", "How to put it right."),
      ]),
    ])
  }

  private static func described(_ type: String, _ words: String) -> JSONValue {
    .object(["type": .text(type), "description": .text(words)])
  }

  private static func list(_ items: JSONValue, _ words: String) -> JSONValue {
    .object(["type": .text("array"), "items": items, "description": .text(words)])
  }

  private static func choice(_ choices: [String], _ words: String) -> JSONValue {
    .object(["enum": names(choices), "description": .text(words)])
  }

  private static func names(_ names: [String]) -> JSONValue { .list(names.map(JSONValue.text)) }
}

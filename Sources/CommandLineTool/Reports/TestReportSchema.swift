import Formatting

/// The JSON Schema (draft 2020-12) of what `test --reporter json=FILE` writes.
enum TestReportSchema {
  /// The schema as text.
  static var text: String { schema.text(.members) + "\n" }

  private static var schema: JSONValue {
    .object([
      "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
      "title": .text("\(Catalogue.program) test report, version 1"),
      "type": .text("object"), "additionalProperties": .flag(false),
      "required": names([
        "schema", "program", "passed", "exitCode", "strict", "seconds", "counts", "scenes",
      ]),
      "properties": .object([
        "schema": .object(["const": .text(TestReport.schema)]),
        "program": described("string", "The program and its version."),
        "passed": described("boolean", "Whether the exit code is 0."),
        "exitCode": described("integer", "What the program told its caller."),
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
        kinds.map { JSONValue.Member(key: $0, value: described("integer", "Scenes that are so.")) }),
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
          ["scene", "environment", "renderer"], "Where the difference comes from."),
        "class": described("string", "What happened, as in \"delayed\"."),
        "layers": list(
          described("string", "A layer."), "To whom it happened, the likeliest first."),
        "content": described("string", "The hash of the scene's texts and pictures."),
        "pictures": described("string", "The hash of all frames."),
        "size": list(described("integer", "A side."), "Width and height in pixels."),
        "fps": described("number", "Frames per second."),
        "frames": described("integer", "How many frames the scene has."),
        "differing": list(
          list(described("integer", "A frame, from 0."), "The first and the last of a run."),
          "The frames that differ."),
        "environment": list(described("string", "A change."), "How the environment differs."),
        "peak": peak, "mistakes": list(mistake, "Why the scene is invalid."),
        "seconds": described("number", "How long the scene took."),
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

extension SceneError {
  /// The mistake as a JSON object on a line: file, line, column, severity, code, message, hint.
  public var json: String { JSONWriter.line(node) }

  private var node: JSONNode {
    .object([
      "file": .text(place.file), "line": .number(Double(place.line)),
      "column": .number(Double(place.column)), "severity": .text(severity.rawValue),
      "code": .text(problem.code), "message": .text(problem.message),
      "hint": problem.hint.map(JSONNode.text),
    ])
  }
}

import Formatting
import SceneFormat

extension Diagnostic {
  /// The diagnostic for programs.
  var json: JSONValue {
    var (file, position): (String?, Place?) = (nil, nil)
    switch subject {
    case .place(let place): (file, position) = (place.file, place)
    case .file(let name): file = name
    case .program: break
    }
    return .object([
      "severity": .text(severity.rawValue), "file": file.map(JSONValue.text),
      "line": position.map { .whole($0.line) }, "column": position.map { .whole($0.column) },
      "message": .text(message), "hint": hint.map(JSONValue.text),
    ])
  }
}

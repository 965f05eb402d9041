import Drawing
import Geometry
import SceneFormat
public import Staging

extension Stage {
  /// The screens as JSON: the same as `tree`, as nested objects by the screens' names.
  public var treeJSON: String {
    let members = screens.map { "  \(Timeline.quoted($0.path.name)): \($0.json(depth: 1))" }
    return "{\n\(members.joined(separator: ",\n"))\n}\n"
  }
}

extension Element {
  fileprivate func json(depth: Int) -> String {
    let indent = String(repeating: "  ", count: depth + 1)
    let frame = [layer.frame.x, layer.frame.y, size.width, size.height]
      .map(Timeline.number).joined(separator: ", ")
    var members = ["\"name\": \(Timeline.quoted(path.name))", "\"frame\": [\(frame)]"]
    if case .text(_, let text) = mark { members.append("\"text\": \(Timeline.quoted(text.text))") }
    if case .image(_, let image) = mark {
      members.append("\"image\": \(Timeline.quoted(image.source.file.path))")
    }
    if layer.opacity != 1 { members.append("\"opacity\": \(Timeline.number(layer.opacity))") }
    if layer.isHidden { members.append("\"hidden\": true") }
    if !children.isEmpty {
      let inner = children.map { indent + "  " + $0.json(depth: depth + 2) }
      members.append("\"layers\": [\n\(inner.joined(separator: ",\n"))\n\(indent)]")
    }
    return "{ " + members.joined(separator: ", ") + " }"
  }
}

extension Timeline {
  /// A text as JSON writes it.
  public static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case _ where scalar.value < 0x20:
        "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}

import Drawing
import Geometry
import Pixels
import SceneFormat
public import Staging

extension Stage {
  /// The screens as indented text: each element's name, kind, rectangle and what is not at rest.
  public var tree: String {
    screens.flatMap { $0.lines(depth: 0) }.joined(separator: "\n") + "\n"
  }

  /// Every screen once, in the order in which they are first seen.
  var screens: [Element] {
    var seen: Set<LayerPath> = []
    return runs.flatMap { [$0.from, $0.to] }.filter { seen.insert($0.path).inserted }
  }
}

extension Element {
  fileprivate func lines(depth: Int) -> [String] {
    let frame = [layer.frame.x, layer.frame.y, size.width, size.height]
      .map(Timeline.number).joined(separator: " ")
    let words = [Escaped.leading(path.name), kind, "[\(frame)]"] + looks
    let line = String(repeating: "  ", count: depth) + words.joined(separator: "  ")
    return ["\(Escaped(line))"] + children.flatMap { $0.lines(depth: depth + 1) }
  }

  private var kind: String {
    switch mark {
    case nil: "box"
    case .image(_, let image): "image \(image.source.file.path)"
    case .text(_, let text): "text \"\(text.text.escapedForLine)\""
    case .shape: "shape"
    case .picture: "picture"
    }
  }

  private var looks: [String] {
    var looks: [String] = []
    if layer.isHidden { looks.append("hidden") }
    if layer.opacity != 1 { looks.append("opacity \(Timeline.number(layer.opacity))") }
    if layer.clipsChildren { looks.append("clip") }
    if case .color(let color) = layer.fill, color.alpha > 0 { looks.append("fill \(color.hex)") }
    if case .gradient = layer.fill { looks.append("fill gradient") }
    if layer.cornerRadii != .zero {
      looks.append(
        "corners \(layer.cornerRadii.numbers.map(Timeline.number).joined(separator: " "))")
    }
    for property in [Property.x, .y, .scaleX, .scaleY, .rotate] {
      let rest = property == .scaleX || property == .scaleY ? 1.0 : 0
      guard case .numbers(let numbers)? = value(of: property), numbers != [rest] else { continue }
      looks.append("\(property) \(numbers.map(Timeline.number).joined())")
    }
    return looks
  }
}

extension String {
  /// One line without quotes, control characters or bidi overrides.
  fileprivate var escapedForLine: String {
    unicodeScalars.map { scalar in
      switch scalar {
      case "\"": return "\\\""
      case "\n": return "\\n"
      default:
        let isHarmless =
          scalar.properties.generalCategory != .control
          && scalar.properties.generalCategory != .format
        return isHarmless ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
      }
    }.joined()
  }
}

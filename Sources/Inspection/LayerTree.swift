import Drawing
import Formatting
import Geometry
import Pixels
import SceneFormat
public import Staging

// The screens as they are at rest, as an outline of layers.
extension Stage {
  /// The screens as indented text: each layer's name, kind, rectangle and what is not at rest.
  public var tree: String {
    screens.flatMap { $0.lines(depth: 0) }.joined(separator: "\n") + "\n"
  }

  /// The same as nested JSON objects by the screens' names.
  public var treeJSON: String {
    JSONValue.object(screens.map { ($0.path.name, $0.json) }).text(.rows) + "\n"
  }

  /// Every screen once, in the order in which they are first seen.
  var screens: [Element] {
    var seen: Set<LayerPath> = []
    return runs.flatMap { [$0.from.with($0.chrome.first), $0.to.with($0.chrome.last)] }
      .filter { seen.insert($0.path).inserted }
  }
}

extension Element {
  /// The screen below what the system draws.
  fileprivate func with(_ system: [Element]) -> Element {
    var screen = self
    screen.children += system
    return screen
  }

  /// Its rectangle on its parent.
  var frame: [Double] { [layer.frame.x, layer.frame.y, size.width, size.height] }

  fileprivate func lines(depth: Int) -> [String] {
    let frame = frame.map(NumberFormat.shortest).joined(separator: " ")
    let words = [Escaped.leading(path.name), kind, "[\(frame)]"] + details
    let line = String(repeating: "  ", count: depth) + words.joined(separator: "  ")
    return [Escaped.text(line)] + children.flatMap { $0.lines(depth: depth + 1) }
  }

  private var kind: String {
    switch mark {
    case nil: "box"
    case .image(_, let image): "image \(image.source.file.path)"
    case .text(_, let text): "text \(JSONValue.quoted(text.text))"
    case .shape: "shape"
    case .picture: "picture"
    }
  }

  private var details: [String] {
    var details: [String] = []
    if layer.isHidden { details.append("hidden") }
    if layer.opacity != 1 { details.append("opacity \(NumberFormat.shortest(layer.opacity))") }
    if layer.clipsChildren { details.append("clip") }
    if case .color(let color) = layer.fill, color.alpha > 0 { details.append("fill \(color.hex)") }
    if case .gradient = layer.fill { details.append("fill gradient") }
    if layer.cornerRadii != .zero {
      let radii = layer.cornerRadii.numbers.map(NumberFormat.shortest)
      details.append("corners \(radii.joined(separator: " "))")
    }
    for property in [Property.x, .y, .scaleX, .scaleY, .rotate] {
      guard let value = value(of: property), value != property.rest,
        case .numbers(let numbers) = value
      else { continue }
      details.append("\(property) \(numbers.map(NumberFormat.shortest).joined())")
    }
    return details
  }

  fileprivate var json: JSONValue {
    var (text, image) = (JSONValue?.none, JSONValue?.none)
    switch mark {
    case .text(_, let content): text = .text(content.text)
    case .image(_, let content): image = .text(content.source.file.path)
    case nil, .shape, .picture: break
    }
    return .object([
      "name": .text(path.name), "frame": .list(frame.map(JSONValue.number)), "text": text,
      "image": image, "opacity": layer.opacity == 1 ? nil : .number(layer.opacity),
      "hidden": layer.isHidden ? .flag(true) : nil,
      "layers": children.isEmpty ? nil : .list(children.map(\.json)),
    ])
  }
}

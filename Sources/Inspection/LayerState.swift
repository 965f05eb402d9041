public import Drawing
import Formatting
import Geometry
import Pixels
import SceneFormat
public import Staging

/// A layer as it is at rest, with everything that its keys say, for being compared with another.
public struct LayerState: Hashable, Sendable {
  /// A key and its value, as people read them.
  public struct Value: Hashable, Sendable {
    /// The key, in the scene's own words.
    public var key: String
    /// What it says.
    public var text: String
  }

  /// Its name, as the timeline and draw commands have it.
  public var name: String
  /// Whether the scene gives it a name; others are called after the line that they are written in.
  public var isNamed: Bool
  /// What it is: a key that is not there is at rest.
  public var values: [Value]
  /// The image that it shows.
  public var image: ImageID?
  /// That image's file, as it is written.
  public var file: String?
  /// What is on it, in paint order.
  public var children: [LayerState]

  /// A layer by all that is known of it.
  public init(
    name: String, isNamed: Bool, values: [Value], image: ImageID? = nil, file: String? = nil,
    children: [LayerState]
  ) {
    (self.name, self.isNamed, self.values) = (name, isNamed, values)
    (self.image, self.file, self.children) = (image, file, children)
  }
}

extension Stage {
  /// Every screen, with all that is on it.
  public var layerStates: [LayerState] { screens.map(\.state) }
}

extension Element {
  fileprivate var state: LayerState {
    LayerState(
      name: path.name, isNamed: layer.id != nil || !path.name.contains(":"),
      values: values.map { LayerState.Value(key: $0, text: $1) }, image: image?.id,
      file: image?.file, children: children.map(\.state))
  }

  private var image: (id: ImageID, file: String)? {
    guard case .image(let image, let content) = mark else { return nil }
    return (image.id, content.source.file.path)
  }

  private var values: [(String, String)] {
    let rest = Layer(
      place: layer.place, frame: LayerFrame(x: 0, y: 0, width: 0, height: nil))
    var values = [("frame", Self.text(frame))] + marks
    for property in Property.allCases {
      let value = value(of: property)
      let isAtRest = value == Element(path: path, target: nil, layer: rest).value(of: property)
      if let value, !isAtRest, property != .frame { values.append((property.rawValue, value.text)) }
    }
    if case .gradient = layer.fill { values.append(("fill", "\(layer.fill)")) }
    if layer.isHidden { values.append(("hidden", "true")) }
    if layer.blend != .normal { values.append(("blend", layer.blend.rawValue)) }
    if layer.clipsChildren { values.append(("clip", "true")) }
    if layer.cornerStyle != .circular { values.append(("cornerStyle", "\(layer.cornerStyle)")) }
    if let border = layer.border {
      values.append(("border", "\(Timeline.short(border.width)) \(border.color.hex)"))
    }
    var seen: Set<String> = []
    return values.filter { seen.insert($0.0).inserted }
  }

  private var marks: [(String, String)] {
    switch mark {
    case nil, .picture: []
    case .image(_, let image): image.values
    case .text(_, let text): text.values
    case .shape(let shape): shape.values
    }
  }

  fileprivate static func text(_ numbers: [Double]) -> String {
    numbers.map(Timeline.short).joined(separator: ",")
  }
}

extension ImageContent {
  fileprivate var values: [(String, String)] {
    let part = [crop.x, crop.y, crop.width, crop.height]
    return [
      ("image", source.file.path), ("fit", fit.rawValue), ("crop", Element.text(part)),
    ]
  }
}

extension TextContent {
  fileprivate var values: [(String, String)] {
    [
      ("text", JSONValue.quoted(text)), ("font", font.text),
      ("fontSize", Timeline.short(size)), ("weight", Timeline.short(weight)),
      ("color", color.hex), ("align", alignment?.rawValue ?? "natural"),
      ("lineHeight", lineHeight.map(Timeline.short) ?? "natural"),
      ("letterSpacing", Timeline.short(letterSpacing)),
      ("maxLines", maxLines.map(String.init) ?? "any"),
    ]
  }
}

extension FontReference {
  fileprivate var text: String {
    switch self {
    case .system: "system"
    case .file(let file): file.path
    }
  }
}

extension ShapeContent {
  fileprivate var values: [(String, String)] {
    var values = [("shape", outline.text)]
    if rule != .nonzero { values.append(("fillRule", rule.rawValue)) }
    guard let stroke else { return values }
    let line = [stroke.color.hex, Timeline.short(stroke.width), stroke.cap.rawValue]
    let dash = stroke.dash.map(Timeline.short)
    return values + [("stroke", (line + [stroke.join.rawValue] + dash).joined(separator: " "))]
  }
}

extension ShapeContent.Outline {
  fileprivate var text: String {
    switch self {
    case .ellipse: "ellipse"
    case .path(let path): "path \(path)"
    }
  }
}

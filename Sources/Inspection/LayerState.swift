public import Drawing
import Formatting
import Geometry
import Pixels
public import SceneFormat
public import Staging

/// A layer at rest with the values of its keys, for comparing it with another.
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
  /// The keys that are not at rest.
  public var values: [Value]
  /// The image that it shows.
  public var image: ImageID?
  /// That image's file, as it is written.
  public var file: String?
  /// Its sublayers, in paint order.
  public var children: [LayerState]
  /// Where it is written; nil where that does not matter.
  public var place: Place?

  /// A layer by all that is known of it.
  public init(
    name: String, isNamed: Bool, values: [Value], image: ImageID? = nil, file: String? = nil,
    children: [LayerState], place: Place? = nil
  ) {
    (self.name, self.isNamed, self.values) = (name, isNamed, values)
    (self.image, self.file, self.children, self.place) = (image, file, children, place)
  }
}

extension Stage {
  /// Every screen, with all that is on it.
  public var layerStates: [LayerState] { screens.map(\.state) }

  /// The layers of the screens, on whatever they are, and those that recipes add.
  package var allLayerStates: [LayerState] {
    let added = runs.flatMap { run in
      run.table.layers.flatMap { [$0.element] + $0.own } + run.container.children
    }
    return (layerStates + added.map(\.state)).flatMap(\.subtree)
  }
}

extension LayerState {
  /// Itself, and all that is on it.
  fileprivate var subtree: [LayerState] { [self] + children.flatMap(\.subtree) }
}

extension Element {
  fileprivate var state: LayerState {
    LayerState(
      name: path.name, isNamed: layer.id != nil || !path.name.contains(":"),
      values: values.map { LayerState.Value(key: $0, text: $1) }, image: image?.id,
      file: image?.file, children: children.map(\.state), place: layer.place)
  }

  private var image: (id: ImageID, file: String)? {
    guard case .image(let image, let content) = mark else { return nil }
    return (image.id, content.source.file.path)
  }

  private var values: [(String, String)] {
    let rest = Layer(place: layer.place, frame: layer.frame)
    let properties: [(String, String)] = Property.all.compactMap { property in
      guard property != .frame, let value = value(of: property),
        property.isOfContent || value != property.value(of: rest)
      else { return nil }
      return (property.name, value.text)
    }
    return [("frame", frame.map(Timeline.short).joined(separator: ","))] + content + properties
  }

  /// What it shows, but for that which is a property.
  private var content: [(String, String)] {
    switch mark {
    case nil, .picture: []
    case .image(_, let image): [("image", image.source.file.path)]
    case .text(_, let text): [("text", JSONValue.quoted(text.text)), ("font", text.font.text)]
    case .shape(let shape): [("shape", shape.outline.text)]
    }
  }
}

extension FontReference {
  fileprivate var text: String {
    switch self {
    case .system: "system"
    case .emoji: "emoji"
    case .file(let file): file.path
    }
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

import Geometry
package import SceneFormat

/// What a recipe sets on a target for the whole run, with every number worked out.
package struct Setting: Hashable, Sendable {
  /// Whose setting it is.
  package var target: Target
  private var values: [LayerSetting]

  /// Works out what is `written` for a target of `size`, in the recipe's space.
  init(
    _ written: TargetSettings, of target: Target, in space: RecipeSpace, size: Size
  ) throws(SceneError) {
    self.target = target
    values = try written.template.settings(space.environment(for: size)).map {
      $0.turned(by: space.orientation, inside: size)
    }
  }

  /// Gives `element` what is set, and leaves everything else.
  func apply(to element: inout Element) {
    for value in values { value.apply(to: &element.layer) }
  }

  /// The mask that it gives; nil for none.
  var mask: Layer? {
    for case .mask(let layers) in values { return layers.first }
    return nil
  }

  /// The keys, as properties of the timeline.
  package var properties: [Property] { values.flatMap(\.properties) }
}

extension LayerSetting {
  /// The same for a recipe that lies on the screen in another way.
  fileprivate func turned(by orientation: Orientation, inside size: Size) -> LayerSetting {
    var layer = Layer.box(.zero, place: Place(file: "", line: 1, column: 1))
    apply(to: &layer)
    layer.mask = layer.mask.map { orientation.layer($0, inside: size) }
    orientation.turn(&layer)
    return switch self {
    case .anchor: .anchor(layer.anchor)
    case .transform: .transform(layer.transform)
    case .inset: .inset(layer.inset)
    case .fill: .fill(layer.fill)
    case .cornerRadius: .cornerRadius(layer.cornerRadii)
    case .shadow: .shadow(layer.shadow)
    case .mask: .mask(layer.mask)
    default: self
    }
  }

  /// What the timeline says of it.
  fileprivate var properties: [Property] {
    switch self {
    case .anchor: [.anchor]
    case .opacity: [.opacity]
    case .transform: [.x, .y, .z, .scaleX, .scaleY, .rotate, .rotateX, .rotateY, .skewX, .skewY]
    case .perspective: [.perspective]
    case .inset: [.inset]
    case .fill: [.fill]
    case .cornerRadius: [.cornerRadius]
    case .shadow: [.shadowOpacity, .shadowRadius, .shadowOffset, .shadowColor]
    case .blur: [.blur]
    case .saturation: [.saturation]
    case .brightness: [.brightness]
    default: []
    }
  }
}

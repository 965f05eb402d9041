import Geometry
package import SceneFormat

/// What a recipe sets on a target for the whole run, with every number worked out.
package struct Setting: Hashable, Sendable {
  /// Whose setting it is.
  package var target: Target
  /// The mask that it gives; nil for none.
  var mask: Layer?
  private var entries: [LayerSettings.Entry]

  /// Works out what is `written` for a target of `size`, in the recipe's space.
  init(
    _ written: TargetSettings, of target: Target, in space: RecipeSpace, size: Size
  ) throws(SceneError) {
    let settings = try written.template.settings(in: space.environment(for: size))
    self.target = target
    entries = settings.entries.map { entry in
      let (property, value) = space.orientation.turned(entry.property, entry.value, inside: size)
      return LayerSettings.Entry(property, value)
    }
    mask = settings.mask.map { space.orientation.layer($0, inside: size) }
  }

  /// Gives `element` what is set, and leaves everything else.
  func apply(to element: inout Element) {
    for entry in entries { entry.property.set(entry.value, of: &element.layer) }
  }

  /// The properties that the timeline prints.
  package var properties: [Property] { entries.map(\.property).filter(\.isAnimated) }
}

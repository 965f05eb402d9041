import Geometry
import SceneFormat

/// What a recipe sets on a target for the whole run, with every number worked out.
struct Setting: Hashable, Sendable {
  /// Whose setting it is.
  var target: Target
  /// The keys, as properties of the timeline.
  var properties: [Property]
  private var layer: Layer
  private var keys: Set<String>

  /// Works out what is `written` for a target of `size`, in the recipe's space.
  init(
    _ written: TargetSettings, in space: RecipeSpace, size: Size
  ) throws(SceneError) {
    target = written.target
    layer = try written.template.layer(in: space.environment(for: size))
    keys = Set(written.template.keys)
    space.orientation.turn(&layer)
    properties = written.template.properties
  }

  /// Gives `element` what is set, and leaves everything else.
  func apply(to element: inout Element) {
    applyLook(to: &element.layer)
    applySpace(to: &element.layer)
  }

  private func applyLook(to other: inout Layer) {
    if keys.contains("opacity") { other.opacity = layer.opacity }
    if keys.contains("hidden") { other.isHidden = layer.isHidden }
    if keys.contains("order") { other.order = layer.order }
    if keys.contains("fill") { other.fill = layer.fill }
    if keys.contains("cornerRadius") { other.cornerRadii = layer.cornerRadii }
    if keys.contains("corners") { other.cornerStyle = layer.cornerStyle }
    if keys.contains("border") { other.border = layer.border }
    if keys.contains("shadow") { other.shadow = layer.shadow }
    if keys.contains("clip") { other.clipsChildren = layer.clipsChildren }
    if keys.contains("blend") { other.blend = layer.blend }
    if keys.contains("inset") { other.inset = layer.inset }
    if keys.contains("blur") { other.filters.blur = layer.filters.blur }
    if keys.contains("saturation") { other.filters.saturation = layer.filters.saturation }
    if keys.contains("brightness") { other.filters.brightness = layer.filters.brightness }
    if keys.contains("contrast") { other.filters.contrast = layer.filters.contrast }
    if keys.contains("tint") { other.filters.tint = layer.filters.tint }
  }

  private func applySpace(to other: inout Layer) {
    if keys.contains("anchor") { other.anchor = layer.anchor }
    if keys.contains("transform") { other.transform = layer.transform }
    if keys.contains("perspective") { other.perspective = layer.perspective }
    if keys.contains("ownPerspective") { other.ownPerspective = layer.ownPerspective }
    if keys.contains("doubleSided") { other.isDoubleSided = layer.isDoubleSided }
  }
}

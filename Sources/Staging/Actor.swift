import Drawing
import Geometry
import Pixels
import SceneFormat

/// One thing in the container: a screen, a part that was lifted out of one, or the dim layer.
struct Actor: Hashable, Sendable {
  /// What it shows at rest, without the parts that were lifted out of it.
  var element: Element
  /// The way from its parent's coordinates to the canvas, at rest.
  var parent: Transform
  /// What it was lifted out of, the innermost first.
  var ancestors: [Target]
  /// The recipe's own layers in it.
  var own: [Element] = []
  /// Its frozen picture; nil for one that is drawn anew in every frame.
  var picture: PictureID?

  /// The name by which tracks find it.
  var target: Target { element.target ?? .container }

  /// The way from its coordinates to the canvas, at rest.
  var rest: Transform { element.matrix().flattened.then(parent) }

  /// Whether its corners cut its picture: a screen's do, a layer's belong to its fill.
  var isScreen: Bool {
    if case .screen = target { true } else { false }
  }

  /// What its picture shows: all of it but what happens to it as a group.
  var pictureElement: Element {
    var plain = element
    plain.layer.opacity = 1
    plain.layer.isHidden = false
    plain.layer.blend = .normal
    plain.layer.shadow = nil
    plain.layer.inset = EdgeFractions()
    plain.layer.filters = LayerFilters()
    plain.mask = []
    plain.dim = 0
    if isScreen { plain.layer.cornerRadii = .zero }
    return plain
  }
}

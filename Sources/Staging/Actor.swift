import Drawing
package import Geometry
import Pixels
package import SceneFormat

/// One thing in the container: a screen, a part that was lifted out of one, or the dim layer.
package struct Actor: Hashable, Sendable {
  /// What it shows at rest, without the parts that were lifted out of it.
  package var element: Element
  /// The way from its parent's coordinates to the canvas, at rest.
  package var parent: Transform
  /// The eye that its parent gives it.
  var eye: Transform3D?
  /// What it was lifted out of, the innermost first.
  var ancestors: [Target]
  /// Whether it is what lies in front of a part that was lifted out: not all of its screen, and
  /// clear where the screen's background was.
  var isForeground = false
  /// The recipe's own layers in it.
  package var own: [Element] = []
  /// What it shows a part of, for one that is cut out of something else.
  var cutout: Cutout?
  /// Its frozen picture; nil for one that is drawn anew in every frame.
  var picture: PictureID?

  /// The name by which tracks find it.
  package var target: Target { element.target ?? .container }

  /// The way from its coordinates to the canvas, at rest.
  var rest: Transform { matrix(of: element).flattened }

  /// The way of `element`, which is its own at some moment, into the space of the container.
  func matrix(of element: Element) -> Transform3D {
    element.matrix(seenFrom: eye).then(Transform3D(parent))
  }

  /// Whether its picture is framed by its bounds, so that corners and insets cut it: a screen's
  /// and a cutout's are, while a layer's corners belong to its fill.
  var isFramed: Bool {
    if case .screen = target { true } else { cutout != nil }
  }

  /// Whether it is a screen.
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
    plain.layer.dim = 0
    if isScreen { plain.layer.cornerRadii = .zero }
    return plain
  }
}

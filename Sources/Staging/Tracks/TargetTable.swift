import Drawing
package import Geometry
import Pixels
package import SceneFormat

/// The actors of a run, in paint order: the screens, and the parts lifted out of them.
package struct Cast: Hashable, Sendable {
  /// Back to front.
  ///
  /// A screen out of whose middle a part was lifted acts as two: what is behind the part, and what
  /// is in front of it.
  package var actors: [Actor] = []

  /// Casts `side`, whose tracks name `named`, with the two screens.
  init(
    _ side: Side, named: [Target], from: Element, to: Element, guests: [Actor] = [], canvas: Size
  ) {
    let order = side.paintOrder
    let haveBars = [from, to].allSatisfy { $0.hasBar }
    let parts = (order + named).filter { $0.isPart && (haveBars || !$0.isPartOfBar) }
    var lifting = Lifting(parts: Set(parts), listed: Set(order))
    let available =
      lifting.actors(from, parent: .identity, ancestors: [])
      + lifting.actors(to, parent: .identity, ancestors: []) + guests
      + [Self.dim(canvas, place: side.place)]
    seat(available, elsewhere: lifting.elsewhere, in: order, named: named)
  }

  /// Changes every actor.
  mutating func update(_ change: (inout Actor) throws(SceneError) -> Void) throws(SceneError) {
    for index in actors.indices { try change(&actors[index]) }
  }

  /// Sends away the screens among `targets`, with all that was lifted out of them.
  mutating func dismiss(_ targets: Set<Target>) {
    actors.removeAll { actor in
      ([actor.target] + actor.ancestors).contains { !$0.isPart && targets.contains($0) }
    }
  }

  /// Puts a layer of the recipe's own in front of the actor called `target`.
  mutating func give(_ layer: Element, to target: Target) {
    guard let index = actors.lastIndex(where: { $0.target == target }) else { return }
    actors[index].own.append(layer)
  }

  /// The actor called `target`, if it takes part; of several, the one in the back.
  package func actor(_ target: Target) -> Actor? {
    actors.first { $0.target == target }
  }

  // What is listed, each with the parts that were lifted out of it and are not listed themselves.
  private mutating func seat(
    _ available: [Actor], elsewhere: [Actor], in order: [Target], named: [Target]
  ) {
    let listed = Set(order)
    for target in order {
      actors += (available + elsewhere).filter { actor in
        actor.target == target
          || (!listed.contains(actor.target)
            && actor.ancestors.first(where: listed.contains) == target)
      }
    }
    if !listed.contains(.dim), named.contains(.dim) {
      actors += available.filter { $0.target == .dim }
    }
    // What travels is in front unless it has a place of its own.
    if !listed.contains(.shared) { actors += available.filter { $0.target == .shared } }
  }

  private static func dim(_ canvas: Size, place: Place) -> Actor {
    var layer = Layer.box(Rect(canvas), place: place)
    layer.fill = .color(.black)
    layer.opacity = 0
    return Actor(
      element: Element(path: LayerPath("dim"), target: .dim, layer: layer), parent: .identity,
      ancestors: [])
  }
}

extension Target {
  /// Whether it names a part of a screen.
  var isPart: Bool {
    switch self {
    case .part, .layer: true
    case .screen, .mask, .container, .dim, .shared, .sharedLayer, .own, .slice: false
    }
  }

  /// Whether it names a bar or a part of one.
  fileprivate var isPartOfBar: Bool {
    guard case .part(_, let part) = self else { return false }
    return part != .content
  }
}

extension Element {
  /// Whether it has a navigation bar.
  ///
  /// Bars stay in place only where both screens have one: else the one that is there belongs to its
  /// screen and moves with it.
  fileprivate var hasBar: Bool {
    guard case .screen(let role) = target else { return false }
    return find(.part(role, .bar)) != nil
  }
}

extension Side {
  /// What is in the container, back to front: as written, else the new screen above the old one.
  package var paintOrder: [Target] {
    order
      ?? (operation.isForward ? [.screen(.from), .screen(.to)] : [.screen(.to), .screen(.from)])
  }
}

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

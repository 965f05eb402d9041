import Drawing
import Geometry
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

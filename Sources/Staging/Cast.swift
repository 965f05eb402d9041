import Drawing
import Geometry
import Pixels
import SceneFormat

/// The actors of a run, in paint order: the screens, and the parts lifted out of them.
struct Cast: Hashable, Sendable {
  /// Back to front.
  var actors: [Actor] = []
  private var lifted: [Actor] = []

  /// Casts `side`, whose tracks name `named`, with the two screens.
  init(
    _ side: Side, named: [Target], from: Element, to: Element, canvas: Size
  ) {
    let order = side.paintOrder
    let parts = Set((order + named).filter(\.isPart))
    var available = [from, to].map { screen in
      Actor(
        element: lift(parts, outOf: screen, parent: .identity, ancestors: []), parent: .identity,
        ancestors: [])
    }
    available += lifted
    available.append(Self.dim(canvas, place: side.place))
    seat(available, in: order, named: named)
  }

  /// Changes every actor.
  mutating func update(_ change: (inout Actor) throws(SceneError) -> Void) throws(SceneError) {
    for index in actors.indices { try change(&actors[index]) }
  }

  /// The actor called `target`, if it takes part.
  func actor(_ target: Target) -> Actor? {
    actors.first { $0.target == target }
  }

  private mutating func lift(
    _ parts: Set<Target>, outOf element: Element, parent: Transform, ancestors: [Target]
  ) -> Element {
    let transform = element.matrix().flattened.then(parent)
    let inner = (element.target.map { [$0] } ?? []) + ancestors
    var rest = element
    rest.children = []
    for child in element.children {
      guard let target = child.target, parts.contains(target) else {
        rest.children.append(lift(parts, outOf: child, parent: transform, ancestors: inner))
        continue
      }
      let place = lifted.count
      let trimmed = lift(parts, outOf: child, parent: transform, ancestors: inner)
      // Behind its own parts in the list: a title is painted after the bar that it was lifted from.
      lifted.insert(Actor(element: trimmed, parent: transform, ancestors: inner), at: place)
    }
    return rest
  }

  // What is listed, each followed by the parts that were lifted out of it and are not listed.
  private mutating func seat(_ available: [Actor], in order: [Target], named: [Target]) {
    let listed = Set(order)
    for target in order {
      actors += available.filter { $0.target == target }
      actors += available.filter { actor in
        !listed.contains(actor.target) && actor.ancestors.first(where: listed.contains) == target
      }
    }
    if !listed.contains(.dim), named.contains(.dim) {
      actors += available.filter { $0.target == .dim }
    }
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
    case .screen, .mask, .container, .dim, .shared, .own, .slice: false
    }
  }
}

extension Side {
  /// What is in the container, back to front: as written, else the new screen above the old one.
  var paintOrder: [Target] {
    order ?? (operation.isForward ? [.screen(.from), .screen(.to)] : [.screen(.to), .screen(.from)])
  }
}

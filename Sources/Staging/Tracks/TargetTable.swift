import Drawing
package import Geometry
import Pixels
package import SceneFormat

/// The layers of a run in paint order: the screens, and the parts extracted from them.
package struct TargetTable: Hashable, Sendable {
  /// Back to front.
  ///
  /// A screen from whose middle a part was extracted is two layers: what is behind the part, and what
  /// is in front of it.
  package var layers: [AnimatedLayer] = []

  /// The layers of two screens in the order of `side`, whose tracks name `named`.
  init(
    _ side: Side, named: [Target], from: Element, to: Element, others: [AnimatedLayer] = [],
    canvas: Size
  ) {
    let order = side.paintOrder
    let parts = (order + named).filter(\.standsInParent)
    var extraction = PartExtraction(parts: Set(parts), listed: Set(order))
    let available =
      extraction.layers(from, parent: .identity, ancestors: [])
      + extraction.layers(to, parent: .identity, ancestors: []) + others
      + [Self.dim(canvas, place: side.place)]
    arrange(available, elsewhere: extraction.elsewhere, in: order, named: named)
  }

  /// Changes every layer.
  mutating func update(_ change: (inout AnimatedLayer) throws(SceneError) -> Void)
    throws(SceneError)
  {
    for index in layers.indices { try change(&layers[index]) }
  }

  /// Makes what is above the bars of a screen a layer of its own.
  mutating func separateAboveBars() {
    layers = layers.flatMap { layer in
      guard layer.target.isScreen, layer.element.children.last?.holdsAboveBars == true else {
        return [layer]
      }
      var (below, above) = (layer, layer)
      above.element.children = [below.element.children.removeLast()]
      above.element.layer.fill = .color(.clear)
      above.isForeground = true
      return [below, above]
    }
  }

  /// Removes the screens among `targets`, with all that was extracted from them.
  mutating func remove(_ targets: Set<Target>) {
    layers.removeAll { animated in
      ([animated.target] + animated.ancestors).contains {
        !$0.standsInParent && targets.contains($0)
      }
    }
  }

  /// Adds layers of the recipe's own to the layers that they are in.
  mutating func add(_ own: [RecipeParts.OwnLayer]) {
    guard !own.isEmpty else { return }
    let places = Dictionary(
      layers.indices.map { (layers[$0].target, $0) }, uniquingKeysWith: { $1 })
    for layer in own {
      if let place = places[layer.parent] { layers[place].own.append(layer.element) }
    }
  }

  /// The layer called `target`, if there is one; of several, the one in the back.
  package func layer(_ target: Target) -> AnimatedLayer? {
    layers.first { $0.target == target }
  }

  // What is listed, each with the parts that were extracted from it and are not listed themselves.
  private mutating func arrange(
    _ available: [AnimatedLayer], elsewhere: [AnimatedLayer], in order: [Target], named: [Target]
  ) {
    let listed = Set(order)
    let byPlace = Dictionary(grouping: available + elsewhere) { animated in
      listed.contains(animated.target)
        ? animated.target : animated.ancestors.first(where: listed.contains)
    }
    for target in order { layers += byPlace[target] ?? [] }
    if !listed.contains(.dim), named.contains(.dim) {
      layers += available.filter { $0.target == .dim }
    }
    // Shared elements are in front unless the order lists them.
    if !listed.contains(.shared) { layers += available.filter { $0.target == .shared } }
  }

  private static func dim(_ canvas: Size, place: Place) -> AnimatedLayer {
    var layer = Layer.box(Rect(canvas), place: place)
    layer.fill = .color(.black)
    layer.opacity = 0
    return AnimatedLayer(
      element: Element(path: LayerPath("dim"), target: .dim, layer: layer), parent: .identity,
      ancestors: [])
  }
}

extension Side {
  /// What is in the container, back to front: as written, else the new screen above the old one.
  package var paintOrder: [Target] {
    order
      ?? (operation.isForward ? [.screen(.from), .screen(.to)] : [.screen(.to), .screen(.from)])
  }
}

/// A layer of the container that tracks can move: a screen, a part extracted from one, or `dim`.
package struct AnimatedLayer: Hashable, Sendable {
  /// What it shows at rest, without the parts that were extracted from it.
  package var element: Element
  /// The way from its parent's coordinates to the canvas, at rest.
  package var parent: Transform
  /// The eye that its parent gives it.
  var eye: Transform3D?
  /// What it was extracted from, the innermost first.
  var ancestors: [Target]
  /// Whether it is what lies in front of a part that was extracted: not all of its screen, and
  /// clear where the screen's background was.
  var isForeground = false
  /// The recipe's own layers in it.
  package var own: [Element] = []
  /// What it shows a part of, for one that is cut out of something else.
  @Boxed var cutout: Cutout?
  /// Its frozen picture; nil for one that is drawn anew in every frame.
  var picture: PictureID?
  /// The transform from the run's slot to the canvas.
  var slot = Transform.identity

  /// The name by which tracks find it.
  package var target: Target { element.target ?? .container }

  /// The way from its coordinates to the canvas, at rest.
  var rest: Transform { matrix(of: element).flattened.then(slot) }

  /// The way of `element`, which is its own at some moment, into the space of the container.
  func matrix(of element: Element) -> Transform3D {
    element.matrix(seenFrom: eye).then(Transform3D(parent))
  }

  /// Whether its picture is framed by its bounds, so that corners and insets cut it: a screen's
  /// and a cutout's are, while a layer's corners belong to its fill.
  var isFramed: Bool { target.isScreen || cutout != nil }

  /// Whether it is painted above the bars that stay.
  var isAboveBars: Bool {
    element.layer.above != nil || element.children.first?.holdsAboveBars == true
  }

  /// Whether its edge pixels fill what an overshoot uncovers.
  var bleeds: Bool { element.layer.bleed == 1 }

  /// The bounds of a screen's picture: rounded up to whole points, and extended on a sheet.
  ///
  /// Half covered pixels at the picture's edge would be seen along the screen's edge wherever it
  /// moves.
  var pictureBounds: Rect {
    let size = Size(
      width: element.size.width.rounded(.up), height: element.size.height.rounded(.up))
    let isInSlot = slot != .identity || element.isOnSheet
    return isInSlot ? Rect(size).inset(by: -Slot.margin) : Rect(size)
  }

  /// What its picture shows: all of it but what happens to it as a group.
  var pictureElement: Element {
    var plain = element
    plain.layer.opacity = 1
    plain.layer.isHidden = false
    plain.layer.blend = .normal
    (plain.layer.shadow, plain.layer.shadows) = (nil, [])
    plain.layer.inset = EdgeFractions()
    (plain.layer.filters, plain.layer.backdrop) = (LayerFilters(), LayerFilters())
    plain.mask = []
    (plain.layer.dim, plain.layer.bleed) = (0, 0)
    if target.isScreen {
      plain.layer.cornerRadii = .zero
      plain = plain.filling(pictureBounds)
    }
    return plain
  }
}

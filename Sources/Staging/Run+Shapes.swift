import Drawing
import Geometry
import Pixels
import SceneFormat

// A picture of a layer has its edges as they were at rest: turned or scaled, they would be sampled,
// and softer than they are. So a layer of few shapes is drawn anew in every frame, its edges exact;
// only its texts and images are pictures, each by itself, so that letters do not shimmer.

extension Run {
  /// What `actor` is drawn from in every frame, its texts and images hung in `gallery`; nil for one
  /// that is better moved as one picture.
  func shapes(of actor: Actor, in gallery: inout Gallery) -> Element? {
    guard case .layer = actor.target, !actor.isFramed, !bleed.contains(actor.target),
      actor.rest.isAffine,
      actor.element.shapesPay, !movesPicture(of: actor)
    else { return nil }
    var inside = actor.element
    let scale = largestScale(of: actor)
    guard hang(&inside, actor.rest, scale, in: &gallery) else { return nil }
    return inside
  }

  /// Replaces the texts and images of `element`, which rests at `transform`, by pictures of them.
  private func hang(
    _ element: inout Element, _ transform: Transform, _ scale: Double, in gallery: inout Gallery
  ) -> Bool {
    guard transform.isAffine, let back = transform.inverse else { return false }
    if element.mark?.isSampled == true {
      var alone = element
      (alone.layer.fill, alone.layer.border, alone.children) = (.color(.clear), nil, [])
      alone.layer.inset = EdgeFractions()
      alone.layer.dim = 0
      var painter = Painter()
      painter.paintInside(alone, transform)
      let bounds = painter.commands.bounds
      guard !bounds.isEmpty, bounds.width <= 4 * container.bounds.width,
        bounds.height <= 4 * container.bounds.height
      else { return false }
      let picture = gallery.hang(painter.commands, bounds: bounds, largestScale: scale)
      element.mark = .picture(picture, back)
    }
    for index in element.children.indices {
      let child = element.children[index]
      let place = child.matrix(seenFrom: element.eye).flattened.then(transform)
      guard hang(&element.children[index], place, scale, in: &gallery) else { return false }
    }
    return true
  }
}

extension Element {
  /// Whether its edges gain by being drawn anew, and cost little.
  fileprivate var shapesPay: Bool {
    var (shapes, others) = (0, 0)
    guard count(&shapes, &others, isInner: false) else { return false }
    // A plain box on whole points is framed by its picture's own edge, which is exact.
    return (shapes > 1 || shapes == 1 && !isPlainBox) && shapes + others <= 24
  }

  /// Whether it is a box with straight sides on whole points, and nothing else.
  private var isPlainBox: Bool {
    let frame = layer.frame
    return mark == nil && children.isEmpty && layer.cornerRadii == .zero && layer.border == nil
      && [frame.x, frame.y, size.width, size.height].allSatisfy { $0 == $0.rounded() }
  }

  /// Counts what is drawn; false if something is too dear to be drawn in every frame.
  private func count(_ shapes: inout Int, _ others: inout Int, isInner: Bool) -> Bool {
    guard !layer.isHidden || !isInner else { return true }
    guard mask.isEmpty, !isInner || !needsGroup, eye == nil, layer.ownPerspective == nil || !isInner
    else { return false }
    if mark?.isSampled == true { others += 1 }
    if case .shape(let shape) = mark {
      guard shape.isSimple else { return false }
      shapes += 1
    }
    if !layer.fill.isClear || layer.border != nil { shapes += 1 }
    return children.allSatisfy { $0.count(&shapes, &others, isInner: true) }
  }
}

extension Element.Mark {
  /// Whether it is drawn from pixels or, as letters are, must not be drawn at another phase.
  fileprivate var isSampled: Bool {
    switch self {
    case .image, .text, .picture: true
    case .shape: false
    }
  }
}

extension ShapeContent {
  /// Whether its outline is short enough to be found again in every frame.
  fileprivate var isSimple: Bool {
    guard case .path(let path) = outline else { return true }
    return path.elements.count <= 64
  }
}

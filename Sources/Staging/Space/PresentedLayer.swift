import Drawing
import Geometry
package import Motion
import Pixels
package import SceneFormat

/// A layer at one moment of the run.
package struct PresentedLayer: Hashable {
  /// The layer at rest.
  @Boxed package var animated: AnimatedLayer
  /// Its present values.
  var element: Element
  /// The recipe's own layers in it, with their present values.
  var own: [Element]
  /// How far the pixels at its edges go on.
  var bleed = Bleed.none
  /// Whether it is painted as an empty frame, for the screens of a slot.
  var isPlaceholder = false
}

extension Run {
  /// The pairs of `targets` of which depth alone says, at `progress`, which is before the other.
  package func pairsInDepth(
    of targets: [Target], at progress: Progress
  ) -> [(behind: Target, before: Target)] {
    let layers = presentedLayers(at: progress).filter { targets.contains($0.animated.target) }
    let planes = layers.indices.compactMap { layers[$0].plane($0, seenFrom: container.eye) }
    let center = container.bounds.point(atUnit: container.layer.anchor.x, container.layer.anchor.y)
    func order(_ pair: [DepthOrder.Plane]) -> [Int] {
      DepthOrder.pieces(pair, eye: container.layer.perspective, center: center).map(\.index)
    }
    return planes.indices.flatMap { later in
      planes[..<later].compactMap { earlier in
        let found = order([earlier, planes[later]])
        guard found.count == 2, found == order([planes[later], earlier]) else { return nil }
        return (layers[found[0]].animated.target, layers[found[1]].animated.target)
      }
    }
  }
}

extension DisplayListBuilder {
  /// Writes the layers as they are now, those behind first: `transform` leads to the canvas from
  /// the coordinates of `container`, whose eye sees them.
  mutating func paint(
    _ presentedLayers: [PresentedLayer], on container: Element, in transform: Transform
  ) {
    let anchor = container.layer.anchor
    let pieces = DepthOrder.pieces(
      presentedLayers.indices.compactMap { presentedLayers[$0].plane($0, seenFrom: container.eye) },
      eye: container.layer.perspective,
      center: container.bounds.point(atUnit: anchor.x, anchor.y))
    var painted: Set<Int> = []
    for piece in pieces {
      let presented = presentedLayers[piece.index]
      let isFirst = painted.insert(piece.index).inserted
      guard isFirst || !presented.isPlaceholder else { continue }
      // What hides all that is behind it is painted whole first: then its parts leave no seam.
      let isWhole = isFirst && (presented.isSolid || presented.isPlaceholder)
      paint(
        presented, cutTo: isWhole ? nil : piece.outline, in: transform, eye: container.eye)
    }
  }

  /// Writes a layer: its frozen picture, moved and faded, and the recipe's layers.
  private mutating func paint(
    _ presented: PresentedLayer, cutTo outline: [Point]?, in container: Transform, eye: Transform3D?
  ) {
    let transform = presented.matrix(seenFrom: eye).flattened.then(container)
    guard transform.determinant != 0 else { return }
    let cut = Effects(
      clip: outline.map { Clip(.path(.polygon($0), .nonzero), transform: transform) },
      layer: presented.element.path)
    group(cut, when: outline != nil) { builder in
      if presented.isPlaceholder {
        builder.paintFrame(presented, transform)
      } else if let picture = PictureMove(presented, to: transform) {
        builder.paint(picture, presented, transform)
      } else if presented.animated.cutout == nil {
        builder.paintAnew(presented, transform)
      }
    }
  }

  private mutating func paint(
    _ move: PictureMove, _ presented: PresentedLayer, _ transform: Transform
  ) {
    let element = presented.element
    guard presented.needsGroup else {
      return append(.picture(move.draw(presented, opacity: element.layer.opacity)))
    }
    let isShaded = presented.isShaded
    var effects = isShaded ? element.shadedEffects(transform) : element.effects(transform)
    guard !element.isHidden(by: effects) else { return }
    var frame = presented.frame(move, transform)
    if presented.isBlurred {
      // The picture goes on behind its frame, which cuts it when it is blurred already.
      (frame.filters, effects.filters) = (effects.filters, [])
    }
    let filters = Effects(filters: frame.filters, layer: element.path)
    group(effects, when: element.needsGroup || isShaded) { builder in
      builder.group(frame, when: presented.isCut) { builder in
        builder.append(.picture(move.draw(presented, opacity: 1)))
        builder.paintDim(presented, move, transform)
        for layer in presented.covers { builder.paintCover(layer, of: presented, move, transform) }
      }
      builder.group(filters, when: presented.isBlurred) { builder in
        for layer in presented.decorations {
          builder.paint(layer, in: transform, eye: element.eye)
        }
      }
    }
  }

  private mutating func paintAnew(_ presented: PresentedLayer, _ transform: Transform) {
    let element = presented.element
    paint(element, transform) { builder in
      builder.paintInside(element, transform)
      for layer in presented.own { builder.paint(layer, in: transform, eye: element.eye) }
    }
  }

  /// Writes a screen without its content.
  private mutating func paintFrame(_ presented: PresentedLayer, _ transform: Transform) {
    var element = presented.element
    element.layer.fill = .color(.clear)
    paint(element, transform) { builder in
      builder.paintInside(element, transform) { builder in
        builder.paintHole(element, transform)
      }
      for layer in presented.own { builder.paint(layer, in: transform, eye: element.eye) }
    }
  }

  private mutating func paintDim(
    _ presented: PresentedLayer, _ move: PictureMove, _ transform: Transform
  ) {
    let element = presented.element
    guard element.layer.dim > 0, !presented.isShaded else { return }
    let shade = Color(red: 0, green: 0, blue: 0, alpha: element.layer.dim.asByte)
    append(
      .fill(
        Fill(
          .rect(RoundedRect(move.area.inset(by: -presented.margin))), with: .color(shade),
          in: element.bounds,
          transform: transform, layer: element.path)))
  }

  /// Writes a layer that covers its target: it ends where its target does, however soft that edge
  /// is, and so has no edge of its own.
  private mutating func paintCover(
    _ layer: Element, of presented: PresentedLayer, _ move: PictureMove, _ transform: Transform
  ) {
    guard !layer.layer.isHidden, layer.layer.opacity > 0, !layer.layer.fill.isClear else { return }
    group(layer.effects(transform), when: layer.needsGroup) { builder in
      builder.append(
        .fill(
          Fill(
            .rect(RoundedRect(move.area.inset(by: -presented.margin))), with: layer.layer.fill,
            in: layer.bounds, transform: transform, layer: layer.path)))
    }
  }
}

/// The way of a picture from where it rests to where it is now.
struct PictureMove {
  var picture: PictureID
  var transform: Transform
  /// The part of the picture that is drawn, on the canvas at rest; nil for all of it.
  var source: Rect?
  /// The same, in the coordinates of what it is a picture of.
  var area: Rect

  /// nil for a layer that has no picture, or whose picture rests where nothing can be seen.
  init?(_ presented: PresentedLayer, to transform: Transform) {
    guard let picture = presented.animated.picture else { return nil }
    self.picture = picture
    let rest = presented.animated.rest
    if rest == transform {
      self.transform = .identity
    } else {
      guard let back = rest.inverse else { return nil }
      self.transform =
        rest.isTranslation && transform.isTranslation
        ? .translation(x: transform.tx - rest.tx, y: transform.ty - rest.ty)
        : back.then(transform)
    }
    area = presented.element.bounds
    guard let cutout = presented.animated.cutout else { return }
    let part = self.transform == .identity ? cutout.resting : cutout.moving
    source = part
    area = part.offset(x: -cutout.rect.x, y: -cutout.rect.y)
  }

  /// The command that draws it.
  fileprivate func draw(_ presented: PresentedLayer, opacity: Double) -> PictureDraw {
    PictureDraw(
      picture, source: source,
      bleed: presented.isCut && presented.animated.isFramed
        ? Bleed(all: presented.margin) : presented.bleed,
      transform: transform, opacity: opacity, layer: presented.element.path)
  }
}

extension PresentedLayer {
  /// The way from its coordinates into the space of the container, or through its eye onto it.
  fileprivate func matrix(seenFrom eye: Transform3D? = nil) -> Transform3D {
    let matrix = animated.matrix(of: element)
    return eye.map { matrix.then($0) } ?? matrix
  }

  /// Where it is in space, as number `index`; nil if nothing of it can be seen.
  fileprivate func plane(_ index: Int, seenFrom eye: Transform3D?) -> DepthOrder.Plane? {
    guard !element.layer.isHidden, element.layer.opacity > 0 else { return nil }
    let seen = matrix(seenFrom: eye)
    guard element.layer.isDoubleSided || !seen.showsBack, seen.flattened.determinant != 0 else {
      return nil
    }
    let matrix = matrix()
    let isSolid = matrix.x.w == 0 && matrix.y.w == 0 && matrix.origin.w == 1
    // What an eye of its own sees is flat to all others.
    return DepthOrder.Plane(
      index: index, bounds: element.bounds,
      matrix: isSolid ? matrix : .translation(x: 0, y: 0, z: element.layer.transform.z),
      isSolid: isSolid)
  }

  /// Whether it hides what is behind it, as far as it goes.
  fileprivate var isSolid: Bool {
    animated.isFramed && element.layer.opacity >= 1 && element.layer.blend == .normal
      && element.mask.isEmpty
  }

  /// Whether its picture alone does not say it all.
  fileprivate var needsGroup: Bool {
    var alone = element
    alone.layer.opacity = 1
    return alone.needsGroup || isCut || element.layer.dim > 0 || !own.isEmpty
  }

  /// Whether `dim` tints its group.
  ///
  /// Black over a picture that fills its frame gives the same pixels
  /// for less work.
  fileprivate var isShaded: Bool {
    element.layer.dim > 0 && (!animated.isFramed || animated.isForeground)
  }

  /// How far its picture goes on behind the frame that cuts it, in points: its own edge, with what a
  /// blur makes of that, is out of sight.
  fileprivate var margin: Double { max(16, isBlurred ? 3 * element.layer.filters.blur : 0) }

  /// Whether it is a screen, or a part of one's picture, that is blurred: that keeps its edges.
  fileprivate var isBlurred: Bool {
    let shown = animated.cutout?.source.target ?? animated.target
    return shown.isScreen && element.layer.filters.blur > 0
  }

  /// Whether something cuts its picture: an inset, its corners, or the frame that what is painted
  /// over it shares with it.
  fileprivate var isCut: Bool {
    guard animated.isFramed else { return element.layer.inset != EdgeFractions() }
    return isBlurred || element.layer.inset != EdgeFractions() || element.layer.cornerRadii != .zero
      || element.layer.dim > 0 || !covers.isEmpty
      || (animated.target.isScreen && animated.pictureBounds != animated.element.bounds)
  }

  /// The recipe's own layers that cover it and nothing else.
  fileprivate var covers: [Element] { animated.isFramed ? own.filter(covers) : [] }

  /// The recipe's other layers in it.
  fileprivate var decorations: [Element] {
    animated.isFramed ? own.filter { !covers($0) } : own
  }

  private func covers(_ own: Element) -> Bool {
    let layer = own.layer
    return own.mark == nil && own.children.isEmpty && own.mask.isEmpty && layer.dim == 0
      && layer.frame.x == 0 && layer.frame.y == 0 && own.size == element.size
      && layer.transform == LayerTransform() && layer.ownPerspective == nil
      && layer.cornerRadii == .zero && layer.inset == EdgeFractions() && layer.border == nil
      && layer.shadow == nil && layer.shadows.isEmpty && layer.backdrop == LayerFilters()
  }

  /// What cuts its picture.
  fileprivate func frame(_ move: PictureMove, _ transform: Transform) -> Effects {
    let inset = element.layer.inset
    guard animated.isFramed else { return element.insetClip(transform) }
    // An edge that nothing is cut off is where the picture ends, with all that bleeds out of it.
    let bounds = element.bounds
    let left = inset.left == 0 ? move.area.x - bleed.left : bounds.width * inset.left
    let top = inset.top == 0 ? move.area.y - bleed.top : bounds.height * inset.top
    let right =
      inset.right == 0 ? move.area.maxX + bleed.right : bounds.width * (1 - inset.right)
    let bottom =
      inset.bottom == 0 ? move.area.maxY + bleed.bottom : bounds.height * (1 - inset.bottom)
    let rect = Rect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    let outline = RoundedRect(
      rect, radii: element.layer.cornerRadii, style: element.layer.cornerStyle)
    return Effects(clip: Clip(.rect(outline), transform: transform), layer: element.path)
  }
}

extension Path {
  /// A closed outline of straight lines.
  fileprivate static func polygon(_ corners: [Point]) -> Path {
    let steps = corners.enumerated().map { index, corner in
      index == 0 ? Path.Element.move(corner) : .line(corner)
    }
    return Path(steps + [.close])
  }
}

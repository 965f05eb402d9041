import Drawing
import Geometry
import Pixels
import SceneFormat

extension Painter {
  /// Writes an actor as it is now: its frozen picture, moved and faded, and the recipe's layers.
  mutating func paint(_ performer: Performer, in container: Transform, eye: Transform3D?) {
    let element = performer.element
    guard !element.layer.isHidden, element.layer.opacity > 0 else { return }
    let flat = element.matrix(seenFrom: eye).flattened
    guard element.layer.isDoubleSided || flat.determinant > 0 else { return }
    let transform = flat.then(performer.actor.parent).then(container)
    guard transform.determinant != 0 else { return }
    guard let picture = PictureMove(performer, to: transform) else {
      return paintAnew(performer, transform)
    }
    paint(picture, performer, transform)
  }

  private mutating func paint(
    _ move: PictureMove, _ performer: Performer, _ transform: Transform
  ) {
    let element = performer.element
    var draw = PictureDraw(move.picture, transform: move.transform, layer: element.path)
    guard performer.needsGroup else {
      draw.opacity = element.layer.opacity
      return append(.picture(draw))
    }
    group(element.effects(transform), when: element.needsGroup) { painter in
      painter.group(performer.clip(transform), when: performer.isCut) { painter in
        painter.append(.picture(draw))
        painter.paintDim(of: element, transform)
      }
      for layer in performer.own { painter.paint(layer, in: transform) }
    }
  }

  private mutating func paintAnew(_ performer: Performer, _ transform: Transform) {
    group(performer.element.effects(transform), when: performer.element.needsGroup) { painter in
      painter.paintInside(performer.element, transform)
      for layer in performer.own { painter.paint(layer, in: transform) }
    }
  }

  private mutating func paintDim(of element: Element, _ transform: Transform) {
    guard element.dim > 0 else { return }
    let shade = Color(red: 0, green: 0, blue: 0, alpha: element.dim.asByte)
    append(
      .fill(
        Fill(
          .rect(RoundedRect(element.bounds)), with: .color(shade), in: element.bounds,
          transform: transform, layer: element.path)))
  }
}

/// The way of a picture from where it rests to where it is now.
struct PictureMove {
  var picture: PictureID
  var transform: Transform

  /// nil for an actor that has no picture, or whose picture rests where nothing can be seen.
  init?(_ performer: Performer, to transform: Transform) {
    guard let picture = performer.actor.picture else { return nil }
    self.picture = picture
    let rest = performer.actor.rest
    guard rest != transform else {
      self.transform = .identity
      return
    }
    guard let back = rest.inverse else { return nil }
    self.transform =
      rest.isTranslation && transform.isTranslation
      ? .translation(x: transform.tx - rest.tx, y: transform.ty - rest.ty)
      : back.then(transform)
  }
}

extension Performer {
  /// Whether its picture alone does not say it all.
  var needsGroup: Bool {
    var alone = element
    alone.layer.opacity = 1
    return alone.needsGroup || isCut || element.dim > 0 || !own.isEmpty
  }

  /// Whether something is cut off its picture.
  var isCut: Bool { element.layer.inset != EdgeFractions() || hasRoundedScreen }

  private var hasRoundedScreen: Bool { actor.isScreen && element.layer.cornerRadii != .zero }

  /// What is left of its picture.
  func clip(_ transform: Transform) -> Effects {
    guard hasRoundedScreen else { return element.insetClip(transform) }
    return Effects(
      clip: Clip(.rect(element.outline), transform: transform), layer: element.path)
  }
}

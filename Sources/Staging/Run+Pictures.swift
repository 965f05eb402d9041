import Drawing
import Geometry
import SceneFormat

extension Run {
  /// Renders once what the run only moves: hangs a picture for every actor that has one.
  mutating func hangPictures(in gallery: inout Gallery) {
    let canvas = container.bounds
    for index in cast.actors.indices {
      cast.actors[index].picture = hang(cast.actors[index], canvas: canvas, in: &gallery)
    }
    // A screen from which nothing was lifted and to which nothing was set is its actor's picture.
    fromPicture = wholePicture(of: from)
    toPicture = wholePicture(of: to)
  }

  private func wholePicture(of screen: Element) -> PictureID? {
    guard let actor = cast.actors.first(where: { $0.target == screen.target }) else { return nil }
    return actor.pictureElement == screen ? actor.picture : nil
  }

  private func hang(
    _ actor: Actor, canvas: Rect, in gallery: inout Gallery
  ) -> PictureID? {
    let moved = choreography.parts.filter { $0.target == actor.target }.map(\.property)
    guard !moved.contains(where: { $0.changesPicture(ofScreen: actor.isScreen) }) else {
      return nil
    }
    guard actor.rest.inverse != nil else { return nil }
    var painter = Painter()
    painter.paint(actor.pictureElement, in: actor.parent)
    guard !painter.commands.isEmpty else { return nil }
    let bounds = actor.isScreen ? canvas : painter.commands.bounds
    guard !bounds.isEmpty, bounds.width <= 4 * canvas.width, bounds.height <= 4 * canvas.height
    else { return nil }
    return gallery.hang(
      painter.commands, bounds: bounds, largestScale: largestScale(of: actor))
  }

  // The motion is smooth, so a few looks find its largest scale closely enough; the picture that
  // is made for it is only a little too large or too small.
  private func largestScale(of actor: Actor) -> Double {
    let looks = 64
    let scales = (0...looks).map { look in
      let progress = Progress(fraction: Double(look) / Double(looks))
      let now = choreography.apply(to: actor.element, at: progress).matrix().flattened
      return now.largestScale / max(1e-9, actor.rest.largestScale)
    }
    return max(1, scales.max() ?? 1)
  }
}

extension Transform {
  /// By how much it lengthens the longer of the unit vectors.
  fileprivate var largestScale: Double {
    max((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
  }
}

extension Property {
  /// Whether it changes what is inside a picture, and not only how the picture is drawn.
  fileprivate func changesPicture(ofScreen isScreen: Bool) -> Bool {
    switch self {
    case .frame, .fill, .perspective: true
    // A screen's corners cut its picture; a layer's belong to its fill.
    case .cornerRadius: !isScreen
    default: false
    }
  }
}

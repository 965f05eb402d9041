import Drawing
import Geometry
import SceneFormat

extension Run {
  /// Renders once what the run only moves: hangs a picture for every actor that has one.
  mutating func hangPictures(in gallery: inout Gallery) {
    let canvas = container.bounds
    for index in cast.actors.indices {
      if let shapes = shapes(of: cast.actors[index], in: &gallery) {
        cast.actors[index].element = shapes
        continue
      }
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
    guard actor.rest.inverse != nil else { return nil }
    let commands = actor.cutout?.commands ?? commands(of: actor)
    guard !commands.isEmpty else { return nil }
    let showsScreen = actor.cutout.map { $0.source.isScreen } ?? actor.isScreen
    let bounds = showsScreen ? canvas : commands.bounds
    guard !bounds.isEmpty, bounds.width <= 4 * canvas.width, bounds.height <= 4 * canvas.height
    else { return nil }
    return gallery.hang(
      commands, bounds: bounds, largestScale: largestScale(of: actor),
      isProjected: looks(at: actor).contains { !$0.matrix.isAffine })
  }

  /// What paints the picture of an actor; nothing for one whose picture changes all the time.
  private func commands(of actor: Actor) -> [DrawCommand] {
    guard !movesPicture(of: actor) else { return [] }
    var painter = Painter()
    painter.paint(actor.pictureElement, in: actor.parent, eye: actor.eye)
    return painter.commands
  }

  /// Whether the picture of an actor changes all the time.
  func movesPicture(of actor: Actor) -> Bool {
    choreography.properties(of: actor.target).contains {
      $0.changesPicture(ofScreen: actor.isScreen)
    }
  }

  // The motion is smooth, so a few looks find its largest scale closely enough; the picture that
  // is made for it is only a little too large or too small.
  func largestScale(of actor: Actor) -> Double {
    let rest = actor.rest.largestScale(in: actor.element.bounds)
    let scales = looks(at: actor).map { $0.matrix.largestScale(in: $0.bounds) / max(1e-9, rest) }
    return max(1, scales.max() ?? 1)
  }

  private func looks(at actor: Actor) -> [(matrix: Transform, bounds: Rect)] {
    let looks = actor.cutout == nil ? 64 : 16
    return (0...looks).map { look in
      let progress = Progress(fraction: Double(look) / Double(looks))
      let element = choreography.apply(to: actor.element, at: progress)
      let matrix = actor.matrix(of: element)
      return ((container.eye.map { matrix.then($0) } ?? matrix).flattened, element.bounds)
    }
  }
}

extension Transform {
  /// By how much it lengthens the longer of the unit vectors; in perspective, at the corner of
  /// `rect` that is nearest, but no more than fourfold: nearer, nothing is seen for long.
  fileprivate func largestScale(in rect: Rect) -> Double {
    guard !isAffine else {
      return max((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
    }
    let scales = rect.corners.map { corner in
      let w = px * corner.x + py * corner.y + pw
      guard w > 0.25 else { return 4.0 }
      let place = apply(corner)
      let across = Point(x: a - px * place.x, y: b - px * place.y).length / w
      let down = Point(x: c - py * place.x, y: d - py * place.y).length / w
      return max(across, down)
    }
    return min(4, scales.max() ?? 1)
  }
}

extension Element {
  /// Whether it is a whole screen.
  fileprivate var isScreen: Bool {
    if case .screen? = target { true } else { false }
  }
}

extension Property {
  /// Whether it changes what is inside a picture, and not only how the picture is drawn.
  fileprivate func changesPicture(ofScreen isScreen: Bool) -> Bool {
    switch redraw {
    case .always: true
    case .never: false
    case .ofLayers: !isScreen
    }
  }
}

import Drawing
import Geometry
import Motion
import Pixels
import SceneFormat

extension Run {
  /// Stages `transition` between two screens, and hangs its pictures.
  init(
    _ transition: Transition, from: Element, to: Element, in scenery: Scenery,
    gallery: inout Gallery
  ) throws(SceneError) {
    let rehearsal = try Rehearsal(transition, from: from, to: to, in: scenery)
    self = try rehearsal.run(hanging: &gallery)
  }
}

/// The work of turning a transition into a run.
struct Rehearsal {
  let transition: Transition
  let side: Side
  let from, to: Element
  let scenery: Scenery
  let space: RecipeSpace
  /// The length of the motion, in seconds.
  let seconds: Double

  init(
    _ transition: Transition, from: Element, to: Element, in scenery: Scenery
  ) throws(SceneError) {
    let side = transition.recipe.side(for: transition.operation)
    let orientation = Orientation(
      from: transition.recipe.trackDirection,
      to: transition.direction ?? transition.recipe.direction,
      isRightToLeft: scenery.isRightToLeft)
    space = RecipeSpace(
      orientation: orientation, canvas: orientation.size(scenery.size),
      arguments: transition.arguments, seed: transition.seed)
    seconds = transition.length(side)
    (self.transition, self.side, self.scenery) = (transition, side, scenery)
    (self.from, self.to) = (from, to)
  }

  func run(hanging gallery: inout Gallery) throws(SceneError) -> Run {
    let choreography = try Choreography(
      side, seconds: seconds, replacing: transition.curve, in: space, sizes: sizes)
    var settings: [Setting] = []
    for written in side.settings {
      settings.append(try Setting(written, in: space, size: sizes(written.target).own))
    }
    let named = choreography.targets + settings.map(\.target)
    let shared = sharedTargets
    var cast = Cast(
      side, named: named, from: from.hiding(shared), to: to.hiding(shared), canvas: scenery.size,
      guests: sharedActors)
    cast.dismiss(shared)
    try cast.update { actor throws(SceneError) in
      for setting in settings where setting.target == actor.target {
        setting.apply(to: &actor.element)
      }
    }
    for layer in side.layers { cast.give(try element(of: layer), to: layer.parent) }
    var container = Element(
      path: LayerPath("container"), target: .container,
      layer: .box(Rect(scenery.size), place: side.place))
    for setting in settings where setting.target == .container { setting.apply(to: &container) }
    for layer in side.layers where layer.parent == .container {
      container.children.append(try element(of: layer))
    }
    let gesture = GestureScript(
      transition.gesture, rules: side.gesture, direction: forward, canvas: scenery.size,
      seconds: seconds, alwaysDrawn: scenery.drawsTouch)
    var run = Run(
      from: from, to: to, choreography: choreography, cast: cast, container: container,
      travellers: travellers(), settings: settings, isIsolated: side.isIsolated, rests: side.rests,
      delay: transition.delay,
      seconds: transition.delay + (gesture?.run.endSeconds ?? seconds),
      operation: transition.operation, gesture: gesture, place: transition.place)
    run.doubts = doubts(about: run)
    run.hangPictures(in: &gallery)
    run.hangTravellers(in: &gallery)
    return run
  }

  /// Where the run moves on the screen: what is undone goes back the way it came.
  private var forward: Direction {
    let came = space.orientation.direction(transition.recipe.trackDirection)
    return transition.operation.isForward ? came : came.opposite
  }

  /// The size of a target and of its parent, as the recipe sees them.
  private func sizes(_ target: Target) -> (own: Size, parent: Size) {
    var found = from.find(target) ?? to.find(target)
    if case .sharedLayer(let id) = target {
      found = from.find(.layer(.from, id)) ?? to.find(.layer(.to, id))
    }
    let own = found?.size ?? scenery.size
    return (space.orientation.size(own), space.canvas)
  }

  private func element(of written: RecipeLayer) throws(SceneError) -> Element {
    let size = sizes(written.parent).own
    let layer = try written.template.resolve(space.environment(for: size))
    return try scenery.element(
      for: space.orientation.layer(layer, inside: size), path: LayerPath(written.id),
      target: .own(written.id), Billing(.to))
  }
}

extension Transition {
  /// The length of the motion, in seconds, without the delay.
  func length(_ side: Side) -> Double {
    let written = duration ?? side.duration ?? recipe.duration
    return written ?? (curve ?? side.curve)?.settlingSeconds ?? 0.5
  }
}

extension Element {
  /// The element that tracks know as `target`, here or anywhere below.
  func find(_ target: Target) -> Element? {
    if self.target == target { return self }
    for child in children {
      if let found = child.find(target) { return found }
    }
    return nil
  }
}

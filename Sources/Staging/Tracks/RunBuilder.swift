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
    seconds = transition.length(of: side)
    (self.transition, self.side, self.scenery) = (transition, side, scenery)
    (self.from, self.to) = (from, to)
  }

  func run(hanging gallery: inout Gallery) throws(SceneError) -> Run {
    let props = try Props(side, from: from, to: to, in: space, scenery)
    let choreography = try Choreography(
      side, seconds: seconds, replacing: transition.curve, in: space, cutting: props.cutting,
      sizes: props.sizes)
    let named = choreography.targets + props.settings.map(\.target)
    let shared = sharedTargets
    var cast = Cast(
      side, named: named, from: from.hiding(shared), to: to.hiding(shared),
      guests: props.cutting.actors + sharedActors, canvas: scenery.size)
    cast.dismiss(shared)
    try cast.update { actor throws(SceneError) in try props.dress(&actor.element) }
    for layer in props.layers { cast.give(layer.element, to: layer.parent) }
    var container = Element(
      path: LayerPath("container"), target: .container,
      layer: .box(Rect(scenery.size), place: side.place))
    try props.dress(&container)
    container.children = props.layers.filter { $0.parent == .container }.map(\.element)
    let gesture = GestureScript(transition, in: scenery)
    var run = Run(
      from: from, to: to, choreography: choreography, cast: cast, container: container,
      travellers: try travellers(choreography, props), settings: props.settings,
      isIsolated: side.isIsolated,
      rest: transition.recipe.rest(for: transition.operation), bleed: Set(side.bleed),
      delay: transition.delay,
      seconds: transition.delay + (gesture?.run.endSeconds ?? seconds),
      transition: transition, gesture: gesture)
    run.hangPictures(in: &gallery)
    run.hangTravellers(in: &gallery)
    return run
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

/// Which ends of a run are what the tracks say there, and not a screen alone.
package struct RestEnds: Hashable, Sendable {
  /// It begins where the run that it undoes came to rest.
  package var isFirst: Bool
  /// It comes to rest at its end.
  package var isLast: Bool
}

extension Recipe {
  /// Where a run of `operation` rests: at its end if its side says so, and at its start if the
  /// side that it undoes does.
  func rest(for operation: Operation) -> RestEnds {
    RestEnds(isFirst: restsAfter(operation.opposite), isLast: restsAfter(operation))
  }

  // A side that plays backward has the flag of the one that it undoes.
  private func restsAfter(_ operation: Operation) -> Bool {
    let side = side(for: operation)
    return side.rests && !isReversed(for: operation)
  }
}

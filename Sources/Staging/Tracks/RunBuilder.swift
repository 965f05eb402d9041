import Drawing
import Geometry
import Motion
import Pixels
import SceneFormat

extension Run {
  /// Lays out `transition` between two screens, and interns its pictures.
  init(
    _ transition: Transition, from: Element, to: Element, in layout: ScreenLayout,
    pictureTable: inout PictureTable
  ) throws(SceneError) {
    let builder = try RunBuilder(transition, from: from, to: to, in: layout)
    self = try builder.run(interning: &pictureTable)
  }
}

/// Builds a run from a transition and its two screens.
struct RunBuilder {
  let transition: Transition
  let side: Side
  let from, to: Element
  let layout: ScreenLayout
  let space: RecipeSpace
  /// The length of the motion, in seconds.
  let seconds: Double

  init(
    _ transition: Transition, from: Element, to: Element, in layout: ScreenLayout
  ) throws(SceneError) {
    let side = transition.recipe.side(for: transition.operation)
    let orientation = Orientation(
      from: transition.recipe.trackDirection,
      to: transition.direction ?? transition.recipe.direction,
      isRightToLeft: layout.isRightToLeft)
    space = RecipeSpace(
      orientation: orientation, canvas: orientation.size(layout.size),
      arguments: transition.arguments, seed: transition.seed)
    seconds = transition.length(of: side)
    (self.transition, self.side, self.layout) = (transition, side, layout)
    (self.from, self.to) = (from, to)
  }

  func run(interning pictureTable: inout PictureTable) throws(SceneError) -> Run {
    let parts = try RecipeParts(side, from: from, to: to, in: space, layout)
    let gesture = GestureScript(transition, in: layout)
    var tracks = try ResolvedTracks(
      side, seconds: seconds, replacing: transition.curve, in: space, cutouts: parts.cutouts,
      sizes: parts.sizes)
    if let target = gesture?.followingTarget { tracks.carry(target, cutouts: parts.cutouts) }
    let named = tracks.targets + parts.settings.map(\.target)
    let shared = sharedTargets
    var table = TargetTable(
      side, named: named, from: from.hiding(shared), to: to.hiding(shared),
      others: parts.cutouts.layers + sharedLayers, canvas: layout.size)
    table.remove(shared)
    try table.update { animated throws(SceneError) in try parts.applySettings(to: &animated.element)
    }
    for layer in parts.layers { table.add(layer.element, to: layer.parent) }
    var container = Element(
      path: LayerPath("container"), target: .container,
      layer: .box(Rect(layout.size), place: side.place))
    try parts.applySettings(to: &container)
    container.isIsolated = side.isIsolated ?? false
    container.children = parts.layers.filter { $0.parent == .container }.map(\.element)
    var run = Run(
      from: from, to: to, tracks: tracks, table: table, container: container,
      sharedMotions: try sharedMotions(tracks, parts), settings: parts.settings,
      rest: transition.recipe.rest(for: transition.operation), delay: transition.delay,
      seconds: transition.delay + (gesture?.run.endSeconds ?? seconds),
      transition: transition, gesture: gesture)
    run.internPictures(in: &pictureTable)
    run.internSharedPictures(in: &pictureTable)
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
    return side.rests == true && !isReversed(for: operation)
  }
}

import Drawing
import Geometry
import Motion
import Pixels
package import SceneFormat

/// Builds a run from a transition and its two screens.
struct RunBuilder {
  let transition: Transition
  @Boxed var side: Side
  /// Where the run plays.
  @Boxed var slot: Slot
  /// The screens where they are laid out.
  let screens: PlacedScreens
  /// The bars that stay, and what the system draws.
  let chrome: Chrome
  /// The screens without the bars that stay.
  let movingFrom, movingTo: Element
  /// The elements that travel: those of the transition, of its side, and the titles of bars.
  let shared: [SharedElement]
  /// What bars do that stay.
  let barTracks: [Track]
  /// The finger that drives it; nil where time does.
  @Boxed var finger: ScriptedFinger?
  let layout: ScreenLayout
  let space: RecipeSpace
  /// The length of the motion, in seconds.
  let seconds: Double

  init(
    _ transition: Transition, from: StagedScreen, to: StagedScreen,
    system: (first: SystemBars, last: SystemBars), slot: Slot, finger: ScriptedFinger? = nil,
    in layout: ScreenLayout
  ) throws(SceneError) {
    var side = transition.recipe.side(for: transition.operation)
    side.tracks.removeAll { BarsRecipe.has($0, for: transition.operation) }
    let layout = layout.with(size: slot.size)
    let orientation = Orientation(
      from: transition.recipe.trackDirection,
      to: transition.direction ?? transition.recipe.direction,
      isRightToLeft: layout.isRightToLeft)
    space = RecipeSpace(
      orientation: orientation, canvas: orientation.size(layout.size),
      arguments: transition.arguments, seed: transition.seed)
    seconds = transition.length(of: side)
    (self.transition, self.side, self.slot) = (transition, side, slot)
    (self.finger, self.layout) = (finger, layout)
    let screens = try PlacedScreens(from, to, transition, side, in: slot, space, layout)
    self.screens = screens
    let staying = screens.stayingBars(transition, side)
    let bars = BarsRecipe.side(for: transition.operation)
    var shared = transition.elements(of: side).extending(
      staying.contains(.bar) ? bars.sharedElements : []
    )
    let isStill = screens.haveStillBar(transition, side)
    if isStill { shared.removeAll(where: \.isOfBars) }
    if !shared.isEmpty {
      let (from, to) = (LayerIndex([screens.from]), LayerIndex([screens.to]))
      shared.removeAll {
        from[$0.from.target(.from)] == nil || to[$0.to.target(.to)] == nil
      }
    }
    self.shared = shared
    let visible = (screens.from.hiding(shared.targets), screens.to.hiding(shared.targets))
    var pairing = PartPairing(
      moved: Set(side.tracks.map(\.target) + side.settings.map(\.target)), isStill: isStill)
    let first = try layout.system(
      system.first, screens.from.identity(.from), place: from.screen.place)
    let last = try layout.system(system.last, screens.to.identity(.to), place: to.screen.place)
    let chrome = Chrome(
      staying, from: visible.0, to: visible.1, system: (first, last), pairing: &pairing)
    // Below bars of different heights, both begin where the lower one ends: nothing else is behind
    // the part of the higher one that fades.
    let top = min(screens.from.top(.from), screens.to.top(.to))
    movingFrom = visible.0.withoutBars(staying, from: top)
    movingTo = visible.1.withoutBars(staying, from: top)
    self.chrome = chrome
    barTracks = Self.tracks(of: bars, beneath: side, screens, chrome) + pairing.tracks
  }

  /// Bars lie along the top and the bottom, wherever the screens move: their tracks are mirrored with
  /// the direction, and never turned.
  private var barSpace: RecipeSpace {
    var space = space
    let recipe = transition.recipe
    let heading = transition.direction ?? recipe.direction ?? .left
    space.orientation = Orientation(
      from: .left, to: heading.isHorizontal ? heading : .left,
      isRightToLeft: layout.isRightToLeft)
    space.canvas = layout.size
    return space
  }

  private func resolved(
    _ barTracks: [Track], _ parts: RecipeParts
  ) throws(SceneError) -> ResolvedTracks {
    try ResolvedTracks(
      side, seconds: seconds, replacing: transition.curve, in: space, parts,
      bars: BarMotion(tracks: barTracks, space: barSpace, chrome: chrome))
  }

  /// The run, without its pictures.
  func run() throws(SceneError) -> Run {
    let parts = try RecipeParts(
      side, from: movingFrom, to: movingTo, chrome: chrome, in: space, layout)
    let gesture = finger.map { GestureScript($0, in: layout) }
    var tracks = try resolved(barTracks, parts)
    let motions = try sharedMotions(tracks, parts)
    let apart = barTracks(keepingTitlesApart: tracks, motions)
    if apart != barTracks { tracks = try resolved(apart, parts) }
    if let target = gesture?.followingTarget { tracks.carry(target, cutouts: parts.cutouts) }
    var chrome = self.chrome
    moveKeyboards(in: &chrome, by: &tracks)
    let inPlace = Set(
      side.tracks.filter(\.isInPlace).flatMap { parts.cutouts.copies(of: $0.target).map(\.target) })
    let named = (tracks.targets + parts.settings.map(\.target)).filter {
      self.chrome.find($0) == nil && !inPlace.contains($0)
    }
    var table = TargetTable(
      side, named: named, from: movingFrom, to: movingTo,
      others: parts.cutouts.layers + sharedLayers, canvas: layout.size)
    table.remove(shared.targets)
    try table.update { animated throws(SceneError) in
      try parts.applySettings(toAllIn: &animated.element)
      if animated.cutout == nil { animated.slot = slot.transform }
    }
    if !chrome.bars.isEmpty { table.separateAboveBars() }
    table.add(parts.layers)
    var container = Element(
      path: LayerPath("container"), target: .container,
      layer: .box(Rect(layout.size), place: side.place))
    try parts.applySettings(to: &container)
    if side.isIsolated == true { container.layer.isIsolated = true }
    container.children = parts.layers.filter { $0.parent == .container }.map(\.element)
    for index in chrome.bars.indices { try parts.applySettings(toAllIn: &chrome.bars[index]) }
    for index in chrome.system.indices { try parts.applySettings(toAllIn: &chrome.system[index]) }
    var run = Run(
      from: screens.from, to: screens.to, fromAlone: screens.fromAlone, toAlone: screens.toAlone,
      slot: slot, tracks: tracks, table: table, container: container, chrome: chrome,
      sharedMotions: motions, settings: parts.settings, inPlace: inPlace,
      rest: transition.recipe.rest(for: transition.operation), delay: transition.delay,
      seconds: transition.delay + (gesture?.run.endSeconds ?? seconds),
      transition: transition, gesture: gesture)
    run.tap(on: screens.from)
    return run
  }
}

extension Element {
  /// The element that tracks know as `target`, here or anywhere below.
  package func find(_ target: Target) -> Element? {
    if self.target == target { return self }
    for child in children {
      if let found = child.find(target) { return found }
    }
    return nil
  }
}

import Drawing
import Geometry
import Motion
import Pixels
package import SceneFormat

/// Builds a run from a transition and its two screens.
struct RunBuilder {
  let transition: Transition
  let side: Side
  /// What the run plays in.
  let slot: Slot
  /// The screens as they are alone, on all of that.
  let fromAlone, toAlone: Element
  /// The screens where the side or their slot lays them out, with all bars.
  let from, to: Element
  /// The bars that stay, and what the system draws.
  let chrome: Chrome
  /// The screens without the bars that stay.
  let movingFrom, movingTo: Element
  /// The elements that travel: those of the transition, of its side, and the titles of bars.
  let shared: [SharedElement]
  /// What bars do that stay.
  let barTracks: [Track]
  let layout: ScreenLayout
  let space: RecipeSpace
  /// The length of the motion, in seconds.
  let seconds: Double

  init(
    _ transition: Transition, from: StagedScreen, to: StagedScreen,
    system: (first: SystemBars, last: SystemBars), slot: Slot, in layout: ScreenLayout
  ) throws(SceneError) {
    var side = transition.recipe.side(for: transition.operation)
    side.tracks.removeAll { BarsRecipe.has($0, for: transition.operation) }
    let layout = layout.with(size: slot.size)
    let orientation = Orientation(
      from: transition.recipe.trackDirection,
      to: transition.direction ?? transition.recipe.direction,
      isRightToLeft: layout.isRightToLeft != transition.isMirrored)
    space = RecipeSpace(
      orientation: orientation, canvas: orientation.size(layout.size),
      arguments: transition.arguments, seed: transition.seed)
    seconds = transition.length(of: side)
    (self.transition, self.side, self.slot, self.layout) = (transition, side, slot, layout)
    let alone = (
      try layout.element(for: from.screen, as: from.identity),
      try layout.element(for: to.screen, as: to.identity)
    )
    (fromAlone, toAlone) = (slot.filled(with: alone.0), slot.filled(with: alone.1))
    let rest = transition.recipe.rest(for: transition.operation)
    let frames = try side.frames(in: space)
    let (place, otherPlace) = (from.screen.place, to.screen.place)
    // A sheet that leaves or comes is placed by the side; any other one is where it rests.
    let homes = (rest.isFirst ? nil : from.slot, rest.isLast ? nil : to.slot)
    let (from, to) = (
      try layout.element(for: from, frames[.from], homes.0) ?? alone.0,
      try layout.element(for: to, frames[.to], homes.1) ?? alone.1
    )
    (self.from, self.to) = (from, to)
    let listed = Set(side.paintOrder)
    let staying = Set(
      ScreenPart.bars.filter { part in
        transition.stays(part, side) && homes.0 == nil && homes.1 == nil
          && [(from, Role.from), (to, .to)].allSatisfy { screen, role in
            screen.find(.part(role, part)) != nil && !listed.contains(.part(role, part))
          }
      })
    let bars = BarsRecipe.side(for: transition.operation)
    shared = transition.elements(of: side).extending(
      staying.contains(.bar) ? bars.sharedElements : []
    ).filter { from.find($0.from.target(.from)) != nil && to.find($0.to.target(.to)) != nil }
    let hidden = shared.targets
    var pairing = PartPairing(moved: Set(side.tracks.map(\.target) + side.settings.map(\.target)))
    let (fromLeft, toLeft) = (from.hiding(hidden), to.hiding(hidden))
    let first = try layout.system(system.first, from.identity(.from), place: place)
    // What looks alike is the same all the time.
    let last = try layout.system(system.last, to.identity(.to), place: otherPlace).map { part in
      first.first { $0.looksLike(part) } ?? part
    }
    let chrome = Chrome(
      bars: ScreenPart.bars.filter(staying.contains).compactMap {
        pairing.pair($0, from: fromLeft.find(.part(.from, $0)), to: toLeft.find(.part(.to, $0)))
      },
      system: ScreenPart.ofSystem.compactMap { part in
        pairing.pair(
          part, from: first.first { $0.target == .part(.from, part) },
          to: last.first { [.part(.from, part), .part(.to, part)].contains($0.target) })
      },
      first: first, last: last)
    // Below bars of different heights, both begin where the lower one ends: nothing else is behind
    // the part of the higher one that fades.
    let top = min(from.top(.from), to.top(.to))
    movingFrom = fromLeft.withoutBars(staying, from: top)
    movingTo = toLeft.withoutBars(staying, from: top)
    self.chrome = chrome
    barTracks =
      bars.tracks.left(by: side.tracks).filter { chrome.find($0.target) != nil } + pairing.tracks
  }

  /// Bars lie along the top and the bottom, wherever the screens move: their tracks are mirrored with
  /// the direction, and never turned.
  private var barSpace: RecipeSpace {
    var space = space
    let recipe = transition.recipe
    let heading = transition.direction ?? recipe.direction ?? .left
    space.orientation = Orientation(
      from: .left, to: heading.isHorizontal ? heading : .left,
      isRightToLeft: layout.isRightToLeft != transition.isMirrored)
    space.canvas = layout.size
    return space
  }

  /// The run, without its pictures.
  func run() throws(SceneError) -> Run {
    let parts = try RecipeParts(
      side, from: movingFrom, to: movingTo, chrome: chrome, in: space, layout)
    let gesture = GestureScript(transition, in: layout)
    var tracks = try ResolvedTracks(
      side, seconds: seconds, replacing: transition.curve, in: space, cutouts: parts.cutouts,
      bars: BarMotion(tracks: barTracks, space: barSpace, chrome: chrome), sizes: parts.sizes)
    if let target = gesture?.followingTarget { tracks.carry(target, cutouts: parts.cutouts) }
    let named = tracks.targets + parts.settings.map(\.target)
    var table = TargetTable(
      side, named: named.filter { self.chrome.find($0) == nil }, from: movingFrom, to: movingTo,
      others: parts.cutouts.layers + sharedLayers, canvas: layout.size)
    table.remove(shared.targets)
    try table.update { animated throws(SceneError) in
      try parts.applySettings(to: &animated.element)
      if animated.cutout == nil { animated.slot = slot.transform }
    }
    for layer in parts.layers { table.add(layer.element, to: layer.parent) }
    var container = Element(
      path: LayerPath("container"), target: .container,
      layer: .box(Rect(layout.size), place: side.place))
    try parts.applySettings(to: &container)
    container.isIsolated = side.isIsolated ?? false
    container.children = parts.layers.filter { $0.parent == .container }.map(\.element)
    var chrome = self.chrome
    for index in chrome.bars.indices { try parts.applySettings(toAllIn: &chrome.bars[index]) }
    for index in chrome.system.indices { try parts.applySettings(toAllIn: &chrome.system[index]) }
    return Run(
      from: from, to: to, fromAlone: fromAlone, toAlone: toAlone, slot: slot, tracks: tracks,
      table: table, container: container, chrome: chrome,
      sharedMotions: try sharedMotions(tracks, parts), settings: parts.settings,
      rest: transition.recipe.rest(for: transition.operation), delay: transition.delay,
      seconds: transition.delay + (gesture?.run.endSeconds ?? seconds),
      transition: transition, gesture: gesture)
  }
}

extension ScreenLayout {
  /// A screen in a frame or in its slot; nil where it fills all of the layout.
  fileprivate func element(
    for staged: StagedScreen, _ frame: Rect?, _ home: Slot?
  ) throws(SceneError) -> Element? {
    if let home {
      return home.resting(
        try with(size: home.size).element(for: staged.screen, as: staged.identity))
    }
    guard let frame, frame != Rect(size) else { return nil }
    var element = try with(size: frame.size).element(for: staged.screen, as: staged.identity)
    (element.layer.frame.x, element.layer.frame.y) = (frame.x, frame.y)
    return element
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

extension Side {
  /// Where it lays out its screens.
  func frames(in space: RecipeSpace) throws(SceneError) -> [Role: Rect] {
    var frames: [Role: Rect] = [:]
    for setting in settings {
      guard case .screen(let role) = setting.target else { continue }
      frames[role] = try ResolvedSettings(
        setting, of: setting.target, in: space, (space.canvas, space.canvas)
      ).frame
    }
    return frames
  }
}

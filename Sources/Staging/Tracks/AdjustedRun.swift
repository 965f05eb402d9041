import Drawing
import Geometry
import Motion
import SceneFormat

// A sheet that is resized: every property of its presentation goes from its value at rest with the
// old parameters to that with the new ones.
extension Run {
  /// Lays out the adjustment `transition` of the sheet that was presented over `from` as `to` and
  /// shows `screen` now, and interns its pictures.
  init(
    adjusting transition: Transition, from: StagedScreen, to: StagedScreen,
    showing screen: StagedScreen,
    system: (first: SystemBars, last: SystemBars), slot: Slot, finger: ScriptedFinger?,
    in layout: ScreenLayout, pictureTable: inout PictureTable
  ) throws(SceneError) {
    var before = transition
    before.arguments = transition.adjusted ?? transition.arguments
    func builder(_ transition: Transition) throws(SceneError) -> RunBuilder {
      try RunBuilder(transition, from: from, to: to, system: system, slot: slot, in: layout)
    }
    let (first, last) = (try builder(before), try builder(transition))
    self = try last.run()
    // The visible screen is laid out in the larger of both sizes, and cut to the size of the moment.
    let (old, new) = (first.screens.to.size, last.screens.to.size)
    let size = Size(width: max(old.width, new.width), height: max(old.height, new.height))
    let shown = try layout.with(size: size).element(for: screen.screen, as: screen.identity)
    // Where the side moves parts of the screen that it presented, they stay apart.
    let keepsParts =
      screen.identity == to.identity && sharedMotions.isEmpty && movesPartsOfIncomingScreen
    if !keepsParts {
      table.layers.removeAll { layer in
        layer.belongsToIncomingScreen && (layer.target != .screen(.to) || layer.isForeground)
      }
    }
    (chrome.bars, sharedMotions) = ([], [])
    var motion = RestingMotion(
      from: try first.run(), to: self,
      timing: TrackTiming(
        easing: Easing(transition.curve ?? last.side.curve ?? .easeInOut, seconds: last.seconds)))
    motion.move(&container)
    for index in table.layers.indices { motion.move(&table.layers[index]) }
    // Bars at the bottom stay as far from the edge of the canvas as they are.
    for part in ScreenPart.bottomBars where shown.find(.part(.to, part)) != nil {
      motion.move(
        .y, of: .part(.to, part), from: .numbers([old.height - size.height]),
        to: .numbers([new.height - size.height]))
    }
    for index in table.layers.indices
    where table.layers[index].target == .screen(.to) && !keepsParts {
      table.layers[index].element.children = shown.children
      table.layers[index].element.layer.fill = shown.layer.fill
    }
    tracks = motion.tracks
    gesture = finger.map { GestureScript($0, in: layout) }
    (tap, delay) = (nil, transition.delay)
    seconds = delay + (gesture?.run.endSeconds ?? last.seconds)
    if var sheet = table.layer(.screen(.to))?.element {
      sheet.children = shown.children
      tap(on: sheet)
    }
    internPictures(in: &pictureTable)
  }

  /// Whether something moves inside of a layer: what moves in place, and the bars at the bottom of a
  /// sheet that is resized.
  func movesParts(of animated: AnimatedLayer) -> Bool {
    let movesBars =
      transition.adjusted != nil && animated.target == .screen(.to)
      && ScreenPart.bottomBars.contains { animated.element.find(.part(.to, $0)) != nil }
    return movesBars || movesInPlace(in: animated.element)
  }

  /// Whether something on `element` moves in place.
  func movesInPlace(in element: Element) -> Bool {
    !inPlace.isEmpty
      && element.children.contains { child in
        child.target.map(inPlace.contains) ?? false || movesInPlace(in: child)
      }
  }
}

/// Tracks from one rest of a presentation to another.
private struct RestingMotion {
  @Boxed private var old: Run
  private let new: ResolvedTracks
  private let elements: [Target: Element]
  private let timing: TrackTiming
  private(set) var tracks = ResolvedTracks()
  private var moved: Set<Target> = []

  init(from old: Run, to new: Run, timing: TrackTiming) {
    (self.old, self.new, self.timing) = (old, new.tracks, timing)
    let layers = old.table.layers
    let all =
      [old.container] + old.container.children + layers.map(\.element) + layers.flatMap(\.own)
    let inside = old.inPlace.flatMap { target in all.compactMap { $0.find(target) } }
    let named = (all + all.flatMap(\.mask) + inside).compactMap { element in
      element.target.map { ($0, element) }
    }
    elements = Dictionary(named, uniquingKeysWith: { first, _ in first })
  }

  /// Gives a layer and the recipe's layers on it the values of the new rest, to which they move from
  /// those of the old one.
  mutating func move(_ layer: inout AnimatedLayer) {
    move(&layer.element)
    for index in layer.own.indices { move(&layer.own[index]) }
  }

  /// The same for an element, its mask, and the recipe's layers on it.
  mutating func move(_ element: inout Element) {
    for index in element.mask.indices { move(&element.mask[index]) }
    if element.target == .container {
      for index in element.children.indices { move(&element.children[index]) }
    } else {
      moveInPlace(&element)
    }
    guard let target = element.target else { return }
    let isNamed = Set(new.properties(of: target))
    // Every property but the order gets a track. The element stays as it is laid out: its picture is
    // drawn in that size, and a sheet behind keeps the corners with which it rests.
    let after = new.apply(to: element, at: .settled)
    (element.layer.frame, element.layer.order) = (after.layer.frame, after.layer.order)
    // What is in front of a part that was extracted from a screen goes with what is behind it.
    guard moved.insert(target).inserted,
      let before = elements[target].map({ old.tracks.apply(to: $0, at: .settled) })
    else { return }
    for property in Property.animated where property != .order {
      guard let start = before.value(of: property), let end = after.value(of: property) else {
        continue
      }
      if start != end || isNamed.contains(property) {
        move(property, of: target, from: start, to: end)
      }
    }
  }

  private mutating func moveInPlace(_ element: inout Element) {
    guard old.movesInPlace(in: element) else { return }
    for index in element.children.indices {
      if element.children[index].target.map(old.inPlace.contains) == true {
        move(&element.children[index])
      } else {
        moveInPlace(&element.children[index])
      }
    }
  }

  mutating func move(
    _ property: Property, of target: Target, from start: PropertyValue, to end: PropertyValue
  ) {
    let values: PropertyMotion.Values
    switch (start, end) {
    case (.numbers(let first), .numbers(let last)):
      let stops = [(0.0, first), (1.0, last)].map {
        Keyframes.Stop(position: $0, value: $1, easing: nil)
      }
      guard let keyframes = Keyframes(stops, interpolation: .linear) else { return }
      values = .numbers(keyframes)
    case (.paint(let first), .paint(let last)):
      values = .paints(PaintBlend([PaintBlend.Stop(0, first), PaintBlend.Stop(1, last)]))
    default:
      values = .switches([
        PropertyMotion.Switch(position: 0, value: start),
        PropertyMotion.Switch(position: 1, value: end),
      ])
    }
    tracks.add(
      PropertyMotion(timing: timing, during: .whole, values: values, isAdditive: false),
      of: property, to: target)
  }
}

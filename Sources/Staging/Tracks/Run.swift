import Drawing
package import Geometry
package import Motion
import Pixels
package import SceneFormat

/// One transition between two screens, laid out: its layers, and how they move.
package struct Run: Hashable, Sendable {
  /// The screen that is shown first, and the one that is shown last.
  package var from, to: Element
  /// The same screens alone, filling the slot.
  var fromAlone, toAlone: Element
  /// Where it plays.
  @Boxed var slot: Slot
  /// The pictures before and after it, if more than one screen is visible.
  var stateBefore, stateAfter: [DrawCommand]?
  /// What moves.
  package var tracks: ResolvedTracks
  /// The layers that move or stay, in paint order.
  package var table: TargetTable
  /// The layer that holds all others; its children are the recipe's own layers in it.
  package var container: Element
  /// What is painted over the container.
  package var chrome: Chrome
  /// The shared elements.
  package var sharedMotions: [SharedMotion]
  /// What the recipe sets for the whole run.
  package var settings: [ResolvedSettings]
  /// What moves inside of its layer, and is none itself.
  package var inPlace: Set<Target>
  /// Which of its ends are what the tracks say there, and not a screen alone.
  package var rest: RestEnds
  /// How long the first picture holds, in seconds; part of `seconds`.
  package var delay: Double
  /// The run's whole length.
  package var seconds: Double
  /// Where a finger taps before the motion, on the canvas; nil where none does.
  package var tap: Point?
  /// What it is built from.
  package var transition: Transition
  /// The finger that drives it; nil where time does.
  @Boxed package var gesture: GestureScript?
  /// The pictures of the whole screens, where they have one.
  var fromPicture: PictureID?
  var toPicture: PictureID?

  /// How far it is at `time`.
  package func progress(at time: Double) -> Progress {
    if let gesture { return gesture.run.progress(at: time - delay) }
    let length = seconds - delay
    guard length > 0 else { return Progress(fraction: time < seconds ? 0 : 1) }
    return Progress(fraction: min(1, max(0, (time - delay) / length)))
  }

  /// What the timeline calls progress: the finger's, or the share of the whole length.
  package func shownProgress(at time: Double) -> Double {
    if let gesture { return gesture.run.share(at: time - delay) }
    return seconds > 0 ? min(1, time / seconds) : 1
  }

  /// Whether it ends with the incoming screen.
  package var isFinished: Bool { gesture.map { $0.run.outcome == .finished } ?? true }

  /// What is painted at `time`, back to front.
  func commands(at time: Double) -> [DrawCommand] {
    // A run without length is over as soon as it begins.
    if time >= seconds { return lastPicture }
    if time <= delay { return firstPicture + tapping(at: time) }
    return moving(at: progress(at: time)) + touches(at: time)
  }

  /// What is seen before anything moves.
  ///
  /// Ends are exact, whatever the tracks say there.
  var firstPicture: [DrawCommand] { stateBefore ?? still(.from) }

  /// What is left when it is over; that of a cancelled run is the first one again.
  var lastPicture: [DrawCommand] {
    guard isFinished else { return firstPicture }
    return stateAfter ?? still(.to)
  }

  /// One of the two screens alone, below what the system draws.
  func still(_ role: Role) -> [DrawCommand] {
    let isFirst = role == .from
    let screen = (isFirst ? fromAlone : toAlone).commands(
      in: isFirst ? fromPicture : toPicture, slot.transform)
    let system = (isFirst ? chrome.first : chrome.last).flatMap { $0.commands(in: nil) }
    return slot.behind + screen + slot.front + system
  }

  /// What the tracks say at `progress`.
  func moving(at progress: Progress) -> [DrawCommand] {
    var builder = DisplayListBuilder()
    paint(into: &builder, at: progress)
    for part in chrome.system {
      builder.paint(tracks.applyToAll(in: part, at: progress), in: .identity)
    }
    return builder.commands
  }

  /// What is painted while a finger holds it at `share` of the way, which it gets to without a catch.
  func held(at share: Double) -> [DrawCommand] {
    guard share > 0 else { return firstPicture }
    let isShaped = transition.fingerRules.scrub == .time
    return moving(at: Progress(fraction: min(1, share), isShaped: isShaped))
  }

  /// The picture at rest, without the system bars.
  var restingPicture: [DrawCommand] {
    var builder = DisplayListBuilder()
    paint(into: &builder, at: .settled)
    return builder.commands
  }

  /// Writes what the tracks say at `progress`, but for what the system draws.
  private func paint(into builder: inout DisplayListBuilder, at progress: Progress) {
    let layers = presentedLayers(at: progress)
    let above = chrome.bars.isEmpty ? [] : layers.filter(\.animated.isAboveBars)
    paint(into: &builder, layers.filter { !above.contains($0) }, at: progress)
    for bar in chrome.bars {
      builder.paint(tracks.applyToAll(in: bar, at: progress), in: slot.transform)
    }
    for motion in sharedMotions where motion.isInChrome {
      builder.paint(
        tracks.apply(to: motion.element(at: progress), at: progress), in: slot.transform)
    }
    for layer in above {
      let group = Effects(
        opacity: 1 - share(of: layer, coveredBy: layers), layer: layer.element.path)
      builder.group(group, when: group.opacity < 1) { builder in
        builder.paint([layer], on: container, in: container.matrix().flattened.then(slot.transform))
      }
    }
    builder.append(slot.front)
  }

  /// How much of a layer above the bars is out of sight: it fades as another screen covers its own.
  private func share(of layer: PresentedLayer, coveredBy layers: [PresentedLayer]) -> Double {
    let own = [layer.animated.target] + layer.animated.ancestors
    let cover = layers.drop { $0 != layer }.first {
      $0.animated.target.isScreen && !own.contains($0.animated.target)
    }
    guard let cover = cover?.element else { return 0 }
    let place = cover.matrix().flattened.bounds(of: cover.bounds).intersection(container.bounds)
    let share = place.width * place.height / (cover.size.width * cover.size.height)
    return cover.layer.opacity * min(1, share)
  }

  /// Writes what lies behind the run, and its container with `layers` in it.
  func paint(
    into builder: inout DisplayListBuilder, _ layers: [PresentedLayer], at progress: Progress
  ) {
    builder.append(slot.behind)
    var container = tracks.apply(to: container, at: progress)
    guard let transform = container.visibleTransform(in: slot.transform) else { return }
    if container.layer.cornerRadii != .zero { container.layer.clipsChildren = true }
    builder.paint(container, transform) { builder in
      builder.paintInside(container, transform) { builder in
        builder.paint(layers, on: container, in: transform)
        for layer in container.children {
          builder.paint(
            tracks.apply(to: layer, at: progress), in: transform, eye: container.eye)
        }
      }
    }
  }

  /// The layers as they are at `progress`, in paint order.
  package func presentedLayers(at progress: Progress) -> [PresentedLayer] {
    let presented = table.layers.map { animated in
      var presented = present(animated, at: progress)
      if animated.target == .shared { presented.element.children = sharedMotions(at: progress) }
      return presented
    }
    let orders = presented.map(\.element.layer.order)
    guard orders.contains(where: { $0 != 0 }) else { return presented }
    return presented.indices.sorted { (orders[$0], $0) < (orders[$1], $1) }.map { presented[$0] }
  }

  func present(_ animated: AnimatedLayer, at progress: Progress) -> PresentedLayer {
    var presented = PresentedLayer(
      animated: animated,
      element: movesParts(of: animated)
        ? tracks.applyToAll(in: animated.element, at: progress)
        : tracks.apply(to: animated.element, at: progress),
      own: animated.own.map { tracks.apply(to: $0, at: progress) })
    // The corners of a sheet are never sharper than at rest.
    if animated.element.isOnSheet {
      let (rest, moved) = (animated.element.layer.cornerRadii, presented.element.layer.cornerRadii)
      presented.element.layer.cornerRadii = rest.largest(moved)
    }
    // The whole screen casts one shadow and shows what is behind it once, from behind.
    if animated.isForeground {
      presented.element.layer.shadow = nil
      presented.element.layer.shadows = []
      presented.element.layer.backdrop = LayerFilters()
    }
    presented.element.mask = animated.element.mask.map { tracks.apply(to: $0, at: progress) }
    if animated.bleeds {
      let scale = presented.element.layer.transform
      presented.bleed = Bleed(
        fillingBehind: tracks.overshoot(of: animated.target, at: progress),
        scaleX: scale.scaleX, scaleY: scale.scaleY)
    }
    return presented
  }
}

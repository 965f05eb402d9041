import Drawing
import Geometry
import Motion
import Pixels
package import SceneFormat

/// One transition between two screens, staged: who takes part, and how they move.
package struct Run: Hashable, Sendable {
  /// The screen that is shown first, and the one that is shown last.
  package var from, to: Element
  /// What moves.
  package var choreography: Choreography
  /// Who takes part.
  package var cast: Cast
  /// What everyone is in; its children are the recipe's own layers there.
  package var container: Element
  /// What travels from one screen to the other.
  package var travellers: [Traveller]
  /// What the recipe sets for the whole run.
  package var settings: [Setting]
  /// Whether the container meets the canvas as a group.
  var isIsolated: Bool
  /// Which of its ends are what the tracks say there, and not a screen alone.
  package var rest: RestEnds
  /// The targets whose edge pixels fill what an overshoot uncovers.
  var bleed: Set<Target>
  /// How long the first picture holds, in seconds; part of `seconds`.
  package var delay: Double
  /// The run's whole length.
  package var seconds: Double
  /// What it is staged from.
  package var transition: Transition
  /// The finger that drives it; nil where time does.
  package var gesture: GestureScript?
  /// The pictures of the whole screens, where they have one.
  var fromPicture: PictureID?
  var toPicture: PictureID?

  /// How far it is at `time`.
  package func progress(at time: Double) -> Progress {
    if let gesture {
      return Progress(
        fraction: gesture.run.progress(at: time - delay), isShaped: gesture.isShaped)
    }
    let length = seconds - delay
    guard length > 0 else { return Progress(fraction: time < seconds ? 0 : 1) }
    return Progress(fraction: min(1, max(0, (time - delay) / length)))
  }

  /// What the timeline calls progress: the finger's, or the share of the whole length.
  package func shownProgress(at time: Double) -> Double {
    if gesture != nil { return progress(at: time).fraction }
    return seconds > 0 ? min(1, time / seconds) : 1
  }

  /// Whether it ends with the incoming screen.
  package var isFinished: Bool { gesture.map { $0.run.outcome == .finished } ?? true }

  /// What is painted at `time`, back to front.
  func commands(at time: Double) -> [DrawCommand] {
    // A run without length is over as soon as it begins.
    if time >= seconds { return lastPicture }
    if time <= delay { return firstPicture }
    return moving(at: progress(at: time)) + touches(at: time)
  }

  /// What is seen before anything moves.
  ///
  /// Ends are exact, whatever the tracks say there, unless one of them is where a sheet rests.
  var firstPicture: [DrawCommand] {
    rest.isFirst ? moving(at: Progress(fraction: 0)) : from.commands(in: fromPicture)
  }

  /// What is left when it is over; that of a cancelled run is the first one again.
  var lastPicture: [DrawCommand] {
    guard isFinished else { return firstPicture }
    return rest.isLast ? moving(at: Progress(fraction: 1)) : to.commands(in: toPicture)
  }

  /// What the tracks say at `progress`.
  func moving(at progress: Progress) -> [DrawCommand] {
    let container = choreography.apply(to: container, at: progress)
    let transform = container.matrix().flattened
    var painter = Painter()
    var effects = container.effects(transform)
    effects.isIsolated = isIsolated
    painter.group(effects, when: isIsolated || container.needsGroup) { painter in
      painter.paint(performers(at: progress), on: container, in: transform)
      for layer in container.children {
        painter.paint(
          choreography.apply(to: layer, at: progress), in: transform, eye: container.eye)
      }
    }
    return painter.commands
  }

  /// The actors as they are at `progress`, in paint order.
  package func performers(at progress: Progress) -> [Performer] {
    let performers = cast.actors.map { actor in
      var performer = perform(actor, at: progress)
      if actor.target == .shared { performer.element.children = travellers(at: progress) }
      return performer
    }
    return performers.enumerated().sorted { left, right in
      (left.element.element.layer.order, left.offset)
        < (right.element.element.layer.order, right.offset)
    }.map(\.element)
  }

  private func perform(_ actor: Actor, at progress: Progress) -> Performer {
    var performer = Performer(
      actor: actor, element: choreography.apply(to: actor.element, at: progress),
      own: actor.own.map { choreography.apply(to: $0, at: progress) })
    // The whole screen casts one shadow, from behind.
    if actor.isForeground { performer.element.layer.shadow = nil }
    performer.element.mask = actor.element.mask.map { choreography.apply(to: $0, at: progress) }
    if bleed.contains(actor.target) {
      let scale = performer.element.layer.transform
      performer.bleed = Bleed(
        fillingBehind: choreography.overshoot(of: actor.target, at: progress),
        scaleX: scale.scaleX, scaleY: scale.scaleY)
    }
    return performer
  }
}

/// An actor at one moment.
package struct Performer: Hashable {
  /// Who it is.
  package var actor: Actor
  /// What it looks like now.
  var element: Element
  /// What the recipe's own layers in it look like now.
  var own: [Element]
  /// How far the pixels at its edges go on.
  var bleed = Bleed.none
}

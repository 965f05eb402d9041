package import Drawing
package import Geometry
package import Motion
package import SceneFormat

/// How far a property of a layer goes from where it rests.
package struct Reach: Hashable, Sendable {
  /// Whose property it is.
  package let target: Target
  /// The property; `scale` is two that change as one.
  package let properties: [Property]
  /// Where it rests.
  package let rest: Double
  /// Its value at the end at which it does not rest.
  package let value: Double

  /// As tracks name it.
  package var name: String { properties.count > 1 ? "scale" : properties[0].name }

  /// The value of one that goes `factor` times as far.
  package func value(times factor: Double) -> Double { rest + factor * (value - rest) }
}

extension Run {
  /// What rests at one end of the run and not at the other, by its numbers; single slices do not count.
  package var reaches: [Reach] {
    var reaches: [Reach] = []
    for channel in tracks.channels {
      if case .slice = channel.target { continue }
      guard channel.motions.count == 1, case .numbers(let keyframes) = channel.motions[0].values,
        let first = keyframes.stops.first?.value, let last = keyframes.stops.last?.value,
        first.count == 1, let rest = rest(of: channel)
      else { continue }
      let (start, end) = (first[0] - rest, last[0] - rest)
      guard start == 0 ? end != 0 : end == 0 else { continue }
      let value = start == 0 ? last[0] : first[0]
      if channel.property == .scaleY, let other = reaches.last, other.target == channel.target,
        other.properties == [.scaleX], other.value == value
      {
        reaches[reaches.count - 1] = Reach(
          target: channel.target, properties: [.scaleX, .scaleY], rest: rest, value: value)
      } else {
        reaches.append(
          Reach(
            target: channel.target, properties: [channel.property], rest: rest, value: value))
      }
    }
    return reaches
  }

  /// The number that a property has while nothing moves it.
  private func rest(of channel: ResolvedTracks.Channel) -> Double? {
    let element =
      channel.target == .container ? container : table.layer(channel.target)?.element
    guard case .numbers(let numbers)? = element?.value(of: channel.property), numbers.count == 1
    else { return nil }
    return numbers[0]
  }

  /// The same run, in which a property goes `factor` times as far from where it rests.
  package func changing(_ reach: Reach, times factor: Double) -> Run {
    var run = self
    run.tracks.update(reach.properties, of: reach.target) { motion in
      guard case .numbers(let keyframes) = motion.values else { return }
      let stops = keyframes.stops.map { stop in
        var stop = stop
        stop.value = stop.value.map { reach.rest + factor * ($0 - reach.rest) }
        return stop
      }
      guard let changed = Keyframes(stops, interpolation: keyframes.interpolation) else { return }
      motion.values = .numbers(changed)
    }
    return run
  }

  /// The curve that shapes all of its motion; nil where tracks have curves or windows of their own.
  package var easing: Easing? {
    let motions = tracks.channels.flatMap(\.motions).filter { !$0.isCarried }
    let timings = motions.map(\.timing) + sharedMotions.flatMap { [$0.move, $0.shape, $0.fade] }
    guard let first = timings.first, motions.allSatisfy({ $0.easedStops.isEmpty }),
      timings.allSatisfy({ $0.during == .whole && $0.repeats == 1 && $0.easing == first.easing })
    else { return nil }
    return first.easing
  }

  /// What is painted at a share of the way, which is a share of the time where no one curve shapes
  /// all of the motion.
  package func picture(at share: Double, on canvas: Canvas, isShaped: Bool) -> DisplayList {
    let commands =
      share <= 0
      ? firstPicture
      : share == 1 ? lastPicture : moving(at: Progress(fraction: share, isShaped: isShaped))
    return DisplayList(background: canvas.background, commands: commands)
  }
}

// What a still of a screen cannot show apart.
extension Run {
  /// Whether two stills of the canvas can take the place of its screens: it plays on no sheet, and
  /// resizes none.
  package var playsOnCanvas: Bool { slot.transform == .identity && transition.adjusted == nil }

  /// The way from a screen's own coordinates to the canvas where it rests on a sheet; nil for a screen
  /// that fills the canvas.
  package func restingPlace(of role: Role) -> (size: Size, transform: Transform)? {
    guard role == .from ? rest.isFirst : rest.isLast else { return nil }
    let progress = role == .from ? Progress(fraction: 0) : .settled
    guard
      let layer = presentedLayers(at: progress).first(where: { $0.animated.target == .screen(role) }
      )
    else { return nil }
    return (
      layer.element.size, layer.animated.matrix(of: layer.element).flattened.then(slot.transform)
    )
  }
}

extension PropertyMotion {
  /// Whether a finger carries it, so that no curve shapes it.
  fileprivate var isCarried: Bool {
    if case .finger = values { true } else { false }
  }

  /// The keyframes that shape the way to the next one by themselves.
  fileprivate var easedStops: [Keyframes.Stop] {
    guard case .numbers(let keyframes) = values else { return [] }
    return keyframes.stops.filter { $0.easing != nil }
  }
}

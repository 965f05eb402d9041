import Geometry
import Motion
import Pixels
import SceneFormat

/// The space in which a recipe is written: its axes, the canvas in them, and what names stand for.
struct RecipeSpace: Hashable, Sendable {
  /// How it lies on the screen.
  var orientation: Orientation
  /// The canvas as the recipe sees it.
  var canvas: Size
  /// The values of the recipe's parameters.
  var arguments: [Argument]
  /// The seed of random choices.
  var seed: UInt64
  /// The place of the target, where it is a slice.
  var slice: ExpressionEnvironment.Slice?

  /// The values of a property track, worked out and turned onto the screen.
  func values(
    of property: PropertyTrack, _ track: Track, _ size: (own: Size, parent: Size),
    seconds: Double, turn: ([Double]) -> [Double]
  ) throws(SceneError) -> PropertyMotion.Values {
    let easings = property.easings(
      window: (track.during.end - track.during.start) * seconds / max(1, track.repeats))
    var (numbers, paints, switches): ([Keyframes.Stop], [PaintBlend.Stop], [PropertyMotion.Switch])
    (numbers, paints, switches) = ([], [], [])
    for (keyframe, easing) in zip(property.keyframes, easings) {
      let position = keyframe.position
      let value = try keyframe.value.value(
        of: property.property, in: environment(for: size.own, in: size.parent))
      switch value {
      case .numbers(let values):
        numbers.append(Keyframes.Stop(position: position, value: turn(values), easing: easing))
      case .paint(let paint):
        paints.append(PaintBlend.Stop(position, orientation.paint(paint), easing))
      case .flag, .name:
        switches.append(PropertyMotion.Switch(position: position, value: value))
      }
    }
    if !switches.isEmpty { return .switches(switches) }
    if !paints.isEmpty {
      return .paints(PaintBlend(paints, isDiscrete: track.interpolation == .discrete))
    }
    // An order switches, whatever shares its track.
    let interpolation = property.property.isSwitch ? .discrete : track.interpolation
    guard let keyframes = Keyframes(numbers.alike, interpolation: interpolation) else {
      throw SceneError(layout: .keyframes, at: property.place)
    }
    return .numbers(keyframes)
  }

  /// What names and percents stand for in values of a target, which is in something as large as
  /// `parent`.
  func environment(for target: Size, in parent: Size? = nil) -> ExpressionEnvironment {
    ExpressionEnvironment(
      canvas: canvas, target: target, parent: parent, slice: slice, arguments: arguments,
      seed: seed)
  }
}

extension PropertyTrack {
  /// How the way from each keyframe to the next is shaped.
  fileprivate func easings(window seconds: Double) -> [Easing?] {
    keyframes.indices.map { index in
      guard let curve = keyframes[index].curve else { return nil }
      let end = index + 1 < keyframes.count ? keyframes[index + 1].position : 1
      return Easing(curve, seconds: (end - keyframes[index].position) * seconds)
    }
  }
}

extension [Keyframes.Stop] {
  /// All with as many numbers: one number stands for every corner or edge.
  fileprivate var alike: [Keyframes.Stop] {
    let longest = map(\.value.count).max() ?? 0
    return map { stop in
      guard stop.value.count == 1, longest > 1 else { return stop }
      var wide = stop
      wide.value = Array<Double>(repeating: stop.value[0], count: longest)
      return wide
    }
  }
}

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
    of property: PropertyTrack, _ track: Track, size: Size, seconds: Double,
    turn: ([Double]) -> [Double]
  ) throws(SceneError) -> PropertyMotion.Values {
    if let flags = property.flags { return .flags(flags) }
    let segments = property.easings(
      window: (track.during.end - track.during.start) * seconds / max(1, track.repeats))
    if let paints = property.paints {
      return .paints(
        PaintBlend(
          zip(paints, segments).map { ($0.position, orientation.paint($0.paint), $1) },
          isDiscrete: track.interpolation == .discrete))
    }
    var stops: [Keyframes.Stop] = []
    for (keyframe, easing) in zip(property.keyframes, segments) {
      let numbers = try numbers(keyframe, of: property, size: size)
      stops.append(
        Keyframes.Stop(position: keyframe.position, value: turn(numbers), easing: easing))
    }
    guard
      let keyframes = Keyframes(
        stops.alike, interpolation: track.interpolation(of: property.property))
    else {
      throw SceneError(layout: .keyframes, at: property.place)
    }
    return .numbers(keyframes)
  }

  private func numbers(
    _ keyframe: TrackKeyframe, of property: PropertyTrack, size: Size
  ) throws(SceneError) -> [Double] {
    guard case .numbers(let quantities) = keyframe.value else { return [0] }
    var numbers: [Double] = []
    for (index, quantity) in quantities.enumerated() {
      let reference = Reference(property: property.property, index: index, size: size)
      numbers.append(try number(quantity, for: reference))
    }
    return numbers
  }

  /// Whose number it is, and what "100%" means there.
  struct Reference {
    var property: Property
    var index: Int
    var size: Size

    /// The extent that fractions are of.
    var extent: Double {
      switch property {
      case .y: size.height
      case .frame, .shadowOffset: index % 2 == 0 ? size.width : size.height
      default: size.width
      }
    }
  }

  /// A number as the recipe sees it.
  func number(_ quantity: Quantity, for reference: Reference) throws(SceneError) -> Double {
    switch quantity {
    case .number(let number): return number
    case .fraction(let fraction): return fraction * reference.extent
    case .expression(let expression):
      return try expression.evaluate(environment(for: reference.size))
    }
  }

  /// What names stand for in an expression about a target of the given size.
  func environment(for target: Size) -> ExpressionEnvironment {
    ExpressionEnvironment(
      canvas: canvas, target: target, slice: slice, arguments: arguments, seed: seed)
  }
}

extension PropertyTrack {
  /// Its switches, nil if it holds anything else.
  fileprivate var flags: [PropertyMotion.FlagStop]? {
    guard case .flag = keyframes.first?.value else { return nil }
    return keyframes.map { keyframe in
      guard case .flag(let isOn) = keyframe.value else {
        return PropertyMotion.FlagStop(position: keyframe.position, isOn: false)
      }
      return PropertyMotion.FlagStop(position: keyframe.position, isOn: isOn)
    }
  }

  fileprivate var paints: [(position: Double, paint: Paint)]? {
    guard case .paint = keyframes.first?.value else { return nil }
    return keyframes.compactMap { keyframe in
      guard case .paint(let paint) = keyframe.value else { return nil }
      return (keyframe.position, paint)
    }
  }

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

extension Track {
  /// How `property` is found between keyframes: an order switches, whatever shares its track.
  fileprivate func interpolation(of property: Property) -> Keyframes.Interpolation {
    guard property != .order else { return .discrete }
    return switch interpolation {
    case .linear: .linear
    case .discrete: .discrete
    case .cubic: .cubic
    }
  }
}

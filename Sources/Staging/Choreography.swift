import Geometry
import Motion
import SceneFormat

/// All that moves in one run: per target and property, the motions that share it.
struct Choreography: Hashable, Sendable {
  /// The motions of one property of one target.
  struct Part: Hashable, Sendable {
    var target: Target
    var property: Property
    var motions: [PropertyMotion]
  }

  /// In the order in which the recipe names them.
  private(set) var parts: [Part] = []

  /// Works out the tracks of `side` over `seconds`.
  ///
  /// `sizes` answers with the size of a target and of its parent, in the recipe's space.
  init(
    _ side: Side, seconds: Double, replacing curve: Curve?, in space: RecipeSpace,
    sizes: (Target) -> (own: Size, parent: Size)
  ) throws(SceneError) {
    for track in side.tracks {
      let size = sizes(track.target)
      for property in track.properties {
        let timing = track.timing(
          curve: curve ?? track.curve ?? side.curve ?? .easeInOut, seconds: seconds)
        let (lands, turn) = space.orientation.turned(property.property, inside: size.parent)
        let values = try space.values(
          of: property, track, size: size.own, seconds: seconds, turn: turn)
        let motion = PropertyMotion(
          timing: timing, during: track.during, values: values, isAdditive: track.isAdditive)
        add(motion, of: lands, to: track.target)
      }
    }
  }

  /// The targets, each once, in the order in which the recipe names them.
  var targets: [Target] {
    var seen: Set<Target> = []
    return parts.map(\.target).filter { seen.insert($0).inserted }
  }

  /// The same element with the values that it has at `progress`.
  func apply(to element: Element, at progress: Progress) -> Element {
    guard let target = element.target else { return element }
    var moved = element
    for part in parts where part.target == target {
      let value = part.motions.value(
        at: progress.fraction, shaped: progress.isShaped, rest: element.value(of: part.property))
      if let value { moved.set(part.property, to: value) }
    }
    return moved
  }

  private mutating func add(_ motion: PropertyMotion, of property: Property, to target: Target) {
    let index = parts.firstIndex { $0.target == target && $0.property == property }
    guard let index else {
      return parts.append(Part(target: target, property: property, motions: [motion]))
    }
    // Sorted by where they begin, those that begin together as they are written.
    let place = parts[index].motions.firstIndex { $0.during.start > motion.during.start }
    parts[index].motions.insert(motion, at: place ?? parts[index].motions.count)
  }
}

/// How far a run is.
struct Progress: Hashable, Sendable {
  /// From 0 to 1.
  var fraction: Double
  /// Whether the curves shape it; false for a finger that scrubs linearly.
  var isShaped = true
}

extension Track {
  /// Its way from the run's fraction to the keyframes' positions.
  fileprivate func timing(curve: Curve, seconds: Double) -> TrackTiming {
    let window = (during.end - during.start) * seconds / Swift.max(1, repeats)
    return TrackTiming(
      during: during, easing: Easing(curve, seconds: window), through: through, repeats: repeats,
      autoreverses: autoreverses)
  }
}

extension Curve {
  /// What UIView animates with unless told otherwise.
  static let easeInOut = Curve.bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)
}

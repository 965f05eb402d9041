import Drawing
import Geometry
package import Motion
package import SceneFormat

/// The tracks of a run with every number resolved: a channel for each property that moves.
package struct ResolvedTracks: Hashable, Sendable {
  /// All motions of one property of one target.
  package struct Channel: Hashable, Sendable {
    package var target: Target
    package var property: Property
    package var motions: [PropertyMotion]
  }

  /// In the order in which the recipe names them.
  package private(set) var channels: [Channel] = []
  /// How many motions there are.
  private(set) var count = 0
  /// Where the channels of a target are among them.
  private var places: [Target: [Int]] = [:]

  /// Nothing moves.
  init() {}

  /// Works out the tracks of `side` over `seconds`.
  init(
    _ side: Side, seconds: Double, replacing curve: Curve?, in space: RecipeSpace,
    _ parts: RecipeParts, bars: BarMotion
  ) throws(SceneError) {
    let cutouts = parts.cutouts
    let special = side.tracks.specialMoves
    for written in bars.tracks + side.tracks {
      let curve = curve ?? written.curve ?? side.curve ?? .easeInOut
      let isOfBar = bars.chrome.owns(written.target)
      let copies = try cutouts.copies(of: written, in: isOfBar ? bars.space : space)
      guard count + copies.count * written.properties.count <= cutouts.limits.count(.motions) else {
        throw SceneError(beyond: .motions, of: cutouts.limits, at: written.place)
      }
      for (track, space) in copies {
        let size = parts.sizes(track.target)
        for property in track.properties {
          try parts.check(property, of: track.target)
          let move = SpecialMove(target: track.target, property: property.property)
          // What is said of one slice or layer takes the place of what is said of all.
          if written.target != track.target, special.contains(move) { continue }
          let (lands, turn) = space.orientation.turned(property.property, inside: size.parent)
          let values = try space.values(
            of: property, track, size, seconds: seconds, turn: turn)
          let motion = PropertyMotion(
            timing: track.timing(curve: curve, seconds: seconds), during: track.during,
            values: values, isAdditive: track.isAdditive)
          add(motion, of: lands, to: track.target)
        }
      }
    }
  }

  /// Lets `target` move with the finger, on top of its tracks; all slices of one that is cut.
  mutating func carry(_ target: Target, cutouts: CutoutTable) {
    for (target, _) in cutouts.copies(of: target) {
      for (property, axis) in [(Property.x, Axis.horizontal), (.y, .vertical)] {
        add(PropertyMotion(carriedAlong: axis), of: property, to: target)
      }
    }
  }

  /// The motions of `property` of `target`; none where nothing moves it.
  package func motions(of property: Property, _ target: Target) -> [PropertyMotion] {
    let place = places[target]?.first { channels[$0].property == property }
    return place.map { channels[$0].motions } ?? []
  }

  /// The properties of `target` that move, in the order in which the recipe names them.
  package func properties(of target: Target) -> [Property] {
    (places[target] ?? []).map { channels[$0].property }
  }

  /// The targets, each once, in the order in which the recipe names them.
  package var targets: [Target] {
    var seen: Set<Target> = []
    return channels.map(\.target).filter { seen.insert($0).inserted }
  }

  /// The same element with the values that it has at `progress`.
  package func apply(to element: Element, at progress: Progress) -> Element {
    guard let target = element.target else { return element }
    var moved = element
    for place in places[target] ?? [] {
      let property = channels[place].property
      let value = channels[place].motions.value(
        at: progress, rest: element.value(of: property))
      if let value { property.set(value, of: &moved.layer) }
      if property.isOfContent { moved.updateMark() }
    }
    return moved
  }

  /// Changes every motion of some properties of a target.
  mutating func update(
    _ properties: [Property], of target: Target, _ change: (inout PropertyMotion) -> Void
  ) {
    for place in places[target] ?? [] where properties.contains(channels[place].property) {
      for index in channels[place].motions.indices { change(&channels[place].motions[index]) }
    }
  }

  /// Adds a motion of `property` of `target` to those that it has.
  mutating func add(_ motion: PropertyMotion, of property: Property, to target: Target) {
    count += 1
    let index = places[target]?.first { channels[$0].property == property }
    guard let index else {
      places[target, default: []].append(channels.count)
      return channels.append(Channel(target: target, property: property, motions: [motion]))
    }
    // Sorted by where they begin, those that begin together as they are written.
    let place = channels[index].motions.firstIndex { $0.during.start > motion.during.start }
    channels[index].motions.insert(motion, at: place ?? channels[index].motions.count)
  }
}

/// What bars do that stay in place, and what the system's parts do.
struct BarMotion {
  /// Their own tracks.
  var tracks: [Track]
  /// The space in which all tracks of theirs are written.
  var space: RecipeSpace
  var chrome: Chrome
}

/// A property of a target that has a track of its own.
private struct SpecialMove: Hashable {
  var target: Target
  var property: Property
}

extension [Track] {
  fileprivate var specialMoves: Set<SpecialMove> {
    var moves: Set<SpecialMove> = []
    for track in self where !track.isAdditive {
      for property in track.properties {
        moves.insert(SpecialMove(target: track.target, property: property.property))
      }
    }
    return moves
  }
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

extension Bleed {
  /// What fills the gap behind something that went too far by `distance`, its picture being scaled.
  init(fillingBehind distance: Point, scaleX: Double, scaleY: Double) {
    let across = scaleX == 0 ? 0 : distance.x / abs(scaleX)
    let down = scaleY == 0 ? 0 : distance.y / abs(scaleY)
    self.init(left: across, top: down, right: -across, bottom: -down)
  }
}

extension ResolvedTracks {
  /// How far `target` is beyond all places that its keyframes name.
  func overshoot(of target: Target, at progress: Progress) -> Point {
    Point(x: overshoot(.x, target, progress), y: overshoot(.y, target, progress))
  }

  private func overshoot(_ property: Property, _ target: Target, _ progress: Progress) -> Double {
    let motions = motions(of: property, target).filter { !$0.isAdditive }
    let named = motions.flatMap(\.namedNumbers)
    guard let least = named.min(), let greatest = named.max(),
      case .numbers(let numbers)? = motions.value(at: progress, rest: nil),
      let number = numbers.first
    else { return 0 }
    return number - min(greatest, max(least, number))
  }
}

extension PropertyMotion {
  /// The first number of every keyframe.
  fileprivate var namedNumbers: [Double] {
    guard case .numbers(let keyframes) = values else { return [] }
    return keyframes.stops.compactMap(\.value.first)
  }
}

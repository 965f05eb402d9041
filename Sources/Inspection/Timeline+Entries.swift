import SceneFormat
import Staging

extension Run {
  /// The values of every property that a track or a setting names, by target.
  func entries(at progress: Progress) -> [Timeline.Entry] {
    let places = paintPlaces(at: progress)
    return namedTargets.map { target in
      let names = properties(of: target)
      let values = names.map { name in
        name == .order
          ? .numbers([Double(places.firstIndex(of: target) ?? 0)])
          : value(name, of: target, at: progress)
      }
      return Timeline.Entry(target: target, properties: names, numbers: values)
    }
  }

  private var namedTargets: [Target] {
    var seen: Set<Target> = []
    let targets = choreography.targets + settings.map(\.target) + travellers.map(\.target)
    return targets.filter { seen.insert($0).inserted }
  }

  private func properties(of target: Target) -> [Property] {
    let moved = choreography.properties(of: target)
    let set = settings.filter { $0.target == target }.flatMap(\.properties)
    let shared = travellers.first { $0.target == target }?.properties ?? []
    let both = moved + set + shared
    return Property.animated.filter(both.contains)
  }

  // A target that is not on this screen still has the values that its tracks say.
  private func value(
    _ property: Property, of target: Target, at progress: Progress
  ) -> PropertyValue {
    let element = element(target, at: progress)
    let rest = element?.value(of: property)
    let motions = choreography.motions(of: property, target)
    let moved =
      motions.isEmpty
      ? nil
      : motions.value(at: progress.fraction, shaped: progress.isShaped, rest: rest)
    return moved ?? rest ?? .numbers([0])
  }

  private func element(_ target: Target, at progress: Progress) -> Element? {
    if target == .container { return container }
    if let traveller = travellers.first(where: { $0.target == target }) {
      return traveller.element(at: progress)
    }
    if let actor = cast.actor(target) { return actor.element }
    let own = cast.actors.flatMap { $0.own + $0.element.mask } + container.children
    return own.first { $0.target == target }
  }

  private func paintPlaces(at progress: Progress) -> [Target] {
    performers(at: progress).map(\.actor.target)
  }
}

// What a recipe leaves to the one that it extends: its own words come before those of the base.
extension Recipe {
  /// A recipe that says nothing: the base of one that extends no other.
  static func empty(at place: Place) -> Recipe { Recipe(place: place, sides: []) }

  /// This recipe on top of `base`.
  func extending(_ base: Recipe) -> Recipe {
    var merged = self
    if summary.isEmpty { merged.summary = base.summary }
    // The tracks of a base with a direction turn with a new one, as when a scene gives it.
    let inherited = direction == nil ? base.writtenFor : base.writtenFor ?? base.direction
    merged.writtenFor = writtenFor ?? inherited
    merged.direction = direction ?? base.direction
    merged.duration = duration ?? base.duration
    merged.parameters = parameters.extending(base.parameters)
    merged.sides = sides.map { side in
      let beneath = base.sides.first { $0.operation == side.operation }
      return beneath.map(side.extending) ?? side
    }
    merged.sides = merged.sides.replacing(in: base.sides, by: \.operation)
    return merged
  }

  /// The same recipe in which the side that plays for `operation` is written, as it plays.
  func writing(_ operation: Operation) -> Recipe {
    guard !sides.isEmpty, !sides.contains(where: { $0.operation == operation }) else {
      return self
    }
    var recipe = self
    var side = side(for: operation)
    // The reverse of a side that rests begins where that rests, and does not rest itself.
    if isReversed(for: operation) { side.rests = nil }
    recipe.sides.append(side)
    return recipe
  }
}

extension Side {
  /// This side on top of `base`.
  func extending(_ base: Side) -> Side {
    Side.fields.filled(self, from: base)
  }

  /// Every target that it names.
  var namedTargets: Set<Target> {
    let lists: [[Target]] = [
      order ?? [], settings.map(\.target), layers.map(\.parent), snapshots.map(\.source),
      slices.map(\.source), tracks.map(\.target), [gesture?.follow].compactMap { $0 },
    ]
    return Set(lists.joined())
  }
}

extension Array {
  /// The elements of `base`, each replaced by the one of these with the same key, then the others.
  func replacing<Key: Hashable>(
    in base: [Element], by key: (Element) -> Key
  ) -> [Element] {
    let own = Dictionary(map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
    let inherited = Set(base.map(key))
    return base.map { own[key($0)] ?? $0 } + filter { !inherited.contains(key($0)) }
  }
}

extension [Parameter] {
  /// These parameters on top of those of a base, by name.
  func extending(_ base: [Parameter]) -> [Parameter] { replacing(in: base, by: \.name) }
}

extension [TargetSettings] {
  /// These settings on top of those of a base: by target, then by key.
  func extending(_ base: [TargetSettings]) -> [TargetSettings] {
    let beneath = Dictionary(
      base.map { ($0.target, $0.template) }, uniquingKeysWith: { first, _ in first })
    let merged = map { own in
      TargetSettings(
        target: own.target,
        template: beneath[own.target].map(own.template.extending) ?? own.template)
    }
    return merged.replacing(in: base, by: \.target)
  }
}

extension LayerTemplate {
  /// These settings on top of `base`: an object such as `shadow` is one key.
  fileprivate func extending(_ base: LayerTemplate) -> LayerTemplate {
    var merged = self
    let own = Set(properties.map(\.property))
    merged.properties = base.properties.filter { !own.contains($0.property) } + properties
    merged.mask = mask.isEmpty ? base.mask : mask
    let keys = Set((source.members ?? []).map(\.key))
    let inherited = (base.source.members ?? []).filter { !keys.contains($0.key) }
    merged.source = JSONNode(.object(inherited + (source.members ?? [])), at: source.place)
    return merged
  }
}

extension [Track] {
  /// A property of a target.
  private struct Moved: Hashable {
    let target: Target
    let property: Property
  }

  /// These tracks behind those of a base, of which the ones go whose property they replace.
  func extending(_ base: [Track]) -> [Track] { base.left(by: self) + self }

  /// These tracks as those of a base, without the properties that `others` replace.
  public func left(by others: [Track]) -> [Track] {
    let own = Set(
      others.filter { !$0.isAdditive }.flatMap { track in
        track.properties.map { Moved(target: track.target, property: $0.property) }
      })
    return compactMap { track -> Track? in
      var left = track
      left.properties.removeAll { own.contains(Moved(target: track.target, property: $0.property)) }
      return left.properties.isEmpty ? nil : left
    }
  }
}

extension [SharedElement] {
  /// These elements behind those of a base that have other ends.
  public func extending(_ base: [SharedElement]) -> [SharedElement] {
    let (sources, destinations) = (Set(map(\.from)), Set(map(\.to)))
    return base.filter { !sources.contains($0.from) && !destinations.contains($0.to) } + self
  }
}

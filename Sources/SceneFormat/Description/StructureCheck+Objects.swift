// Objects: their keys, and the keys of their kind.
extension StructureCheck {
  /// Keys that every object may have, and that say nothing.
  static func isIgnored(_ key: String) -> Bool {
    key.hasPrefix("x-") || key == "//" || key == "$schema"
  }

  mutating func checkObject(_ node: JSONNode, _ object: ObjectShape, _ numbers: Numbers) {
    guard let members = node.members else {
      return note(
        .wrongKind(expected: Shape.object(object).noun, found: node.noun), at: node.place)
    }
    let kind = ObjectKind(of: node, object)
    var seen: Set<String> = []
    for member in members where !Self.isIgnored(member.key) {
      guard mistakes.count <= Reading.mostMistakes else { return }
      checkMember(member, kind, numbers, isSecond: !seen.insert(member.key).inserted)
    }
    for key in kind.keys where key.isRequired && !seen.contains(key.name) {
      note(.missingKey(key.name), at: node.place)
    }
  }

  private mutating func checkMember(
    _ member: JSONMember, _ kind: ObjectKind, _ numbers: Numbers, isSecond: Bool
  ) {
    if isSecond { note(.duplicateKey(member.key), at: member.place) }
    if let shape = kind.shape(of: member.key) {
      check(member.value, shape, numbers)
    } else if kind.isKnown {
      note(kind.problem(withKey: member.key), at: member.place)
    }
  }

  mutating func checkMap(
    _ node: JSONNode, _ keys: Notation, _ values: Shape, _ most: Int, _ numbers: Numbers
  ) {
    guard let members = node.members else {
      return note(
        .wrongKind(expected: Shape.map(keys: keys, values: values).noun, found: node.noun),
        at: node.place)
    }
    var seen: Set<String> = []
    if members.count > most {
      note(.wrongCount(expected: "at most \(most) keys", found: members.count), at: node.place)
    }
    for member in members where !Self.isIgnored(member.key) {
      if !seen.insert(member.key).inserted { note(.duplicateKey(member.key), at: member.place) }
      if !keys.accepts(member.key) {
        mistakes.append(
          SceneError(place: member.place, problem: keys.problem(with: member.key)))
      }
      check(member.value, values, numbers)
    }
  }
}

/// An object's shape with the keys of its kind.
struct ObjectKind {
  let object: ObjectShape
  private let variant: Variant?
  /// Whether its kind could be told, so that unknown keys are mistakes.
  let isKnown: Bool

  init(of node: JSONNode, _ object: ObjectShape) {
    self.object = object
    variant = object.variants.flatMap { $0.variant(for: node[$0.key]) }
    isKnown = object.variants == nil || variant != nil
  }

  /// The keys that it may have.
  var keys: [KeyShape] { object.keys + (variant?.keys ?? []) }

  /// What the value of `key` may be; nil for a key that it does not have.
  func shape(of key: String) -> Shape? {
    let own = object.key(key) ?? variant?.keys.first { $0.name == key }
    return own?.shape ?? variant?.others
  }

  func problem(withKey key: String) -> StructureProblem {
    let owner = object.variants?.cases.first { variant in
      !variant.noun.isEmpty && variant.keys.contains { $0.name == key }
    }
    if let owner { return .foreignKey(key, owner: owner.noun) }
    return .unknownKey(key, suggestion: Suggestion.nearest(to: key, in: keys.map(\.name)))
  }
}

/// Holds a JSON text against the format's description, and notes every mistake.
struct StructureCheck {
  /// Whether a number may be an expression or a percent.
  enum Numbers { case plain, template }

  var mistakes = MistakeList()

  /// Whether `node` is a `shape`; notes what is wrong if it is not.
  @discardableResult
  mutating func check(_ node: JSONNode, _ shape: ValueSchema, _ numbers: Numbers = .plain) -> Bool {
    let before = mistakes.count
    walk(node, shape, numbers)
    return mistakes.count == before
  }

  /// Notes a problem, which is worked out only if it is kept: the nearest name takes time to find.
  mutating func note(_ problem: @autoclosure () -> StructureProblem, at place: Place) {
    guard !mistakes.isFull else { return mistakes.countError() }
    mistakes.append(SceneError(place: place, problem: .structure(problem())))
  }

  private mutating func walk(_ node: JSONNode, _ shape: ValueSchema, _ numbers: Numbers) {
    switch shape {
    case .number(let range): checkNumber(node, range, numbers)
    case .list(let element, let count): checkList(node, element, count, numbers)
    case .tuple(let elements, let required): checkTuple(node, elements, required, numbers)
    case .object(let object): checkObject(node, object, numbers)
    case .map(let keys, let values, let most): checkMap(node, keys, values, most, numbers)
    case .either(let shapes): checkAlternatives(node, shapes, numbers)
    case .keyframes(let value): checkKeyframes(node, value, numbers)
    case .defined(let definition): walk(node, definition.shape, numbers)
    case .template(let inner): walk(node, inner, .template)
    case .flag, .text, .choice, .constant: checkScalar(node, shape)
    }
  }

  private mutating func expect(_ shape: ValueSchema, at node: JSONNode) {
    note(.wrongKind(expected: shape.noun, found: node.noun), at: node.place)
  }
}

// Values that hold no others.
extension StructureCheck {
  private mutating func checkScalar(_ node: JSONNode, _ shape: ValueSchema) {
    switch (shape, node.kind) {
    case (.flag, .flag), (.constant(.yes), .flag(true)), (.constant(.null), .null): break
    case (.constant(.number(let expected)), .number(let number)):
      if number != Double(expected) { note(.unknownVersion(number), at: node.place) }
    case (.text(let notation), .text(let text)):
      if !notation.accepts(text) {
        mistakes.append(SceneError(place: node.place, problem: notation.problem(with: text)))
      }
    case (.choice(let subject, let names), .text(let text)):
      guard !names.contains(text) else { break }
      note(
        .unknownName(
          subject: subject, text, suggestion: Suggestion.nearest(to: text, in: names), of: names),
        at: node.place)
    default: expect(shape, at: node)
    }
  }

  private mutating func checkNumber(_ node: JSONNode, _ range: NumberRange, _ numbers: Numbers) {
    switch node.kind {
    case .number(let number):
      if let problem = range.problem(with: number) { note(problem, at: node.place) }
    case .text(let text): checkWrittenNumber(text, node, range, numbers)
    default: expect(.number(range), at: node)
    }
  }

  /// A string where a number is expected: an expression or a percent, where those are allowed.
  private mutating func checkWrittenNumber(
    _ text: String, _ node: JSONNode, _ range: NumberRange, _ numbers: Numbers
  ) {
    if Notation.expression.accepts(text) {
      if numbers == .plain { note(.expressionOutsideRecipe, at: node.place) }
    } else if let percent = Percent(text) {
      if numbers == .plain || range.axis == nil {
        note(.percentWithoutMeaning(text), at: node.place)
      } else if range.minimum != nil, !percent.isUnsigned {
        note(.outOfRange(percent.fraction, allowed: range.words), at: node.place)
      }
    } else {
      expect(.number(range), at: node)
    }
  }
}

// Lists.
extension StructureCheck {
  private mutating func checkList(
    _ node: JSONNode, _ element: ValueSchema, _ count: ClosedRange<Int>, _ numbers: Numbers
  ) {
    guard let elements = node.elements else {
      return expect(.list(element, count: count), at: node)
    }
    if !count.contains(elements.count) {
      let expected = ValueSchema.list(element, count: count).noun
      note(.wrongCount(expected: expected, found: elements.count), at: node.place)
    }
    for child in elements { walk(child, element, numbers) }
  }

  private mutating func checkTuple(
    _ node: JSONNode, _ shapes: [ValueSchema], _ required: Int, _ numbers: Numbers
  ) {
    let shape = ValueSchema.tuple(shapes, required: required)
    guard let elements = node.elements else { return expect(shape, at: node) }
    guard (required...shapes.count).contains(elements.count) else {
      return note(.wrongCount(expected: shape.noun, found: elements.count), at: node.place)
    }
    for (child, shape) in zip(elements, shapes) { walk(child, shape, numbers) }
  }

  private mutating func checkKeyframes(_ node: JSONNode, _ value: ValueSchema, _ numbers: Numbers) {
    let members = node.members?.filter { !Self.isIgnored($0.key) }
    if node.elements?.isEmpty == true || members?.isEmpty == true {
      mistakes.append(SceneError(place: node.place, problem: .motion(.emptyKeyframes)))
    } else {
      checkAlternatives(node, ValueSchema.keyframeNotations(of: value), numbers)
    }
  }

  /// Holds a value against the alternatives of its kind; of several, that which it resembles most
  /// says what is wrong.
  private mutating func checkAlternatives(
    _ node: JSONNode, _ shapes: [ValueSchema], _ numbers: Numbers
  ) {
    let candidates = shapes.flatMap(\.alternatives).filter { $0.accepts(node, numbers) }
    guard candidates.count > 1 else {
      guard let only = candidates.first else { return expect(.either(shapes), at: node) }
      return walk(node, only, numbers)
    }
    var best: MistakeList?
    for candidate in candidates.sorted(byLikeness: node) {
      var attempt = StructureCheck()
      attempt.walk(node, candidate, numbers)
      if attempt.mistakes.isEmpty { return }
      best = best ?? attempt.mistakes
    }
    if let best { mistakes += best }
  }
}

// Objects: their keys, and the keys of their kind.
extension StructureCheck {
  /// Keys that every object may have, and that say nothing.
  static func isIgnored(_ key: String) -> Bool {
    key.hasPrefix("x-") || key == "//" || key == "$schema"
  }

  mutating func checkObject(_ node: JSONNode, _ object: ObjectSchema, _ numbers: Numbers) {
    guard let members = node.members else {
      return note(
        .wrongKind(expected: ValueSchema.object(object).noun, found: node.noun), at: node.place)
    }
    let kind = ObjectKind(of: node, object)
    var seen: Set<String> = []
    for member in members where !Self.isIgnored(member.key) {
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
    _ node: JSONNode, _ keys: Notation, _ values: ValueSchema, _ most: Int, _ numbers: Numbers
  ) {
    guard let members = node.members else {
      return note(
        .wrongKind(expected: ValueSchema.map(keys: keys, values: values).noun, found: node.noun),
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
  let object: ObjectSchema
  private let variant: Variant?
  /// Whether its kind could be told, so that unknown keys are mistakes.
  let isKnown: Bool

  init(of node: JSONNode, _ object: ObjectSchema) {
    self.object = object
    variant = object.variants.flatMap { $0.variant(for: node[$0.key]) }
    isKnown = object.variants == nil || variant != nil
  }

  /// The keys that it may have.
  var keys: [KeySchema] { object.keys + (variant?.keys ?? []) }

  /// What the value of `key` may be; nil for a key that it does not have.
  func shape(of key: String) -> ValueSchema? {
    let own = object.key(key) ?? variant?.keys.first { $0.name == key }
    return own?.shape ?? variant?.others
  }

  func problem(withKey key: String) -> StructureProblem {
    let owner = object.variants?.cases.first { variant in
      !variant.noun.isEmpty && variant.keys.contains { $0.name == key }
    }
    if let owner { return .foreignKey(key, owner: owner.noun) }
    if let instead = object.instead[key] { return .absentKey(key, instead: instead) }
    if keys.contains(where: { $0.name == "set" }), Grammar.settings.key(key) != nil {
      return .foreignKey(key, owner: "a target in \"set\"")
    }
    return .unknownKey(key, suggestion: Suggestion.nearest(to: key, in: keys.map(\.name)))
  }
}

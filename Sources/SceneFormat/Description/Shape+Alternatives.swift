extension Shape {
  /// The shapes that are meant, definitions and alternatives opened up.
  var alternatives: [Shape] {
    switch self {
    case .either(let shapes): shapes.flatMap(\.alternatives)
    case .defined(let definition): definition.shape.alternatives
    case .template(let shape): shape.alternatives.map(Shape.template)
    case .keyframes(let value): Shape.keyframeNotations(of: value).flatMap(\.alternatives)
    default: [self]
    }
  }

  /// Whether a value could be this by its kind alone.
  func accepts(_ node: JSONNode, _ numbers: StructureCheck.Numbers) -> Bool {
    switch (self, node.kind) {
    case (.template(let shape), _): shape.accepts(node, .template)
    case (.flag, .flag), (.constant(.yes), .flag), (.constant(.null), .null): true
    case (.constant(.number), .number), (.number, .number): true
    // Of the strings that could be numbers, only those that look like it are taken for one.
    case (.number, .text(let text)): text.hasPrefix("=") || Percent(text) != nil
    case (.text, .text), (.choice, .text): true
    case (.list, .list), (.tuple, .list): true
    case (.object, .object), (.map, .object): true
    default: false
    }
  }

  /// How many of the keys of `node` are known here; of values that are no objects, 0.
  func likeness(to node: JSONNode) -> Int {
    guard let members = node.members else { return 0 }
    switch self {
    case .template(let shape): return shape.likeness(to: node)
    case .object(let object): return members.count { object.key($0.key) != nil }
    case .map(let keys, _, _): return members.count { keys.accepts($0.key) }
    default: return 0
    }
  }

  /// What is expected, in people's words.
  var noun: String {
    switch self {
    case .flag: "true or false"
    case .number(let range): range.isWhole ? "a whole number" : "a number"
    case .text(let notation): notation.noun
    case .choice(let subject, _): Self.article(subject)
    case .constant(.yes): "true"
    case .constant(.null): "null"
    case .constant(.number(let number)): "\(number)"
    case .object, .map, .list, .tuple: nounOfMany
    case .either, .keyframes: Self.joined(alternatives.map(\.noun))
    case .defined(let definition): definition.shape.noun
    case .template(let shape): shape.noun
    }
  }

  private var nounOfMany: String {
    switch self {
    case .object(let object): "an object (\(object.name))"
    case .list(_, let count):
      switch (count.lowerBound, count.upperBound) {
      case (0, _): "a list"
      case (let least, Int.max): "a list of at least \(least)"
      case (let least, let most): "a list of \(least) to \(most)"
      }
    case .tuple(let shapes, let required):
      required == shapes.count
        ? "a list of \(required)" : "a list of \(required) to \(shapes.count)"
    default: "an object"
    }
  }

  private static func article(_ noun: String) -> String {
    noun.first.map { "aeiou".contains($0) } == true ? "an \(noun)" : "a \(noun)"
  }

  /// `a, b or c`, each once.
  private static func joined(_ nouns: [String]) -> String {
    var list: [String] = []
    for noun in nouns where !list.contains(noun) { list.append(noun) }
    guard let last = list.popLast(), !list.isEmpty else { return nouns.first ?? "nothing" }
    return "\(list.joined(separator: ", ")) or \(last)"
  }
}

extension [Shape] {
  /// The same, those first that have the most keys of `node`.
  func sorted(byLikeness node: JSONNode) -> [Shape] {
    enumerated().sorted { left, right in
      let (first, second) = (left.element.likeness(to: node), right.element.likeness(to: node))
      return first == second ? left.offset < right.offset : first > second
    }.map(\.element)
  }
}

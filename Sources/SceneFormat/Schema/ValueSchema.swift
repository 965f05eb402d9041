import Formatting

/// What a value of the format may be.
///
/// One tree of these is the format's own description: the check of a file walks it, and the JSON
/// Schema is printed from it, so that the two cannot differ.
indirect enum ValueSchema: Sendable {
  case flag
  case number(NumberRange)
  case text(Notation)
  /// One of `names`; `subject` is what they are names of.
  case choice(subject: String, names: [String])
  case constant(Constant)
  /// Elements of one shape, as many as `count` says.
  case list(ValueSchema, count: ClosedRange<Int>)
  /// Elements of a shape each, of which those behind the first `required` may be left out.
  case tuple([ValueSchema], required: Int)
  case object(ObjectSchema)
  /// Any keys, with values of one shape.
  case map(keys: Notation, values: ValueSchema, most: Int = .max)
  case either([ValueSchema])
  /// A value over the run: one, a list of them, or keyframes by their positions.
  case keyframes(ValueSchema)
  case defined(Definition)
  /// The same, with an expression or a percent wherever a number is.
  case template(ValueSchema)

  /// A value that is always the same.
  enum Constant: Hashable, Sendable {
    case yes
    case null
    case number(Int)
  }

  /// As many elements as one likes.
  static func list(_ element: ValueSchema) -> ValueSchema { .list(element, count: 0...Int.max) }

  /// What `keyframes` stands for: a value itself where that is no list, a list of values, or an
  /// object of values by position, perhaps with the curve of the way to the next one.
  static func keyframeNotations(of value: ValueSchema) -> [ValueSchema] {
    let stop = ObjectSchema(
      "keyframe", "A value, and how the way to the next one is shaped.",
      [
        .required("value", value, "The value."),
        KeySchema("curve", .defined(.curve), "How the way to the next keyframe is shaped."),
      ])
    return value.withoutLists + [
      .list(value, count: 1...10_000),
      .map(keys: .position, values: .either([value, .object(stop)])),
    ]
  }

  /// The alternatives that are not lists.
  private var withoutLists: [ValueSchema] {
    switch self {
    case .tuple, .list: []
    case .either(let shapes): shapes.flatMap(\.withoutLists)
    case .template(let shape): shape.withoutLists.map(ValueSchema.template)
    case .flag, .number, .text, .choice, .constant, .object, .map, .keyframes, .defined: [self]
    }
  }

  /// One of the names of an enumeration.
  static func choice<Choice: CaseIterable & RawRepresentable>(
    of type: Choice.Type, _ subject: String
  ) -> ValueSchema where Choice.RawValue == String {
    .choice(subject: subject, names: type.allCases.map(\.rawValue))
  }

  /// What each number of a value may be; the last one holds for all further ones.
  var numberRanges: [NumberRange] {
    switch self {
    case .number(let range): [range]
    case .list(let element, _): element.numberRanges
    case .tuple(let shapes, _): shapes.flatMap(\.numberRanges)
    case .either(let shapes): shapes.map(\.numberRanges).max { $0.count < $1.count } ?? []
    case .flag, .text, .choice, .constant, .object, .map, .keyframes, .defined, .template: []
    }
  }

  /// Whether a single number will do.
  var acceptsOneNumber: Bool {
    alternatives.contains { $0.accepts(JSONNode(.number(0), at: .nowhere), .plain) }
  }

  /// Exactly `count` elements of one shape.
  static func row(_ element: ValueSchema, _ count: Int) -> ValueSchema {
    .tuple(Array(repeating: element, count: count), required: count)
  }
}

/// What a number may be.
struct NumberRange: Hashable, Sendable {
  var minimum: Double?
  var maximum: Double?
  /// Whether `minimum` itself is too small.
  var excludesMinimum = false
  var isWhole = false
  /// The extent that a percent is of; nil where it has no meaning.
  var axis: Axis?

  static let any = NumberRange()
  static let positive = NumberRange(minimum: 0, excludesMinimum: true)
  static let notNegative = NumberRange(minimum: 0)
  static let fraction = NumberRange(minimum: 0, maximum: 1)
  static let x = NumberRange(axis: .horizontal)
  static let y = NumberRange(axis: .vertical)
  static let width = NumberRange(minimum: 0, axis: .horizontal)
  static let height = NumberRange(minimum: 0, axis: .vertical)

  static func from(_ minimum: Double, to maximum: Double) -> NumberRange {
    NumberRange(minimum: minimum, maximum: maximum)
  }

  static func whole(_ range: ClosedRange<Int>) -> NumberRange {
    NumberRange(
      minimum: Double(range.lowerBound), maximum: Double(range.upperBound), isWhole: true)
  }

  /// What is wrong with a number; nil for one that may be.
  func problem(with number: Double) -> StructureProblem? {
    guard number.isFinite else { return .notFinite }
    guard contains(number) else { return .outOfRange(number, allowed: words) }
    return isWhole && number != number.rounded() ? .notWhole(number) : nil
  }

  func contains(_ number: Double) -> Bool {
    if let minimum, number < minimum || (excludesMinimum && number == minimum) { return false }
    if let maximum, number > maximum { return false }
    return true
  }

  /// The nearest number that is inside.
  func clamp(_ number: Double) -> Double {
    min(maximum ?? .infinity, max(minimum ?? -.infinity, number))
  }

  /// `from 0 to 1`, `at least 0`, `greater than 0`.
  var words: String {
    let bounds = (minimum.map(NumberFormat.shortest), maximum.map(NumberFormat.shortest))
    return switch bounds {
    case (let low?, let high?):
      excludesMinimum ? "greater than \(low), at most \(high)" : "from \(low) to \(high)"
    case (let low?, nil): excludesMinimum ? "greater than \(low)" : "at least \(low)"
    case (nil, let high?): "at most \(high)"
    case (nil, nil): "a number"
    }
  }
}

extension ValueSchema {
  /// The shapes that are meant, definitions and alternatives opened up.
  var alternatives: [ValueSchema] {
    switch self {
    case .either(let shapes): shapes.flatMap(\.alternatives)
    case .defined(let definition): definition.shape.alternatives
    case .template(let shape): shape.alternatives.map(ValueSchema.template)
    case .keyframes(let value): ValueSchema.keyframeNotations(of: value).flatMap(\.alternatives)
    case .flag, .number, .text, .choice, .constant, .list, .tuple, .object, .map: [self]
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
    case .flag, .number, .text, .choice, .constant, .list, .tuple, .either, .keyframes, .defined:
      return 0
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
      case (0, Int.max): "a list"
      case (0, let most): "a list of at most \(most)"
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

extension [ValueSchema] {
  /// The same, those first that have the most keys of `node`.
  func sorted(byLikeness node: JSONNode) -> [ValueSchema] {
    enumerated().sorted { left, right in
      let (first, second) = (left.element.likeness(to: node), right.element.likeness(to: node))
      return first == second ? left.offset < right.offset : first > second
    }.map(\.element)
  }
}

import Formatting

/// What a value of the format may be.
///
/// One tree of these is the format's own description: the check of a file walks it, and the JSON
/// Schema is printed from it, so that the two cannot differ.
indirect enum Shape: Sendable {
  case flag
  case number(NumberRange)
  case text(Notation)
  /// One of `names`; `subject` is what they are names of.
  case choice(subject: String, names: [String])
  case constant(Constant)
  /// Elements of one shape, as many as `count` says.
  case list(Shape, count: ClosedRange<Int>)
  /// Elements of a shape each, of which those behind the first `required` may be left out.
  case tuple([Shape], required: Int)
  case object(ObjectShape)
  /// Any keys, with values of one shape.
  case map(keys: Notation, values: Shape, most: Int = .max)
  case either([Shape])
  /// A value over the run: one, a list of them, or keyframes by their positions.
  case keyframes(Shape)
  case defined(Definition)
  /// The same, with an expression or a percent wherever a number is.
  case template(Shape)

  /// A value that is always the same.
  enum Constant: Hashable, Sendable {
    case yes
    case null
    case number(Int)
  }

  /// As many elements as one likes.
  static func list(_ element: Shape) -> Shape { .list(element, count: 0...Int.max) }

  /// What `keyframes` stands for: a value itself where that is no list, a list of values, or an
  /// object of values by position, perhaps with the curve of the way to the next one.
  static func keyframeNotations(of value: Shape) -> [Shape] {
    let stop = ObjectShape(
      "keyframe", "A value, and how the way to the next one is shaped.",
      [
        .required("value", value, "The value."),
        KeyShape("curve", .defined(.curve), "How the way to the next keyframe is shaped."),
      ])
    return value.withoutLists + [
      .list(value, count: 1...10_000),
      .map(keys: .position, values: .either([value, .object(stop)])),
    ]
  }

  /// The alternatives that are not lists.
  private var withoutLists: [Shape] {
    switch self {
    case .tuple, .list: []
    case .either(let shapes): shapes.flatMap(\.withoutLists)
    case .template(let shape): shape.withoutLists.map(Shape.template)
    default: [self]
    }
  }

  /// One of the names of an enumeration.
  static func choice<Choice: CaseIterable & RawRepresentable>(
    of type: Choice.Type, _ subject: String
  ) -> Shape where Choice.RawValue == String {
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
  static func row(_ element: Shape, _ count: Int) -> Shape {
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

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

  /// Exactly `count` elements of one shape.
  static func row(_ element: Shape, _ count: Int) -> Shape {
    .tuple(Array(repeating: element, count: count), required: count)
  }
}

/// What a number may be.
struct NumberRange: Hashable, Sendable {
  /// What a percent is of.
  enum Axis: Hashable, Sendable { case width, height }

  var minimum: Double?
  var maximum: Double?
  /// Whether `minimum` itself is too small.
  var excludesMinimum = false
  var isWhole = false
  /// nil where a percent has no meaning.
  var axis: Axis?

  static let any = NumberRange()
  static let positive = NumberRange(minimum: 0, excludesMinimum: true)
  static let notNegative = NumberRange(minimum: 0)
  static let fraction = NumberRange(minimum: 0, maximum: 1)
  static let x = NumberRange(axis: .width)
  static let y = NumberRange(axis: .height)
  static let width = NumberRange(minimum: 0, axis: .width)
  static let height = NumberRange(minimum: 0, axis: .height)

  static func from(_ minimum: Double, to maximum: Double) -> NumberRange {
    NumberRange(minimum: minimum, maximum: maximum)
  }

  static func whole(_ range: ClosedRange<Int>) -> NumberRange {
    NumberRange(
      minimum: Double(range.lowerBound), maximum: Double(range.upperBound), isWhole: true)
  }

  func contains(_ number: Double) -> Bool {
    if let minimum, number < minimum || (excludesMinimum && number == minimum) { return false }
    if let maximum, number > maximum { return false }
    return true
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

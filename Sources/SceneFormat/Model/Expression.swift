/// Arithmetic that is worked out once, before the run.
///
/// One that exists can be read: its names are checked where it is read, against the recipe.
public struct Expression: Hashable, Sendable {
  /// As it is written, without the leading `=`.
  public let source: String
  /// Where it is written: the place of the string that holds it.
  public let place: Place
  /// What `random` depends on besides the seed and the slice: whose property it is, and which of
  /// its values.
  public let owner: String
  /// What it says.
  let root: ExpressionNode

  /// The expression `source`; nil where it is none.
  public init?(source: String) {
    let place = Place(file: "", line: 1, column: 1)
    guard let root = try? ExpressionParser.parse(source) else { return nil }
    self.init(source: source, place: place, owner: "", root: root)
  }

  init(source: String, place: Place, owner: String, root: ExpressionNode) {
    (self.source, self.place, self.owner, self.root) = (source, place, owner, root)
  }
}

/// A part of an expression, with the character of the source where a mistake in it would show.
indirect enum ExpressionNode: Hashable, Sendable {
  case number(Double)
  case name(String, at: Int)
  case negative(ExpressionNode)
  case arithmetic(ExpressionOperator, ExpressionNode, ExpressionNode, at: Int)
  case call(ExpressionFunction, [ExpressionNode], at: Int)

  /// Every name in it with its character, in the order in which they are written.
  var names: [(name: String, index: Int)] {
    switch self {
    case .number: []
    case .name(let name, let index): [(name, index)]
    case .negative(let operand): operand.names
    case .arithmetic(_, let left, let right, _): left.names + right.names
    case .call(_, let arguments, _): arguments.flatMap(\.names)
    }
  }
}

/// What joins two numbers.
enum ExpressionOperator: Character, Hashable, Sendable {
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  /// The remainder with the sign of the divisor: `-1 % 3` is 2.
  case modulo = "%"

  /// Whether it binds its operands before plus and minus do.
  var isStrong: Bool { self != .plus && self != .minus }
}

/// What an expression can call.
enum ExpressionFunction: String, Hashable, Sendable, CaseIterable {
  case min, max, abs, floor, round, sqrt, sin, cos, random

  /// How many arguments it takes.
  var argumentCount: ClosedRange<Int> {
    switch self {
    case .min, .max: 1...32
    case .random: 2...2
    case .abs, .floor, .round, .sqrt, .sin, .cos: 1...1
    }
  }
}

/// The names that mean something in every expression.
enum ExpressionName {
  /// The canvas' size, then the target's.
  static let sizes = ["W", "H", "w", "h"]
  /// The place of a slice.
  static let slices = ["row", "column", "rows", "columns", "index", "count"]

  /// What a parameter cannot be called.
  static let reserved = sizes + slices + ExpressionFunction.allCases.map(\.rawValue)
}

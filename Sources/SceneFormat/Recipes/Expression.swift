public import Geometry

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

/// What the names of an expression stand for.
public struct ExpressionEnvironment: Hashable, Sendable {
  /// The place of a slice among its like.
  public struct Slice: Hashable, Sendable {
    /// Its row and its column, from 0.
    public var row, column: Int
    /// How many there are.
    public var rows, columns: Int

    /// The slice in `row` and `column`.
    public init(row: Int, column: Int, rows: Int, columns: Int) {
      (self.row, self.column, self.rows, self.columns) = (row, column, rows, columns)
    }

    /// Its place when they are counted row by row, from 0.
    public var index: Int { row &* columns &+ column }
  }

  /// The canvas in points: `W` and `H`.
  public var canvas: Size
  /// The target in points: `w` and `h`.
  public var target: Size
  /// What the target is in, in points: percents of its `frame` are of this.
  public var parent: Size
  /// The slice, where the target is one.
  public var slice: Slice?
  /// A value for every parameter of the recipe.
  public var arguments: [Argument]
  /// The seed of `random`.
  public var seed: UInt64

  /// The names' values on `canvas`; the target and what it is in are as large unless told otherwise.
  public init(
    canvas: Size, target: Size? = nil, parent: Size? = nil, slice: Slice? = nil,
    arguments: [Argument] = [], seed: UInt64 = 1
  ) {
    (self.canvas, self.target) = (canvas, target ?? canvas)
    (self.parent, self.slice) = (parent ?? self.target, slice)
    (self.arguments, self.seed) = (arguments, seed)
  }

  /// What `name` stands for; nil where it stands for nothing.
  public func value(of name: String) -> Double? {
    switch name {
    case "W": canvas.width
    case "H": canvas.height
    case "w": target.width
    case "h": target.height
    default: sliceValue(of: name) ?? arguments.first { $0.name == name }?.value
    }
  }

  private func sliceValue(of name: String) -> Double? {
    guard let slice else { return nil }
    switch name {
    case "row": return Double(slice.row)
    case "column": return Double(slice.column)
    case "rows": return Double(slice.rows)
    case "columns": return Double(slice.columns)
    case "index": return Double(slice.index)
    case "count": return Double(slice.rows &* slice.columns)
    default: return nil
    }
  }
}

extension Expression {
  /// Its value; division by zero and results that are not finite are errors with their place.
  ///
  /// `sin` and `cos` take degrees, as all angles of the format; `round` goes away from zero at a
  /// half; `%` has the sign of the divisor; `random(a, b)` is at least a and less than b, and
  /// depends on the seed, the owner, the slice and its place in the text, never on when it is
  /// asked.
  public func evaluate(_ environment: ExpressionEnvironment) throws(SceneError) -> Double {
    do throws(ExpressionMistake) {
      let value = try Evaluation(environment: environment, owner: owner).value(of: root)
      guard value.isFinite else { throw ExpressionMistake(index: 0, problem: .notFinite) }
      return value
    } catch {
      throw SceneError(
        place: place(ofCharacter: error.index), problem: .expression(error.problem))
    }
  }

  /// A number from 0 to 1 that is the same for the same seed, owner and slice, and else random.
  public static func chance(
    seed: UInt64, owner: String, slice: ExpressionEnvironment.Slice
  ) -> Double {
    var chance = HashedRandom(seed: seed)
    chance.mix(owner)
    chance.mix(UInt64(truncatingIfNeeded: slice.index))
    return chance.fraction
  }

  /// The place of a character of the source, which begins behind the quotation mark and `=`.
  func place(ofCharacter index: Int) -> Place {
    Place(file: place.file, line: place.line, column: place.column + 2 + index)
  }
}

/// An expression being worked out.
private struct Evaluation {
  let environment: ExpressionEnvironment
  let owner: String

  func value(of node: ExpressionNode) throws(ExpressionMistake) -> Double {
    switch node {
    case .number(let number): return number
    case .negative(let operand): return -(try value(of: operand))
    case .name(let name, let index):
      guard let value = environment.value(of: name) else {
        throw ExpressionMistake(index: index, problem: .unknownName(name, suggestion: nil))
      }
      return value
    case .arithmetic(let symbol, let left, let right, let index):
      return try join(try value(of: left), symbol, try value(of: right), at: index)
    case .call(let function, let arguments, let index):
      var values: [Double] = []
      for argument in arguments { values.append(try value(of: argument)) }
      return try call(function, values, at: index)
    }
  }

  private func join(
    _ left: Double, _ symbol: ExpressionOperator, _ right: Double, at index: Int
  ) throws(ExpressionMistake) -> Double {
    switch symbol {
    case .plus: return left + right
    case .minus: return left - right
    case .times: return left * right
    case .divided, .modulo:
      guard right != 0 else { throw ExpressionMistake(index: index, problem: .divisionByZero) }
      return symbol == .divided ? left / right : modulo(left, right)
    }
  }

  private func modulo(_ left: Double, _ right: Double) -> Double {
    let remainder = left.truncatingRemainder(dividingBy: right)
    return remainder != 0 && (remainder < 0) != (right < 0) ? remainder + right : remainder
  }

  private func call(
    _ function: ExpressionFunction, _ values: [Double], at index: Int
  ) throws(ExpressionMistake) -> Double {
    let first = values.first ?? 0
    switch function {
    case .min: return values.min() ?? 0
    case .max: return values.max() ?? 0
    case .abs: return abs(first)
    case .floor: return first.rounded(.down)
    case .round: return first.rounded(.toNearestOrAwayFromZero)
    case .sin, .cos:
      guard first.isFinite else { throw ExpressionMistake(index: index, problem: .notFinite) }
      return function == .sin ? Elementary.sinDegrees(first) : Elementary.cosDegrees(first)
    case .sqrt:
      guard first >= 0 else { throw ExpressionMistake(index: index, problem: .notFinite) }
      return first.squareRoot()
    case .random: return random(from: first, to: values.last ?? 0, at: index)
    }
  }

  private func random(from least: Double, to bound: Double, at index: Int) -> Double {
    var chance = HashedRandom(seed: environment.seed)
    chance.mix(owner)
    chance.mix(UInt64(truncatingIfNeeded: index))
    if let slice = environment.slice { chance.mix(UInt64(truncatingIfNeeded: slice.index &+ 1)) }
    return least + (bound - least) * chance.fraction
  }
}

/// A number that looks random and is always the same for the same ingredients.
struct HashedRandom: Hashable {
  private var state: UInt64

  init(seed: UInt64) {
    state = Self.stirred(seed)
  }

  mutating func mix(_ number: UInt64) {
    state = Self.stirred(state ^ Self.stirred(number))
  }

  mutating func mix(_ text: String) {
    for byte in text.utf8 { mix(UInt64(byte)) }
    // Where a text ends is part of it, lest "ab" + "c" be "a" + "bc".
    mix(0x100)
  }

  /// At least 0 and less than 1: the upper 53 bits, all that a double holds.
  var fraction: Double { Double(state >> 11) / 9_007_199_254_740_992 }

  /// Spreads every bit over all: odd multipliers and shifts, each of which can be undone, so that
  /// different numbers stay different.
  private static func stirred(_ number: UInt64) -> UInt64 {
    var bits = number &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 32)) &* 0xD6E8_FEB8_6659_FD93
    bits = (bits ^ (bits >> 29)) &* 0xA24B_AED4_963E_E407
    return bits ^ (bits >> 32)
  }
}

import Formatting

/// What is wrong with an expression.
public enum ExpressionProblem: Hashable, Sendable {
  /// It ends too early.
  case unexpectedEnd
  case unexpected(String)
  case unknownName(String, suggestion: String?)
  case unknownFunction(String, suggestion: String?)
  case wrongArgumentCount(function: String, expected: String, found: Int)
  case tooDeep(limit: Int)
  case badNumber(String)
  case divisionByZero
  /// The result is infinite or no number.
  case notFinite
  /// The name of a slice's place where nothing is sliced.
  case onlyInSlices(String)

  /// The sentence without a full stop.
  public var sentence: String {
    switch self {
    case .unexpectedEnd: "the expression ends too early"
    case .unexpected(let text): "unexpected \(Quoted(text)) in the expression"
    case .unknownName(let name, let suggestion):
      "unknown name \(Quoted(name))\(Self.question(suggestion))"
    case .unknownFunction(let name, let suggestion):
      "unknown function \(Quoted(name))\(Self.question(suggestion))"
    case .wrongArgumentCount(let function, let expected, let found):
      "\(Quoted(function)) takes \(expected), found \(found)"
    case .tooDeep(let limit): "the expression is nested deeper than \(limit)"
    case .badNumber(let text): "\(Quoted(text)) is not a number"
    case .divisionByZero: "division by zero"
    case .notFinite: "the result is not a finite number"
    case .onlyInSlices(let name): "\(Quoted(name)) has a meaning in tracks of slices only"
    }
  }

  private static func question(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean \(Quoted($0))?" } ?? ""
  }
}

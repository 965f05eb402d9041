/// A mistake in an expression, at a character of its source.
struct ExpressionMistake: Error, Hashable {
  let index: Int
  let problem: ExpressionProblem
}

/// Reads an expression: `+ -` weaker than `* / %`, those weaker than a sign, all from the left.
struct ExpressionParser {
  /// Deeper parentheses are not read, so that no text can exhaust the stack.
  private static let deepest = 64
  /// More numbers, names and signs are not read: the tree of a long chain is as deep as it is long.
  private static let mostTokens = 512

  private let tokens: [ExpressionToken]
  private let end: Int
  private var position = 0
  private var depth = 0

  private init(_ source: String) throws(ExpressionMistake) {
    var scanner = ExpressionScanner(source)
    tokens = try scanner.tokens(atMost: Self.mostTokens)
    end = scanner.scalars.count
  }

  /// What `source` says.
  static func parse(_ source: String) throws(ExpressionMistake) -> ExpressionNode {
    var parser = try ExpressionParser(source)
    let node = try parser.sum()
    guard parser.next == nil else { throw parser.unexpected() }
    return node
  }

  private var next: ExpressionToken? { position < tokens.count ? tokens[position] : nil }

  private func unexpected() -> ExpressionMistake {
    guard let next else { return ExpressionMistake(index: end, problem: .unexpectedEnd) }
    return ExpressionMistake(index: next.index, problem: .unexpected(next.text))
  }

  /// Steps over the token `symbol`, if it comes next.
  private mutating func take(_ symbol: Character) -> Bool {
    guard next?.kind == .symbol(symbol) else { return false }
    position += 1
    return true
  }

  private mutating func sum() throws(ExpressionMistake) -> ExpressionNode {
    guard depth < Self.deepest else {
      throw ExpressionMistake(
        index: next?.index ?? end, problem: .tooDeep(limit: Self.deepest))
    }
    depth += 1
    defer { depth -= 1 }
    var left = try product()
    while let (symbol, index) = operation(isStrong: false) {
      left = .arithmetic(symbol, left, try product(), at: index)
    }
    return left
  }

  private mutating func product() throws(ExpressionMistake) -> ExpressionNode {
    var left = try signed()
    while let (symbol, index) = operation(isStrong: true) {
      left = .arithmetic(symbol, left, try signed(), at: index)
    }
    return left
  }

  private mutating func operation(isStrong: Bool) -> (ExpressionOperator, Int)? {
    guard let next, case .symbol(let character) = next.kind,
      let symbol = ExpressionOperator(rawValue: character), symbol.isStrong == isStrong
    else { return nil }
    position += 1
    return (symbol, next.index)
  }

  private mutating func signed() throws(ExpressionMistake) -> ExpressionNode {
    var isNegative = false
    while let next, next.kind == .symbol("-") || next.kind == .symbol("+") {
      if next.kind == .symbol("-") { isNegative.toggle() }
      position += 1
    }
    let operand = try operand()
    return isNegative ? .negative(operand) : operand
  }

  private mutating func operand() throws(ExpressionMistake) -> ExpressionNode {
    guard let token = next else { throw unexpected() }
    switch token.kind {
    case .number(let number):
      position += 1
      return .number(number)
    case .word(let word):
      position += 1
      return take("(") ? try call(word, at: token.index) : .name(word, at: token.index)
    case .symbol("("):
      position += 1
      let inner = try sum()
      guard take(")") else { throw unexpected() }
      return inner
    case .symbol: throw unexpected()
    }
  }

  private mutating func call(_ name: String, at index: Int) throws(ExpressionMistake)
    -> ExpressionNode
  {
    guard let function = ExpressionFunction(rawValue: name) else {
      let names = ExpressionFunction.allCases.map(\.rawValue)
      let nearest = Suggestion.nearest(to: name, in: names)
      throw ExpressionMistake(
        index: index, problem: .unknownFunction(name, suggestion: nearest))
    }
    var arguments: [ExpressionNode] = []
    while !take(")") {
      if !arguments.isEmpty, !take(",") { throw unexpected() }
      arguments.append(try sum())
    }
    guard function.argumentCount.contains(arguments.count) else {
      throw ExpressionMistake(
        index: index,
        problem: .wrongArgumentCount(
          function: name, expected: function.countInWords, found: arguments.count))
    }
    return .call(function, arguments, at: index)
  }

  /// Whether a byte can be part of a name.
  static func isWordByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F
  }
}

extension ExpressionFunction {
  /// `1 argument`, `1 to 32 arguments`.
  fileprivate var countInWords: String {
    let count = argumentCount
    guard count.count > 1 else {
      return "\(count.lowerBound) argument\(count.lowerBound == 1 ? "" : "s")"
    }
    return "\(count.lowerBound) to \(count.upperBound) arguments"
  }
}

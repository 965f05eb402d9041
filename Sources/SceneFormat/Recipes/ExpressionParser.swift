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

/// A word of an expression, and the character where it begins.
struct ExpressionToken: Hashable {
  enum Kind: Hashable {
    case number(Double)
    case word(String)
    case symbol(Character)
  }

  let kind: Kind
  let text: String
  let index: Int
}

/// Cuts an expression into words.
struct ExpressionScanner {
  let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
  }

  /// The words, in order; a mistake where there are more than `limit`.
  mutating func tokens(atMost limit: Int) throws(ExpressionMistake) -> [ExpressionToken] {
    var tokens: [ExpressionToken] = []
    while let token = try token() {
      guard tokens.count < limit else {
        throw ExpressionMistake(index: token.index, problem: .tooDeep(limit: limit))
      }
      tokens.append(token)
    }
    return tokens
  }

  private mutating func token() throws(ExpressionMistake) -> ExpressionToken? {
    while index < scalars.count, scalars[index] == " " || scalars[index] == "\t" { index += 1 }
    guard index < scalars.count else { return nil }
    let start = index
    let first = scalars[start]
    if Self.isDigit(first) || first == "." {
      return try number(from: start)
    }
    if Self.isWord(first) {
      let text = run { Self.isWord($0) || Self.isDigit($0) }
      return ExpressionToken(kind: .word(text), text: text, index: start)
    }
    guard "+-*/%(),".unicodeScalars.contains(first) else {
      throw ExpressionMistake(index: start, problem: .unexpected(String(first)))
    }
    index += 1
    return ExpressionToken(
      kind: .symbol(Character(first)), text: String(first), index: start)
  }

  private mutating func number(from start: Int) throws(ExpressionMistake) -> ExpressionToken {
    let text = run { Self.isDigit($0) || Self.isWord($0) || $0 == "." }
    guard let decimal = Decimal(text[...]) else {
      throw ExpressionMistake(index: start, problem: .badNumber(text))
    }
    return ExpressionToken(kind: .number(decimal.value), text: text, index: start)
  }

  private mutating func run(while belongs: (Unicode.Scalar) -> Bool) -> String {
    let start = index
    while index < scalars.count, belongs(scalars[index]) { index += 1 }
    var text = ""
    text.unicodeScalars += scalars[start..<index]
    return text
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
  }
}

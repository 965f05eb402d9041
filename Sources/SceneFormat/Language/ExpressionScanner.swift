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

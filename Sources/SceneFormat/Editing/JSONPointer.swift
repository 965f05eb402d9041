/// The way from the root of a JSON text to a value (RFC 6901), such as `/transition/duration`.
package struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
  /// The keys and indices from the root on; none for the root itself.
  package var tokens: [String]

  /// The pointer with these keys and indices.
  package init(_ tokens: [String]) { self.tokens = tokens }

  /// The pointer that is written as `text`; nil if that is none.
  package init?(_ text: String) {
    var (tokens, isEscaped): ([String.UnicodeScalarView], Bool) = ([], false)
    for scalar in text.unicodeScalars {
      switch (scalar, isEscaped) {
      case ("/", false): tokens.append(String.UnicodeScalarView())
      case (_, false) where tokens.isEmpty: return nil
      case ("~", false): isEscaped = true
      case ("0", true), ("1", true):
        tokens[tokens.count - 1].append(scalar == "0" ? "~" : "/")
        isEscaped = false
      case (_, true): return nil
      case (_, false): tokens[tokens.count - 1].append(scalar)
      }
    }
    guard !isEscaped else { return nil }
    self.tokens = tokens.map { String($0) }
  }

  package var description: String {
    tokens.map { token in
      "/" + token.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : "\($0)" }.joined()
    }.joined()
  }

  /// The index that a token is; nil for any other text, such as `01`.
  static func index(_ token: String) -> Int? {
    Int(token).flatMap { $0 >= 0 && "\($0)" == token ? $0 : nil }
  }
}

import Formatting

/// What keeps a text from being JSON.
public enum SyntaxProblem: Hashable, Sendable {
  /// The bytes are no UTF-8.
  case invalidUTF8
  /// The text ends where something was still to come.
  case unexpectedEnd(expected: String)
  /// Something else was to come.
  case unexpected(Unicode.Scalar, expected: String)
  /// A number that JSON does not know, such as `01` or `1.`.
  case badNumber(String)
  /// A control character in a string that is not escaped.
  case controlCharacter(Unicode.Scalar)
  /// An escape that JSON does not know.
  case badEscape
  /// Half of a surrogate pair.
  case loneSurrogate
  /// A string without its second quotation mark.
  case unterminatedString
  /// A comment without its `*/`.
  case unterminatedComment

  /// The sentence without a full stop.
  public var sentence: String {
    switch self {
    case .invalidUTF8: "the file is not UTF-8 here"
    case .unexpectedEnd(let expected): "expected \(expected), but the file ends"
    case .unexpected(let scalar, let expected):
      "expected \(expected), found \(Quoted(String(scalar)))"
    case .badNumber(let text): "\(Quoted(text)) is not a JSON number"
    case .controlCharacter(let scalar):
      "a control character in a string must be written as an escape, found \(Quoted(String(scalar)))"
    case .badEscape: "unknown escape in a string"
    case .loneSurrogate: "half of a surrogate pair is not a character"
    case .unterminatedString: "the string does not end on this line"
    case .unterminatedComment: "the comment does not end"
    }
  }
}

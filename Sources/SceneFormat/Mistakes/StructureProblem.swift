import Formatting
public import Geometry

/// A key or a value that is not one of the format's.
public enum StructureProblem: Hashable, Sendable {
  case unknownKey(String, suggestion: String?)
  /// A key that other kinds of the same thing have: `src` of a text.
  case foreignKey(String, owner: String)
  case duplicateKey(String)
  case missingKey(String)
  /// Two keys that say the same thing.
  case conflictingKeys(String, String)
  case wrongKind(expected: String, found: String)
  case wrongCount(expected: String, found: Int)
  /// A name that is not in the format's list of such names.
  case unknownName(subject: String, String, suggestion: String?)
  /// A string in a notation of its own that cannot be read.
  case badNotation(String, expected: String)
  /// SVG path data that cannot be read.
  case badPathData(SVGPathError)
  /// A number below the least or above the greatest.
  case outOfRange(Double, allowed: String)
  case notWhole(Double)
  case notFinite
  /// A number of seconds that is likelier to be meant as milliseconds.
  case tooManySeconds(Double)
  /// `50%` where there is no whole to take half of.
  case percentWithoutMeaning(String)
  /// `=…` outside of recipes.
  case expressionOutsideRecipe
  case unknownVersion(Double)
  case duplicateID(String, firstLine: Int)
  /// Positions that do not rise.
  case stopsOutOfOrder
  /// A weight that the font may not have, and other warnings.
  case noEffect(String)

  var wording: Wording {
    switch self {
    case .unknownKey(let key, let suggestion):
      Wording("unknown-key", "unknown key \(Quoted(key))", suggestion: suggestion)
    case .foreignKey(let key, let owner):
      Wording("unknown-key", "\(Quoted(key)) is a key of \(owner)")
    case .duplicateKey(let key): Wording("duplicate-key", "the key \(Quoted(key)) is there twice")
    case .missingKey(let key): Wording("missing-key", "the key \(Quoted(key)) is missing")
    case .conflictingKeys(let first, let second):
      Wording("conflicting-keys", "\(Quoted(first)) and \(Quoted(second)) exclude each other")
    case .wrongKind(let expected, let found):
      Wording("wrong-kind", "expected \(expected), found \(found)")
    case .wrongCount(let expected, let found):
      Wording("wrong-count", "expected \(expected), found \(found)")
    case .unknownName(let subject, let name, let suggestion):
      Wording("unknown-name", "unknown \(subject) \(Quoted(name))", suggestion: suggestion)
    case .badNotation(let text, let expected):
      Wording("bad-notation", "expected \(expected), found \(Quoted(text))")
    default: wordingOfNumber
    }
  }

  private var wordingOfNumber: Wording {
    switch self {
    case .outOfRange(let number, let allowed):
      Wording(
        "out-of-range", "\(NumberFormat.shortest(number)) is out of range; it must be \(allowed)")
    case .notWhole(let number):
      Wording("not-whole", "\(NumberFormat.shortest(number)) is not a whole number")
    case .notFinite: Wording("not-finite", "the number is too large")
    case .tooManySeconds(let seconds):
      Wording(
        "too-many-seconds", "\(NumberFormat.shortest(seconds)) seconds",
        suggestion: "\(NumberFormat.shortest(seconds))ms")
    case .percentWithoutMeaning(let text):
      Wording("percent", "\(Quoted(text)) has no meaning here", hint: "a percent is of a length")
    case .expressionOutsideRecipe:
      Wording("expression", "an expression is only allowed in a recipe")
    case .unknownVersion(let version):
      Wording(
        "version", "version \(NumberFormat.shortest(version)) of the format is not known",
        hint: version > 1 ? "a newer render-transition may know it" : "the version is 1")
    case .duplicateID(let id, let line):
      Wording("duplicate-id", "two layers are called \(Quoted(id)), the first on line \(line)")
    case .stopsOutOfOrder: Wording("order", "the positions of the stops must rise")
    case .badPathData(let error): Wording("path-data", "in this path data, \(Escaped("\(error)"))")
    case .noEffect(let what): Wording("no-effect", what)
    default: Wording("structure", "a mistake")
    }
  }
}

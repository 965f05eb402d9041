import Formatting
public import Geometry

/// A key or a value that is not one of the format's.
public enum StructureProblem: Hashable, Sendable {
  case unknownKey(String, suggestion: String?)
  /// A key that people may look for here, and what to write instead.
  case absentKey(String, instead: String)
  /// A key that other kinds of the same thing have: `src` of a text.
  case foreignKey(String, owner: String)
  case duplicateKey(String)
  case missingKey(String)
  /// Two keys that say the same thing.
  case conflictingKeys(String, String)
  /// A key of the canvas that says something of its device, where there is none.
  case withoutDevice(String)
  case wrongKind(expected: String, found: String)
  case wrongCount(expected: String, found: Int)
  /// A name that is not in the format's list of such names.
  case unknownName(subject: String, String, suggestion: String?, of: [String])
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
  /// A selected item behind the last one.
  case noSuchItem(count: Int)
  /// A row below a navigation bar of no height.
  case rowBelowNoBar(String)
  /// An id that is the name of a part of a screen.
  case partName(String)
  /// `above` of something else than a layer of the screen itself.
  case aboveBars
  /// Positions that do not rise.
  case stopsOutOfOrder

  var wording: Wording {
    switch self {
    case .unknownKey(let key, let suggestion):
      Wording("unknown-key", "unknown key \(Quoted(key))", suggestion: suggestion)
    case .absentKey(let key, let instead):
      Wording("unknown-key", "there is no key \(Quoted(key)) here", hint: instead)
    case .foreignKey(let key, let owner):
      Wording("unknown-key", "\(Quoted(key)) is a key of \(owner)")
    case .duplicateKey(let key): Wording("duplicate-key", "the key \(Quoted(key)) is there twice")
    case .missingKey(let key): Wording("missing-key", "the key \(Quoted(key)) is missing")
    case .conflictingKeys(let first, let second):
      Wording("conflicting-keys", "\(Quoted(first)) and \(Quoted(second)) exclude each other")
    case .withoutDevice(let key):
      Wording(
        "no-device", "\(Quoted(key)) needs a device",
        hint: "write \"device\", or say --device NAME; \"list devices\" names them")
    case .wrongKind(let expected, let found):
      Wording("wrong-kind", "expected \(expected), found \(found)")
    case .wrongCount(let expected, let found):
      Wording("wrong-count", "expected \(expected), found \(found)")
    case .unknownName(let subject, let name, let suggestion, let names):
      Wording(
        "unknown-name", "unknown \(subject) \(Quoted(name))", suggestion: suggestion, of: names)
    case .badNotation(let text, let expected):
      Wording("bad-notation", "expected \(expected), found \(Quoted(text))")
    case .aboveBars:
      Wording(
        "above", "only a layer of the screen itself, in no other layer, can be above its bars")
    case .partName(let name):
      Wording("part-name", "\(Quoted(name)) is the name of a part of a screen")
    case .noSuchItem(let count):
      Wording(
        "no-such-item",
        count == 1 ? "there is 1 item, counted from 0" : "there are \(count) items, counted from 0")
    case .rowBelowNoBar(let key):
      Wording("no-bar", "\(Quoted(key)) needs a bar, and the height of this one is 0")
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
      Wording("expression", "only a recipe's properties, slices and snapshots take an expression")
    case .unknownVersion(let version):
      Wording(
        "version", "version \(NumberFormat.shortest(version)) of the format is not known",
        hint: version > 1 ? "a newer render-transition may know it" : "the version is 1")
    case .duplicateID(let id, let line):
      Wording("duplicate-id", "two layers are called \(Quoted(id)), the first on line \(line)")
    case .stopsOutOfOrder: Wording("order", "the positions of the stops must rise")
    case .badPathData(let error): Wording("path-data", "in this path data, \(Escaped("\(error)"))")
    }
  }
}

/// What keeps a text from being JSON.
public enum SyntaxProblem: Hashable, Sendable {
  /// The bytes are no UTF-8.
  case invalidUTF8
  /// The text ends where something was still to come.
  case unexpectedEnd(expected: String, of: String = "the file")
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
    case .unexpectedEnd(let expected, let whole): "expected \(expected), but \(whole) ends"
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

/// What a string of the format may look like.
enum Notation: Hashable, Sendable {
  /// Anything.
  case any
  /// Anything but nothing.
  case name
  /// `#id`
  case layer
  /// `350ms`, `0.35s`.
  case time
  /// `#RGB`, `#RGBA`, `#RRGGBB`, `#RRGGBBAA`, or a name.
  case color
  /// `50%`, from 0 to 100.
  case position
  /// `50%`, of any sign and size.
  case percent
  /// `50%`, of any size.
  case unsignedPercent
  /// `=…`
  case expression
  /// `<= 10%`
  case bound
  /// A word that an expression can name.
  case word
  /// A built-in recipe's name, or a file's.
  case recipe(allowsCustom: Bool)

  /// The regular expression of the schema; nil for no rule.
  var pattern: String? {
    switch self {
    case .any: nil
    case .name: "^[\\s\\S]"
    case .layer: "^#[\\s\\S]"
    case .time: "^[0-9]+(\\.[0-9]+)?(ms|s)$"
    case .color: "^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"
    case .position: "^(100(\\.0+)?|[0-9]{1,2}(\\.[0-9]+)?)%$"
    case .percent: "^-?[0-9]+(\\.[0-9]+)?%$"
    case .unsignedPercent: "^[0-9]+(\\.[0-9]+)?%$"
    case .expression: "^="
    case .bound: "^<= ?[0-9]+(\\.[0-9]+)?%$"
    case .word: "^[A-Za-z_][A-Za-z0-9_]*$"
    case .recipe: "\\.json$"
    }
  }

  /// Further strings that are accepted, besides those that match the pattern.
  var names: [String] {
    switch self {
    case .color: NamedColors.names
    case .recipe(let allowsCustom):
      RecipeLibrary.names + RecipeLibrary.aliases + (allowsCustom ? ["custom"] : [])
    case .any, .name, .layer, .time, .position, .percent, .unsignedPercent, .expression, .bound,
      .word:
      []
    }
  }

  /// Whether `text` is written in this notation.
  func accepts(_ text: String) -> Bool {
    switch self {
    case .any: true
    case .name: !text.isEmpty
    case .layer: text.hasPrefix("#") && text.utf8.count > 1
    case .time: Duration(text) != nil
    case .color: NamedColors.color(text) != nil
    case .position: Percent(text)?.isUnsigned == true && Self.isPosition(text)
    case .percent: Percent(text) != nil
    case .unsignedPercent: Percent(text)?.isUnsigned == true
    case .expression: text.hasPrefix("=")
    case .bound: Self.bound(text) != nil
    case .word: Self.isWord(text)
    case .recipe: names.contains(text) || Self.isRecipeFile(text)
    }
  }

  /// What is expected, in people's words.
  var noun: String {
    switch self {
    case .any: "a string"
    case .name: "a string that is not empty"
    case .layer: "a layer such as \"#row\""
    case .time: "a time such as \"350ms\" or \"0.35s\""
    case .color: "a colour"
    case .position: "a position from \"0%\" to \"100%\""
    case .percent, .unsignedPercent: "a percent such as \"50%\""
    case .expression: "an expression such as \"=2*w\""
    case .bound: "a bound such as \"<= 10%\""
    case .word: "a word"
    case .recipe: "a recipe"
    }
  }

  /// What is wrong with a string that is not accepted.
  func problem(with text: String) -> Problem {
    switch self {
    case .color where !text.hasPrefix("#"):
      .structure(
        .unknownName(
          subject: "colour", text, suggestion: Suggestion.nearest(to: text, in: names), of: names))
    case .recipe:
      .motion(.unknownRecipe(text, suggestion: Suggestion.nearest(to: text, in: names)))
    default: .structure(.badNotation(text, expected: noun))
    }
  }
}

extension Notation {
  static func isRecipeFile(_ text: String) -> Bool {
    text.utf8.suffix(5).elementsEqual(".json".utf8)
  }

  static func isSVGFile(_ text: String) -> Bool { text.lowercased().hasSuffix(".svg") }

  /// Whether a text names a picture, also one in a format that is not read, and is no path's data.
  static func isPictureFile(_ text: String) -> Bool {
    let endings = [
      "png", "jpg", "jpeg", "webp", "gif", "svg", "heic", "avif", "bmp", "tiff", "pdf",
    ]
    return endings.contains { text.lowercased().hasSuffix(".\($0)") }
  }

  /// The fraction of `<= 10%`.
  static func bound(_ text: String) -> Double? {
    guard text.hasPrefix("<=") else { return nil }
    let rest = text.dropFirst(2)
    return Percent(String(rest.hasPrefix(" ") ? rest.dropFirst() : rest)).flatMap {
      $0.isUnsigned ? $0.fraction : nil
    }
  }

  private static func isPosition(_ text: String) -> Bool {
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first else { return false }
    guard whole.utf8.count > 2 else { return true }
    return whole == "100" && parts.dropFirst().allSatisfy { $0.utf8.allSatisfy { $0 == 0x30 } }
  }

  private static func isWord(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return text.utf8.allSatisfy { ExpressionParser.isWordByte($0) }
  }
}

/// A length of time as it is written in a string.
struct Duration {
  let seconds: Double

  /// nil for anything but digits, perhaps with a point, and `ms` or `s`.
  init?(_ text: String) {
    let isMilliseconds = text.hasSuffix("ms")
    guard text.hasSuffix("s"),
      let number = Decimal(
        text.dropLast(isMilliseconds ? 2 : 1), timesTenTo: isMilliseconds ? -3 : 0)
    else { return nil }
    seconds = number.value
  }
}

/// A share as it is written in a string.
struct Percent {
  let fraction: Double
  let isUnsigned: Bool

  /// nil for anything but digits, perhaps with a sign and a point, and `%`.
  init?(_ text: String) {
    isUnsigned = !text.hasPrefix("-")
    guard text.hasSuffix("%"),
      let number = Decimal(text.dropLast().dropFirst(isUnsigned ? 0 : 1), timesTenTo: -2)
    else { return nil }
    fraction = isUnsigned ? number.value : -number.value
  }
}

/// Digits, perhaps with a point between them.
struct Decimal {
  let value: Double

  /// The nearest double to the number times a power of ten, rounded once; nil for anything else,
  /// and for numbers beyond the largest double.
  init?(_ text: Substring, timesTenTo power: Int = 0) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let areDigits = parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) }
    }
    guard (1...2).contains(parts.count), areDigits, let value = Double("\(text)e\(power)"),
      value.isFinite
    else { return nil }
    self.value = value
  }
}

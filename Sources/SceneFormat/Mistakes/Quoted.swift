/// A text as it is shown to people: what could confuse a terminal is written as `\u{…}`.
public struct Escaped: CustomStringConvertible {
  let text: String

  /// `text` as it is shown.
  public init(_ text: String) {
    self.text = text
  }

  /// The text with its escapes.
  public var description: String {
    guard !text.unicodeScalars.allSatisfy(Self.isPrintable) else { return text }
    return text.unicodeScalars.map(Self.printed).joined()
  }

  /// Whether a text may begin a line of output: no build server takes a letter, a digit or one of
  /// `./_-~` for the beginning of a command.
  public static func canBeginLine(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return true }
    return first.properties.isAlphabetic || "0123456789./_-~".unicodeScalars.contains(first)
  }

  /// A name at the beginning of a line: in quotation marks if it must not begin one.
  public static func leading(_ name: String) -> String {
    canBeginLine(name) ? "\(Escaped(name))" : "\"\(Escaped(name))\""
  }

  /// The character itself, or its escape.
  static func printed(_ scalar: Unicode.Scalar) -> String {
    isPrintable(scalar)
      ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// Whether a character shows as itself: control and format characters, among them those that
  /// turn the direction of writing, and line ends do not.
  public static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: true
    }
  }
}

/// A text of the scene within a sentence: in quotation marks, shortened where it is long.
struct Quoted: CustomStringConvertible {
  let text: String
  /// Beyond this a sentence is not readable any more.
  private static let longest = 80

  init(_ text: String) {
    self.text = text
  }

  var description: String {
    let scalars = text.unicodeScalars
    guard scalars.count > Self.longest else { return "\"\(Escaped(text))\"" }
    return "\"\(Escaped(String(String.UnicodeScalarView(scalars.prefix(Self.longest)))))…\""
  }
}

/// A number as people write it: no `.0` behind whole ones.
struct Figure: CustomStringConvertible {
  let number: Double

  init(_ number: Double) {
    self.number = number
  }

  var description: String {
    // Beyond 2^53 not every whole number is a double, and digits would promise too much.
    guard abs(number) < 9_007_199_254_740_992, let whole = Int(exactly: number) else {
      return "\(number)"
    }
    return "\(whole)"
  }
}

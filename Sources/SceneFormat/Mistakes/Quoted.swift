/// A text as it is shown to people: what could confuse a terminal is written as `\u{…}`.
struct Escaped: CustomStringConvertible {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  var description: String {
    var result = ""
    for scalar in text.unicodeScalars { result += Self.printed(scalar) }
    return result
  }

  /// The character itself, or its escape.
  static func printed(_ scalar: Unicode.Scalar) -> String {
    isPrintable(scalar)
      ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// Whether a character shows as itself: control and format characters, among them those that
  /// turn the direction of writing, and line ends do not.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
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

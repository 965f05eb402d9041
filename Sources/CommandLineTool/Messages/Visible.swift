/// Makes text from files and command lines safe to print on a terminal.
enum Visible {
  /// The text, with whatever moves the cursor, hides or reorders text written as `\u{…}`.
  static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    return text.unicodeScalars.map(scalar).joined()
  }

  /// The text in double quotes, cut if it is very long.
  static func quoted(_ text: String) -> String {
    let longest = 200
    let cut = text.unicodeScalars.count > longest
    let shown = cut ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest))) : text
    return "\"\(Self.text(shown))\(cut ? "…" : "")\""
  }

  /// One scalar, visible.
  static func scalar(_ scalar: Unicode.Scalar) -> String {
    isHidden(scalar) ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
  }

  /// Whether a scalar cannot be seen, or changes how others are.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      return true
    default: return false
    }
  }
}

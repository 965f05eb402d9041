/// A text as it is shown to people: what could confuse a terminal is written as `\u{…}`.
package struct Escaped: CustomStringConvertible {
  /// The text with its escapes.
  package let description: String

  /// `text` as it is shown.
  package init(_ text: String) { description = Self.text(text) }

  /// `text` with escapes for all that moves a cursor, or hides or reorders text.
  package static func text(_ text: String) -> String {
    guard !text.unicodeScalars.allSatisfy(isPrintable) else { return text }
    return text.unicodeScalars.map(printed).joined()
  }

  /// `text` in quotation marks; of a longer one than `limit` characters, the beginning.
  package static func quoted(_ text: String, limit: Int = 200) -> String {
    "\"\(shortened(text, to: limit))\""
  }

  /// `text`, or its first `limit` characters and an ellipsis.
  package static func shortened(_ text: String, to limit: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > limit else { return Self.text(text) }
    return Self.text(String(String.UnicodeScalarView(scalars.prefix(limit)))) + "…"
  }

  /// The lines of `text`, each with its escapes.
  package static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { Self.text(String($0)) }
      .joined(separator: "\n")
  }

  /// Whether a character shows as itself: control and format characters, among them those that
  /// turn the direction of writing, and line ends do not.
  package static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      false
    default: true
    }
  }

  /// The character itself, or its escape.
  static func printed(_ scalar: Unicode.Scalar) -> String {
    isPrintable(scalar)
      ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }
}

// What begins a line: build servers take some lines for commands.
extension Escaped {
  /// A name at the beginning of a line: in quotation marks if it must not begin one.
  package static func leading(_ name: String) -> String {
    canBeginLine(name) ? text(name) : quoted(name, limit: .max)
  }

  /// A path at the beginning of a line: one like `::error::x.json` as `./::error::x.json`.
  package static func path(_ path: String) -> String {
    (canBeginLine(path) ? "" : "./") + text(path)
  }

  /// Whether a text may begin a line of output: no build server takes a letter, a digit or one of
  /// `./_-~` for the beginning of a command.
  private static func canBeginLine(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return true }
    return first.properties.isAlphabetic || "0123456789./_-~".unicodeScalars.contains(first)
  }
}

// How much room text takes on a terminal.
extension Escaped {
  /// The columns that visible text takes: wide letters two, combining marks none.
  package static func columns(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns($1) }
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  // East Asian Width W and F, in the blocks that people write in.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
    0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD,
  ]
}

/// A text of the scene within a sentence: in quotation marks, shortened where it is long.
package struct Quoted: CustomStringConvertible {
  /// Beyond this a sentence is not readable any more.
  private static let limit = 80

  /// The text in its quotation marks.
  package let description: String

  /// `text` as a sentence has it.
  package init(_ text: String) { description = Escaped.quoted(text, limit: Self.limit) }
}

/// Words of a shell's command line.
package enum ShellWord {
  /// `text` in single quotation marks, which a shell takes for one word as it is.
  package static func quoted(_ text: String) -> String {
    // By scalars: a mark behind the quotation mark would hide it.
    "'" + text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }

  /// `text` as people would write it: in quotation marks only where a shell needs them.
  package static func plain(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789._-/@+,".unicodeScalars.contains($0)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }
}

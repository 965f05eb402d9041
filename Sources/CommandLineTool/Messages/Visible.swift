import SceneFormat

/// Makes text from files and command lines safe to print on a terminal.
enum Visible {
  /// The text, with whatever moves the cursor, hides or reorders text written as `\u{…}`.
  static func text(_ text: String) -> String {
    "\(Escaped(text))"
  }

  /// The path as a line of output begins with it: one like `::error::x.json` as `./::error::x.json`,
  /// which no build server takes for a command.
  static func path(_ path: String) -> String {
    (Escaped.canBeginLine(path) ? "" : "./") + text(path)
  }

  /// The text in double quotes, cut if it is very long.
  static func quoted(_ text: String) -> String {
    let longest = 200
    let cut = text.unicodeScalars.count > longest
    let shown = cut ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest))) : text
    return "\"\(Self.text(shown))\(cut ? "…" : "")\""
  }

  /// Whether a scalar cannot be seen, or changes how others are.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool { !Escaped.isPrintable(scalar) }
}

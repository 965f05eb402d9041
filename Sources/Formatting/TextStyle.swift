/// Colours and bold letters on a terminal, or plain text.
package struct TextStyle: Hashable, Sendable {
  /// Whether there are colours.
  package var isColored: Bool

  /// No colours.
  package static let plain = TextStyle(isColored: false)

  package init(isColored: Bool) { self.isColored = isColored }

  package func bold(_ text: String) -> String { painted(text, "1") }
  package func red(_ text: String) -> String { painted(text, "1;31") }
  package func yellow(_ text: String) -> String { painted(text, "1;33") }
  package func green(_ text: String) -> String { painted(text, "1;32") }

  private func painted(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// Colours, or none.
struct Ink: Hashable, Sendable {
  /// Whether there are any.
  var isColored: Bool

  /// No colours.
  static let plain = Ink(isColored: false)

  /// Colours if they were asked for, or if there is a terminal and nobody objects.
  init(_ choice: ColorChoice?, isTerminal: Bool, environment: (String) -> String?) {
    switch choice ?? .auto {
    case .always: isColored = true
    case .never: isColored = false
    case .auto:
      let objection = environment("NO_COLOR") ?? ""
      isColored = isTerminal && objection.isEmpty && environment("TERM") != "dumb"
    }
  }

  private init(isColored: Bool) { self.isColored = isColored }

  func bold(_ text: String) -> String { painted(text, "1") }
  func red(_ text: String) -> String { painted(text, "1;31") }
  func yellow(_ text: String) -> String { painted(text, "1;33") }
  func cyan(_ text: String) -> String { painted(text, "36") }
  func green(_ text: String) -> String { painted(text, "1;32") }

  private func painted(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

import Formatting

/// Says things on stderr: errors always, the rest unless it should be quiet.
///
/// If stderr is closed, nothing is said; that is no reason to fail.
struct Reporter: Sendable {
  private let console: Console
  private let settings: Settings

  /// Colours for stderr.
  let ink: Ink

  /// A reporter that speaks as `settings` say.
  init(_ console: Console, _ settings: Settings) {
    (self.console, self.settings) = (console, settings)
    ink = Ink(
      settings.colorChoice, isTerminal: console.isTerminal(.error),
      environment: console.environment)
  }

  private var isJSON: Bool { settings.errorStyle == .json }

  /// Prints diagnostics; warnings unless it should be quiet.
  func report(_ diagnostics: [Diagnostic]) {
    let said = diagnostics.filter { $0.severity == .error || !settings.isQuiet }
    let width = console.width(.error)
    let text = said.map { isJSON ? $0.json.text(.compact) + "\n" : $0.text(ink, width: width) }
    say(text.joined())
  }

  /// Prints a line for people.
  func note(_ line: String) {
    if !settings.isQuiet, !isJSON { say(line + "\n") }
  }

  /// A meter, if there is a person to look at it.
  func meter(_ label: String) -> ProgressMeter? {
    guard !settings.isQuiet, !isJSON, console.isTerminal(.error) else { return nil }
    return ProgressMeter(label: label, width: console.width(.error)) { self.say($0) }
  }

  private func say(_ text: String) {
    guard !text.isEmpty else { return }
    try? console.write(text, .error, holding: .words)
  }
}

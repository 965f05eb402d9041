import Formatting
import Regression
import SceneFormat
import Synchronization

/// Prints to stderr: errors always, the rest unless --quiet is given.
///
/// If stderr is closed, nothing is said; that is no reason to fail.
struct Reporter: Sendable {
  private let console: Console
  private let settings: Settings

  /// Colours for stderr.
  let style: TextStyle

  /// A reporter that speaks as `settings` say.
  init(_ console: Console, _ settings: Settings) {
    (self.console, self.settings) = (console, settings)
    style = TextStyle(
      settings.colorChoice, isTerminal: console.isTerminal(.error),
      environment: console.environment)
  }

  /// With --json, errors are JSON, too, unless --errors says otherwise.
  private var isJSON: Bool { (settings.errorStyle ?? (settings.isJSON ? .json : .text)) == .json }

  /// Prints diagnostics; warnings unless it should be quiet.
  func report(_ diagnostics: [Diagnostic]) {
    let said = diagnostics.filter { $0.severity == .error || !settings.isQuiet }
    let width = console.width(.error)
    let text = said.map { isJSON ? $0.json.text(.compact) + "\n" : $0.text(style, width: width) }
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

/// A line on a terminal that says how far a run is; it is gone when the run ends.
final class ProgressMeter: Sendable {
  private let label: String
  private let width: Int
  private let write: @Sendable (String) -> Void
  private let start = ContinuousClock.now
  private let drawn = Mutex<ContinuousClock.Instant?>(nil)

  /// A meter called `label`, in a line of `width` characters.
  init(label: String, width: Int, write: @escaping @Sendable (String) -> Void) {
    (self.label, self.width, self.write) = (label, width, write)
  }

  /// Draws the line, unless it was drawn a moment ago.
  func show(_ progress: RenderProgress) {
    let now = ContinuousClock.now
    let isDue = drawn.withLock { last in
      // Twenty times a second is all that an eye wants.
      if let last, last.duration(to: now) < .milliseconds(50) { return false }
      last = now
      return true
    }
    guard isDue else { return }
    let elapsed = start.duration(to: now) / .seconds(1)
    write("\r" + Self.line(label, progress, elapsedSeconds: elapsed, width: width) + "\u{1B}[K")
  }

  /// Takes the line away, if there is one.
  func erase() {
    let wasDrawn = drawn.withLock { last in
      defer { last = nil }
      return last != nil
    }
    guard wasDrawn else { return }
    write("\r\u{1B}[K")
  }

  /// The line: label, bar, frames, rate and the time that is left.
  static func line(
    _ label: String, _ progress: RenderProgress, elapsedSeconds: Double, width: Int
  ) -> String {
    let name = Escaped.path(label)
    guard progress.framesInAll > 0 else {
      return String("\(name)  \(progress.framesDone) frames read".prefix(max(0, width - 1)))
    }
    let all = progress.framesInAll
    let done = max(0, min(progress.framesDone, all))
    let figures = figures("\(done)/\(all) \(progress.unit)", done, all, elapsedSeconds)
    let room = min(30, width - Escaped.columns(name) - figures.count - 7)
    guard room >= 5 else { return String(figures.prefix(max(0, width - 1))) }
    let filled = room * done / all
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: room - filled)
    return "\(name)  [\(bar)]  \(figures)"
  }

  private static func figures(
    _ count: String, _ done: Int, _ all: Int, _ elapsed: Double
  ) -> String {
    guard done > 0, elapsed > 0.1 else { return count }
    let rate = Double(done) / elapsed
    let left = Double(all - done) / rate
    return "\(count)  \(NumberFormat.fixed(rate, decimals: rate < 2 ? 1 : 0))/s  "
      + "\(NumberFormat.fixed(left, decimals: left < 10 ? 1 : 0)) s left"
  }
}

extension TextStyle {
  /// Colours if they were asked for, or if there is a terminal and NO_COLOR is not set.
  init(_ choice: ColorChoice?, isTerminal: Bool, environment: (String) -> String?) {
    switch choice ?? .auto {
    case .always: self.init(isColored: true)
    case .never: self.init(isColored: false)
    case .auto:
      let isRefused = environment("NO_COLOR")?.isEmpty == false || environment("TERM") == "dumb"
      self.init(isColored: isTerminal && !isRefused)
    }
  }
}

/// How far a run is.
struct RenderProgress: Hashable, Sendable {
  var framesDone: Int
  /// 0 while frames are read, of which it is not known how many there are.
  var framesInAll: Int
  /// What is counted, where it is not frames.
  var unit = "frames"
}

/// What `check --json` says.
struct CheckResult: Recorded {
  var isValid: Bool
  var scenes: [String]
  var mistakes: [Diagnostic]

  static let record = Record<CheckResult>(
    "What is wrong with scenes.",
    members: [
      .init(schema: "render-transition/check-1"),
      .init("valid", .flag("Whether there is no error."), \.isValid),
      .init("scenes", .list(.text("A path."), "The scenes that were read."), \.scenes),
      .init(
        "mistakes",
        .list(.object(Diagnostic.record), "Errors and warnings, in the order of the files."),
        \.mistakes),
    ])
}

import Formatting
import SceneFormat

/// A report for people at a terminal.
struct PrettyReport {
  let report: TestReport
  let ink: Ink
  /// Whether only failures are worth a line.
  let isQuiet: Bool

  /// The lines; nothing in them can move a terminal's cursor.
  var text: String {
    let shown = report.verdicts.filter { !isQuiet || report.isFailure($0) }
    let column = shown.map { Escaped.columns(Escaped.text($0.scene)) }.max() ?? 0
    let parts = shown.map { lines(of: $0, column: min(column, 48)) }
    guard !isQuiet else { return parts.joined() }
    return parts.joined() + (parts.isEmpty ? "" : "\n") + summary
  }

  private func lines(of verdict: SceneVerdict, column: Int) -> String {
    let name = Escaped.text(verdict.scene)
    let gap = String(repeating: " ", count: max(0, column - Escaped.columns(name)) + 2)
    let first = "\(label(of: verdict))  \(name)\(gap)\(Escaped.text(verdict.headline))\n"
    let indent = String(repeating: " ", count: 11)
    let notes = verdict.notes.map { "\(indent)\(Escaped.text($0))\n" }
    return first + notes.joined() + mistakes(of: verdict)
  }

  private func mistakes(of verdict: SceneVerdict) -> String {
    let indent = String(repeating: " ", count: 11)
    let lines = verdict.diagnostics.flatMap { diagnostic in
      diagnostic.text(.plain, width: 100).split(separator: "\n").map { "\(indent)\($0)\n" }
    }
    return lines.joined()
  }

  private func label(of verdict: SceneVerdict) -> String {
    let word = verdict.kind.rawValue
    let padded = word + String(repeating: " ", count: max(0, 9 - word.count))
    switch verdict.kind {
    case .same: return ink.green(padded)
    case .different, .invalid: return ink.red(padded)
    case .missing: return report.isStrict ? ink.red(padded) : ink.yellow(padded)
    case .orphaned: return ink.yellow(padded)
    }
  }

  private var summary: String {
    let time = NumberFormat.fixed(report.seconds, decimals: 1)
    let line = "\(report.summary)  (\(time) s)"
    return (report.code == .done ? line : ink.bold(line)) + "\n"
  }
}

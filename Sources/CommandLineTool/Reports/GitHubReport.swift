import Formatting
import SceneFormat

/// A report as workflow commands, which GitHub shows beside the files of a pull request.
struct GitHubReport {
  let report: TestReport

  /// A line for every failure, and one for the whole.
  var annotations: String {
    let lines = report.verdicts.compactMap(line)
    let level = report.code == .done ? "notice" : "error"
    return (lines + ["::\(level) title=\(Catalogue.program)::\(Self.data(report.summary))"])
      .map { $0 + "\n" }.joined()
  }

  private func line(of verdict: SceneVerdict) -> String? {
    guard verdict.kind != .same else { return nil }
    let level = report.isFailure(verdict) ? "error" : "warning"
    let words = ([verdict.headline] + verdict.notes).joined(separator: "\n")
    guard let mistake = verdict.diagnostics.first else {
      return Self.command(level, file: verdict.scene, line: 1, column: 1, verdict.kind, words)
    }
    guard case .place(let place) = mistake.subject else {
      return Self.command(level, file: verdict.scene, line: 1, column: 1, .invalid, mistake.message)
    }
    return Self.command(
      level, file: place.file, line: place.line, column: place.column, .invalid, mistake.message)
  }

  private static func command(
    _ level: String, file: String, line: Int, column: Int, _ kind: SceneVerdict.Kind, _ text: String
  ) -> String {
    let title = property("\(kind.rawValue): \(PathName.last(file))")
    return
      "::\(level) file=\(property(file)),line=\(line),col=\(column),title=\(title)::\(data(text))"
  }

  // A line end would begin a new command, and another's command could follow. What is hidden is
  // made visible first; the lines of our own are written as GitHub wants them.
  private static func data(_ text: String) -> String {
    Escaped.lines(text).replacing("%", by: "%25").replacing("\n", by: "%0A")
  }

  private static func property(_ text: String) -> String {
    Escaped.text(text).replacing("%", by: "%25").replacing(":", by: "%3A").replacing(",", by: "%2C")
  }
}

extension String {
  fileprivate func replacing(_ character: Character, by text: String) -> String {
    unicodeScalars.map { Character($0) == character ? text : String($0) }.joined()
  }
}

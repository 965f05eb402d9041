import Formatting

/// A report as one Markdown table, for a comment on a pull request.
struct MarkdownReport {
  let report: TestReport

  /// GitHub takes 65,536 characters.
  static let limit = 65_000
  private static let longestText = 400

  /// The text; rows that have no room are counted.
  var text: String {
    let head = "### \(Catalogue.program): \(report.summary)\n\n"
    let rows = report.verdicts.filter { $0.kind != .same }.map(row)
    guard !rows.isEmpty else { return head }
    let table = head + "| | scene | what |\n|---|---|---|\n"
    // The last line, should it be needed.
    let room = Self.limit - 100
    var (text, count, left) = (table, table.unicodeScalars.count, rows.count)
    for row in rows {
      count += row.unicodeScalars.count
      guard count <= room else { break }
      text += row
      left -= 1
    }
    return left == 0 ? text : text + "\nand \(left) more, for which there is no room here\n"
  }

  private func row(of verdict: SceneVerdict) -> String {
    let mark = report.isFailure(verdict) ? "❌" : "⚠️"
    let notes = verdict.notes + verdict.diagnostics.prefix(3).map(\.message)
    let lines = [verdict.headline] + notes.filter { $0 != verdict.headline }
    let words = lines.map { Markup.code($0, limit: Self.longestText) }.joined(separator: "<br>")
    return
      "| \(mark) \(verdict.kind.rawValue) | \(Markup.code(verdict.scene, limit: Self.longestText)) | \(words) |\n"
  }
}

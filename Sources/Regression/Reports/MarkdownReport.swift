import Formatting
import RenderTransition
import SceneFormat

/// A report in Markdown, for a comment on a pull request: a table of what changed, and beneath it the
/// pictures and the details of each scene.
struct MarkdownReport {
  let report: TestReport
  /// The pictures for a review; none if they are not to be shown.
  var pictures: ReviewPictures?
  /// The address that the names of the pictures' files are added to.
  var pictureBase = ""

  /// The first line, by which the comment is found again.
  static let mark = "<!-- render-transition -->"
  /// GitHub takes 65,536 characters.
  static let limit = 65_000
  private static let longestText = 400
  /// What the last line takes.
  private static let reserve = 200

  /// The text; what has no room is counted.
  var text: String {
    var text = LimitedText(limit: Self.limit - Self.reserve)
    text.add("\(Self.mark)\n### \(Release.program): \(report.summary)\n\n")
    let changed = report.groups.filter { $0.first.kind != .same }
    guard !changed.isEmpty else { return text.text }
    text.add("| | scene | what changed |\n|---|---|---|\n")
    let rows = changed.prefix { text.add(row(of: $0)) }.count
    if pictures?.pictures.contains(where: { $0.kind == .sideBySide }) == true {
      text.add("\nBefore is on the left, after on the right; what differs is in a red frame.\n")
    }
    let sections = changed.prefix(rows).filter(hasSection)
    let shown = sections.prefix { text.add(section(on: $0)) }.count
    let left = [
      (changed.count - rows, "in the table"), (sections.count - shown, "with pictures and details"),
    ].filter { $0.0 > 0 }.map { "\($0) more \($1)" }
    let notes = [
      left.isEmpty ? nil : "no room for \(left.joined(separator: ", "))", pictures?.leftOutSentence,
    ].compactMap(\.self)
    return notes.isEmpty ? text.text : text.text + "\n\(notes.joined(separator: "; "))\n"
  }

  private func row(of group: ReportGroup) -> String {
    let mark = report.isFailure(group.first) ? "❌" : "⚠️"
    let title = title(of: group, inTable: true)
    let headline = code(group.headline, inTable: true)
    return "| \(mark) \(word(for: group.first)) | \(title) | \(headline) |\n"
  }

  /// What the verdict is for a reader of the pull request, who thinks of scenes and not of locks.
  private func word(for verdict: SceneVerdict) -> String {
    switch verdict.kind {
    case .same: "same"
    case .different: "changed"
    case .missing: verdict.isRenamed ? "renamed" : "new"
    case .orphaned: "gone"
    case .invalid: "broken"
    }
  }

  private func title(of group: ReportGroup, inTable: Bool = false) -> String {
    group.verdicts.count == 1
      ? code(group.first.scene, inTable: inTable)
      : NumberFormat.count(group.verdicts.count, "scene")
  }

  private func hasSection(_ group: ReportGroup) -> Bool {
    group.verdicts.count > 1 || !details(on: group).isEmpty || mainPicture(of: group) != nil
  }

  /// The picture of the first scene that has one.
  private func mainPicture(of group: ReportGroup) -> ReviewPicture? {
    group.verdicts.lazy.compactMap { verdict in
      [ReviewPicture.Kind.sideBySide, .after, .before].lazy
        .compactMap { picture($0, of: verdict) }.first
    }.first
  }

  /// A picture, and details that are folded.
  private func section(on group: ReportGroup) -> String {
    let main = mainPicture(of: group)
    let shown = main.map { image($0) + "\n\n" } ?? ""
    let verdict = group.verdicts.first { $0.scene == main?.scene } ?? group.first
    let strip = picture(.strip, of: verdict).map { image($0) + "\n\n" } ?? ""
    let alone = [ReviewPicture.Kind.before, .after].compactMap { picture($0, of: verdict) }
      .filter { $0 != main }.map { "[\($0.kind.rawValue)](\(pictureBase)\($0.file))" }
      .joined(separator: " · ")
    let lines = details(on: group).map { "- \(code($0))\n" }.joined()
    let folded = [strip, lines.isEmpty ? "" : lines + "\n", alone.isEmpty ? "" : alone + "\n\n"]
      .joined()
    let block =
      folded.isEmpty ? "" : "<details><summary>Details</summary>\n\n\(folded)</details>\n"
    return "\n#### \(title(of: group))\n\n\(shown)\(block)"
  }

  /// What the table does not say.
  private func details(on group: ReportGroup) -> [String] {
    let verdict = group.first
    let mistakes = verdict.diagnostics.prefix(10).map { mistake in
      guard let place = mistake.subject.place else { return mistake.message }
      return "\(place.file):\(place.line):\(place.column): \(mistake.message)"
    }
    let notes = group.verdicts.count > 1 ? [] : verdict.notes.prefix(20)
    let limits = pictures?.pictures.first { $0.scene == verdict.scene }?.limits ?? ""
    return group.names(limit: 50) + (notes + mistakes).filter { $0 != verdict.headline }
      + (limits.isEmpty ? [] : ["the pictures show \(limits)"])
  }

  private func picture(
    _ kind: ReviewPicture.Kind, of verdict: SceneVerdict
  ) -> ReviewPicture? {
    pictures?.pictures.first { $0.scene == verdict.scene && $0.kind == kind }
  }

  private func image(_ picture: ReviewPicture) -> String {
    let address = Markup.text(pictureBase + picture.file)
    let words =
      switch picture.kind {
      case .sideBySide: "before and after, side by side"
      case .strip: "five moments: before, after, difference"
      case .before: "before"
      case .after: "after"
      }
    return
      "<img src=\"\(address)\" width=\"\(picture.width)\" height=\"\(picture.height)\" alt=\"\(words)\">"
  }

  private func code(_ text: String, inTable: Bool = false) -> String {
    Markup.code(text, limit: Self.longestText, inTable: inTable)
  }
}

/// A text that grows up to a limit.
private struct LimitedText {
  private(set) var text = ""
  private var left: Int

  init(limit: Int) { left = limit }

  /// Adds `part`, unless that would be too much.
  @discardableResult
  mutating func add(_ part: String) -> Bool {
    let count = part.unicodeScalars.count
    guard count <= left else { return false }
    left -= count
    text += part
    return true
  }
}

extension ReviewPictures {
  /// As in "no room for pictures of 3 scenes"; nil where nothing is left out.
  var leftOutSentence: String? {
    leftOut.isEmpty
      ? nil : "some pictures of \(NumberFormat.count(leftOut.count, "scene")) are left out"
  }
}

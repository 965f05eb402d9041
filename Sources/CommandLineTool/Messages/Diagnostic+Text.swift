import SceneFormat

// A diagnostic for people: one line, then the source and a caret.
extension Diagnostic {
  /// The text, which ends in a newline; nothing in it can move a terminal's cursor.
  func text(_ ink: Ink, width: Int) -> String {
    let said = Visible.text(message) + (hint.map { "; " + Visible.text($0) } ?? "")
    let label = severity.rawValue + ":"
    let colored = severity == .error ? ink.red(label) : ink.yellow(label)
    let line = "\(ink.bold(location + ":")) \(colored) \(said)\n"
    guard case .place(let place) = subject, let sourceLine else { return line }
    let excerpt = Self.excerpt(of: sourceLine, column: place.column, width: width)
    let indent = String(repeating: " ", count: excerpt.caret)
    return line + "  \(excerpt.line)\n  \(indent)\(ink.green("^"))\n"
  }

  private var location: String {
    switch subject {
    case .place(let place): "\(Visible.text(place.file)):\(place.line):\(place.column)"
    case .file(let file): Visible.text(file)
    case .program: Catalogue.program
    }
  }

  /// The part of a line that is around `column`, and where the caret goes: a file may be one line
  /// of eight megabytes.
  static func excerpt(of line: String, column: Int, width: Int) -> (line: String, caret: Int) {
    let room = max(20, min(width, 160) - 6)
    let skipped = max(0, column - 1 - room * 2 / 3)
    let shown = line.unicodeScalars.dropFirst(skipped).prefix(room)
    let cells = shown.map { $0 == "\t" ? " " : Visible.scalar($0) }
    let lead = skipped > 0 ? "…" : ""
    let before = cells.prefix(max(0, column - 1 - skipped))
    let tail = line.unicodeScalars.dropFirst(skipped + room).isEmpty ? "" : "…"
    let columns = before.reduce(lead.count) { $0 + Visible.columns($1) }
    return (lead + cells.joined() + tail, columns)
  }
}

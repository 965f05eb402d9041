import Formatting
import SceneFormat

// A diagnostic for people: one line, then the source and a caret.
extension Diagnostic {
  /// The text, which ends in a newline; nothing in it can move a terminal's cursor.
  func text(_ ink: Ink, width: Int) -> String {
    let said = Escaped.text(message) + (hint.map { "; " + Escaped.text($0) } ?? "")
    let label = severity.rawValue + ":"
    let colored = severity == .error ? ink.red(label) : ink.yellow(label)
    let line = "\(ink.bold(location + ":")) \(colored) \(said)\n"
    guard case .place(let place) = subject, let sourceLine else { return line }
    let excerpt = Excerpt(
      of: sourceLine, number: place.line, column: place.column, width: width)
    return line + "\(excerpt.line)\n\(excerpt.indent)\(ink.green("^"))\n"
  }

  private var location: String {
    switch subject {
    case .place(let place): "\(Escaped.path(place.file)):\(place.line):\(place.column)"
    case .file(let file): Escaped.path(file)
    case .program: Catalogue.program
    }
  }
}

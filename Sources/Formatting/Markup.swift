/// Escapes text for markup: whatever it holds, it stays text.
package enum Markup {
  /// Text for HTML and XML, between tags or in an attribute in double quotes.
  ///
  /// XML has no way to write most control characters, so they are made visible.
  package static func text(_ text: String) -> String {
    Escaped.lines(text).unicodeScalars.map { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: String(scalar)
      }
    }.joined()
  }

  /// Markdown that shows `text` as code, shortened to `limit` characters, in a cell of a table or not.
  ///
  /// In a code span nothing is a mark, a link, a name to notify or a number to link. GitHub decodes
  /// characters that are written as numbers before it looks for addresses, so they protect nothing.
  package static func code(_ text: String, limit: Int, inTable: Bool) -> String {
    let shown = Escaped.shortened(text, to: limit).unicodeScalars
    let runs = shown.split(omittingEmptySubsequences: true) { $0 != "`" }.map(\.count)
    let fence = String(repeating: "`", count: (runs.max() ?? 0) + 1)
    let edges: Set<Unicode.Scalar?> = ["`", " ", nil]
    let needsSpace = edges.contains(shown.first) || edges.contains(shown.last)
    let space = needsSpace ? " " : ""
    // Cells are cut at pipes before spans are looked for; the backslash is not shown.
    let words = shown.map { inTable && $0 == "|" ? "\\|" : String($0) }.joined()
    return "\(fence)\(space)\(words)\(space)\(fence)"
  }

  /// JSON that no parser of HTML takes for a tag or the end of its block.
  package static func embedded(_ json: String) -> String {
    let bytes = json.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
        Array("\\u00\(String(byte, radix: 16))".utf8)
      default: [byte]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Text in Markdown.
  package static func markdown(_ text: String) -> String {
    text.map { "\\`*_<>|".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  /// Text in roff, which man pages are written in.
  package static func roff(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "…": "\\[u2026]"
      default: String(character)
      }
    }.joined()
  }
}

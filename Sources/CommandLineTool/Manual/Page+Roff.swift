// A page for man.
extension Page {
  /// The page in roff, as section 1 of the manual.
  func roff(version: String) -> String {
    let name = Catalogue.program
    let head = """
      .TH \(name.uppercased()) 1 "" "\(name) \(Self.escaped(version))"
      .SH NAME
      \(Self.escaped(name)) \\- \(Self.escaped(Catalogue.purpose))
      """
    let parts = sections.map { section in
      ([".SH \(Self.escaped(Self.heading(section)))"] + section.blocks.map(Self.roff))
        .joined(separator: "\n")
    }
    return ([head] + parts).joined(separator: "\n") + "\n"
  }

  /// The heading that readers of man pages look for.
  private static func heading(_ section: Section) -> String {
    switch section.heading {
    case "Usage": "SYNOPSIS"
    case "Exit codes": "EXIT STATUS"
    default: section.heading.uppercased()
    }
  }

  private static func roff(_ block: Block) -> String {
    switch block {
    case .paragraph(let words): ".PP\n" + line(words)
    case .commands(let lines):
      ([".PP", ".nf", ".RS"] + lines.map(line) + [".RE", ".fi"]).joined(separator: "\n")
    case .entries(let entries):
      entries.map { ".TP\n\\fB\(escaped($0.term))\\fR\n\(line($0.meaning))" }
        .joined(separator: "\n")
    }
  }

  /// A line of text: a dot or a quote at its start would be a command.
  private static func line(_ words: String) -> String {
    let escaped = escaped(words)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  private static func escaped(_ words: String) -> String {
    words.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "…": "\\[u2026]"
      default: String(character)
      }
    }.joined()
  }
}

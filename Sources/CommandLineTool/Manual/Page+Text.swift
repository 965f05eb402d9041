import Formatting

// A page for a terminal.
extension Page {
  /// The page as plain text, no line wider than `width` unless a word or a command is.
  func text(width: Int, style: TextStyle = .plain) -> String {
    let width = max(40, min(width, 100))
    let parts = sections.map { section in
      ([style.bold(section.heading + ":")] + section.blocks.map { Self.text($0, width) })
        .joined(separator: "\n")
    }
    let opening = Self.wrapped(title, width).joined(separator: "\n")
    return ([opening] + parts).joined(separator: "\n\n") + "\n"
  }

  private static func text(_ block: Block, _ width: Int) -> String {
    switch block {
    case .paragraph(let words): indented(wrapped(words, width - 2), by: 2)
    case .commands(let lines): indented(lines, by: 2)
    case .terms(let terms): table(terms, width)
    }
  }

  /// Terms on the left, meanings on the right; a long term has a line of its own.
  private static func table(_ terms: [Term], _ width: Int) -> String {
    let longest = terms.map(\.name.count).max() ?? 0
    let column = min(longest, 26, width / 3)
    return terms.map { term in
      var lines = wrapped(term.meaning, width - column - 4)
      let isLong = term.name.count > column
      let first = isLong ? nil : lines.removeFirst()
      let gap = String(repeating: " ", count: max(0, column - term.name.count) + 2)
      let head = "  " + term.name + (first.map { gap + $0 } ?? "")
      return ([head] + lines.map { String(repeating: " ", count: column + 4) + $0 })
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func indented(_ lines: [String], by spaces: Int) -> String {
    lines.map { String(repeating: " ", count: spaces) + $0 }.joined(separator: "\n")
  }

  /// The words in lines of at most `width` characters; always one line at least.
  static func wrapped(_ words: String, _ width: Int) -> [String] {
    var lines: [String] = []
    for word in words.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.isEmpty ? [""] : lines
  }
}

// A page for man.
extension Page {
  /// The page in roff, as section 1 of the manual.
  func roff(version: String) -> String {
    let name = Catalogue.program
    let head = """
      .TH \(name.uppercased()) 1 "" "\(name) \(Markup.roff(version))"
      .SH NAME
      \(Markup.roff(name)) \\- \(Markup.roff(Catalogue.purpose))
      """
    let parts = sections.map { section in
      ([".SH \(Markup.roff(Self.heading(section)))"] + section.blocks.map(Self.roff))
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
    case .terms(let terms):
      terms.map { ".TP\n\\fB\(Markup.roff($0.name))\\fR\n\(line($0.meaning))" }
        .joined(separator: "\n")
    }
  }

  /// A line of text: a dot or a quote at its start would be a command.
  private static func line(_ words: String) -> String {
    let escaped = Markup.roff(words)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}

// A page for a site.
extension Page {
  /// The page as Markdown.
  var markdown: String {
    let parts = sections.map { section in
      (["## \(section.heading)"] + section.blocks.map(Self.markdown)).joined(separator: "\n\n")
    }
    return (["# \(title)"] + parts).joined(separator: "\n\n") + "\n"
  }

  private static func markdown(_ block: Block) -> String {
    switch block {
    case .paragraph(let words): Markup.markdown(words)
    case .commands(let lines): (["```sh"] + lines + ["```"]).joined(separator: "\n")
    case .terms(let terms):
      terms.map { "- `\($0.name)`: \(Markup.markdown($0.meaning))" }.joined(separator: "\n")
    }
  }
}

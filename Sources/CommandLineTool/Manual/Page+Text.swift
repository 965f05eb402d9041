// A page for a terminal.
extension Page {
  /// The page as plain text, no line wider than `width` unless a word or a command is.
  func text(width: Int, ink: Ink = .plain) -> String {
    let width = max(40, min(width, 100))
    let parts = sections.map { section in
      ([ink.bold(section.heading + ":")] + section.blocks.map { Self.text($0, width) })
        .joined(separator: "\n")
    }
    let opening = Self.wrapped(title, width).joined(separator: "\n")
    return ([opening] + parts).joined(separator: "\n\n") + "\n"
  }

  private static func text(_ block: Block, _ width: Int) -> String {
    switch block {
    case .paragraph(let words): indented(wrapped(words, width - 2), by: 2)
    case .commands(let lines): indented(lines, by: 2)
    case .entries(let entries): table(entries, width)
    }
  }

  /// Terms on the left, meanings on the right; a long term has a line of its own.
  private static func table(_ entries: [Entry], _ width: Int) -> String {
    let longest = entries.map(\.term.count).max() ?? 0
    let column = min(longest, 26, width / 3)
    return entries.map { entry in
      var lines = wrapped(entry.meaning, width - column - 4)
      let isLong = entry.term.count > column
      let first = isLong ? nil : lines.removeFirst()
      let gap = String(repeating: " ", count: max(0, column - entry.term.count) + 2)
      let head = "  " + entry.term + (first.map { gap + $0 } ?? "")
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

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
    case .paragraph(let words): escaped(words)
    case .commands(let lines): (["```sh"] + lines + ["```"]).joined(separator: "\n")
    case .entries(let entries):
      entries.map { "- `\($0.term)`: \(escaped($0.meaning))" }.joined(separator: "\n")
    }
  }

  /// Words that Markdown leaves as they are.
  private static func escaped(_ words: String) -> String {
    words.map { "\\`*_<>|".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}

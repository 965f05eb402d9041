// GitHub's runner takes lines of a log for commands: those that begin with `::`, also behind blanks,
// and those with `##[` anywhere. So strangers' words are printed there without the two.
extension Console {
  /// What a text holds.
  enum Content: Hashable, Sendable {
    /// Our own words alone.
    case own
    /// Strangers' words, in text or in strings of JSON.
    case words
    /// Strangers' words in a page of HTML, or in workflow commands that are meant, one a line.
    case page, commands
  }

  /// Writes all of the text; on GitHub's runner, strangers' words in it are no commands.
  func write(_ text: String, _ stream: Stream, holding content: Content) throws(WriteFailure) {
    let isOnRunner = !["", "0", "false"].contains(environment("GITHUB_ACTIONS") ?? "")
    try write(isOnRunner ? Self.harmless(text, content) : text, stream)
  }

  /// The text with `:\u003A` for `::` and `#\u0023[` for `##[`: people can read it, and in JSON,
  /// where the two are in strings only, it is the same.
  static func harmless(_ text: String, _ content: Content) -> String {
    switch content {
    case .own: return text
    case .words: return replacing("::", by: ":\\u003A", in: harmless(text, .page))
    // None of its lines begins with a stranger's words, and its style needs `::`.
    case .page: return replacing("##[", by: "#\\u0023[", in: text)
    case .commands:
      return text.utf8.split(separator: UInt8(ascii: "\n")).map { command in
        // The first two `::` are its own: there is none in its properties.
        let parts = command.split(
          separator: "::".utf8, maxSplits: 2, omittingEmptySubsequences: false)
        return parts.map { harmless(String(Substring($0)), .words) }.joined(separator: "::") + "\n"
      }.joined()
    }
  }

  /// By bytes: a mark that combines with a colon would hide it.
  private static func replacing(_ mark: String, by words: String, in text: String) -> String {
    String(decoding: Array(text.utf8).replacing(Array(mark.utf8), with: words.utf8), as: UTF8.self)
  }
}

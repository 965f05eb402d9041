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

  /// Markdown that shows `text` as code, shortened to `limit` characters.
  ///
  /// In `code` no name is notified and no number linked, and a character by its number is no mark.
  package static func code(_ text: String, limit: Int) -> String {
    let escaped = Escaped.shortened(text, to: limit).unicodeScalars.map { scalar in
      let isPlain =
        !scalar.isASCII || scalar == " " || (48...57).contains(scalar.value)
        || (97...122).contains(scalar.value | 0x20)
      return isPlain ? String(scalar) : "&#\(scalar.value);"
    }
    return "<code>\(escaped.joined())</code>"
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

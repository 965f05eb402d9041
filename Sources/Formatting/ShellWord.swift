/// Words of a shell's command line.
package enum ShellWord {
  /// `text` in single quotation marks, which a shell takes for one word as it is.
  package static func quoted(_ text: String) -> String {
    // By scalars: a mark behind the quotation mark would hide it.
    "'" + text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }

  /// `text` as people would write it: in quotation marks only where a shell needs them.
  package static func plain(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789._-/@+,".unicodeScalars.contains($0)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }
}

// For fish, whose scripts are one command a line.
extension Completions {
  /// A file to be sourced, or put into the folder of completions.
  static var fish: String {
    let program = Catalogue.program
    let names = Catalogue.verbs.map { verb in
      "complete -c \(program) -n __fish_use_subcommand -a \(verb.name) "
        + "-d \(fishQuoted(verb.summary))"
    }
    let words = Catalogue.verbs.filter { !Self.words($0).isEmpty }.map { verb in
      "complete -c \(program) -n '__fish_seen_subcommand_from \(verb.name)' -f "
        + "-a \(fishQuoted(Self.words(verb).joined(separator: " ")))"
    }
    let flags = Catalogue.flags.map(fishFlag)
    return (["# fish completion for \(program)"] + names + words + flags)
      .joined(separator: "\n") + "\n"
  }

  /// A flag, offered unless a verb that does not take it is there; the unspoken verb's are offered
  /// behind a scene, too.
  private static func fishFlag(_ flag: Flag) -> String {
    let isOwner = { (verb: Verb) in verb.flags.contains { $0.name == flag.name } }
    let isUnspoken = Catalogue.verb(Catalogue.unspoken).map(isOwner) ?? false
    let verbs = Catalogue.verbs.filter { isOwner($0) != isUnspoken }.map(\.name)
    let seen = "__fish_seen_subcommand_from \(verbs.joined(separator: " "))"
    let condition = verbs.isEmpty ? "" : " -n \(fishQuoted(isUnspoken ? "not \(seen)" : seen))"
    let letter = flag.letter.map { " -s \($0)" } ?? ""
    return "complete -c \(Catalogue.program)\(condition) -l \(flag.name)\(letter)"
      + fishValue(flag) + " -d \(fishQuoted(flag.summary))"
  }

  private static func fishValue(_ flag: Flag) -> String {
    guard let value = flag.value else { return "" }
    switch value.kind {
    case .file: return " -r -F"
    case .folder: return " -r -f -a '(__fish_complete_directories)'"
    case .word:
      return " -x" + (value.choices.isEmpty ? "" : " -a '\(value.choices.joined(separator: " "))'")
    }
  }

  private static func fishQuoted(_ text: String) -> String {
    "'" + text.map { "\\'".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}

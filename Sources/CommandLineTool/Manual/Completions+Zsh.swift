// For zsh and fish, which show what a word means beside it.
extension Completions {
  static var zsh: String {
    """
    #compdef \(Catalogue.program)
    \(function)() {
      local verb=\(Catalogue.unspoken) word
      local -a verbs
      verbs=(
    \(Catalogue.spoken.map { "    \(zshDescribed($0.name, $0.summary))" }.joined(separator: "\n"))
      )
      for word in ${words[2,CURRENT-1]}; do
        case $word in
          \(Catalogue.spoken.map(\.name).joined(separator: "|"))) verb=$word; break ;;
        esac
      done
      if (( CURRENT == 2 )) && [[ ${words[CURRENT]} != -* ]]; then
        _describe verb verbs
      fi
      case $verb in
    \(Catalogue.spoken.map(zshVerb).joined(separator: "\n"))
      esac
    }
    compdef \(function) \(Catalogue.program)

    """
  }

  private static func zshVerb(_ verb: Verb) -> String {
    let flags = verb.flags.flatMap(zshFlag).map { "      \($0) \\" }
    let words = words(verb).joined(separator: " ")
    let operand = words.isEmpty ? "'*:file:_files'" : "'*:word:(\(words))'"
    return (["    \(verb.name)) _arguments -s \\"] + flags + ["      \(operand) ;;"])
      .joined(separator: "\n")
  }

  private static func zshFlag(_ flag: Flag) -> [String] {
    spellings(flag).map { spelling in
      let star = flag.isRepeatable ? "*" : ""
      let equals = spelling.hasPrefix("--") && flag.value != nil ? "=" : ""
      return quoted("\(star)\(spelling)\(equals)[\(zshEscaped(flag.summary))]\(zshValue(flag))")
    }
  }

  private static func zshValue(_ flag: Flag) -> String {
    guard let value = flag.value else { return "" }
    let name = zshEscaped(value.placeholder)
    switch value.kind {
    case .file: return ":\(name):_files"
    case .folder: return ":\(name):_files -/"
    case .word:
      return ":\(name):"
        + (value.choices.isEmpty ? " " : "(\(value.choices.joined(separator: " ")))")
    }
  }

  private static func zshDescribed(_ word: String, _ meaning: String) -> String {
    quoted("\(word):\(zshEscaped(meaning))")
  }

  private static func zshEscaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  static var fish: String {
    let program = Catalogue.program
    let names = Catalogue.spoken.map { verb in
      "complete -c \(program) -n __fish_use_subcommand -a \(verb.name) "
        + "-d \(fishQuoted(verb.summary))"
    }
    let words = Catalogue.spoken.filter { !Self.words($0).isEmpty }.map { verb in
      "complete -c \(program) -n '__fish_seen_subcommand_from \(verb.name)' -f "
        + "-a \(fishQuoted(Self.words(verb).joined(separator: " ")))"
    }
    let flags = Catalogue.flags.map(fishFlag)
    return (["# fish completion for \(program)"] + names + words + flags)
      .joined(separator: "\n") + "\n"
  }

  /// A flag, offered behind the verbs that take it; without a verb, what `render` takes.
  private static func fishFlag(_ flag: Flag) -> String {
    let owners = Catalogue.spoken.filter { $0.flags.contains { $0.name == flag.name } }
    let isUnspoken = owners.contains { $0.name == Catalogue.unspoken }
    let seen = "__fish_seen_subcommand_from \(owners.map(\.name).joined(separator: " "))"
    let condition = isUnspoken ? "__fish_use_subcommand; or \(seen)" : seen
    let letter = flag.letter.map { " -s \($0)" } ?? ""
    return "complete -c \(Catalogue.program) -n \(fishQuoted(condition)) -l \(flag.name)\(letter)"
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

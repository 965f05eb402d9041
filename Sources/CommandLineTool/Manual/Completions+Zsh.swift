// For zsh, which shows what a word means beside it.
extension Completions {
  /// A file that can be sourced, or put into a folder of `fpath`.
  static var zsh: String {
    """
    #compdef \(Catalogue.program)
    \(function)() {
      local verb=\(Catalogue.unspoken) word
      local -a verbs
      verbs=(
    \(Catalogue.verbs.map { "    \(zshDescribed($0.name, $0.summary))" }.joined(separator: "\n"))
      )
      for word in ${words[2,CURRENT-1]}; do
        case $word in
          \(Catalogue.verbs.map(\.name).joined(separator: "|"))) verb=$word; break ;;
        esac
      done
      if (( CURRENT == 2 )) && [[ ${words[CURRENT]} != -* ]]; then
        _describe verb verbs
      fi
      case $verb in
    \(Catalogue.verbs.map(zshVerb).joined(separator: "\n"))
      esac
    }
    if [[ ${funcstack[1]} == \(function) ]]; then
      \(function) "$@"
    else
      compdef \(function) \(Catalogue.program)
    fi

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
}

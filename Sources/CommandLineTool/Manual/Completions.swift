/// What makes a shell complete our command lines, made of the table of verbs and flags.
enum Completions {
  /// The script for `shell`.
  static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// A name that a shell takes for a function.
  static let function = "_" + Catalogue.program.map { $0 == "-" ? "_" : $0 }

  /// The verbs, with a blank between.
  static let verbs = Catalogue.verbs.map(\.name).joined(separator: " ")

  /// Text for single quotes, which hold everything but themselves.
  static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }

  /// How a flag may be written.
  static func spellings(_ flag: Flag) -> [String] {
    [flag.typed] + (flag.letter.map { ["-\($0)"] } ?? [])
  }

  private static var bash: String {
    """
    # bash completion for \(Catalogue.program)
    \(function)() {
      local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"
      local verb=\(Catalogue.unspoken) word flags
      for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case " \(verbs) " in *" $word "*) verb="$word"; break ;; esac
      done
      case "$prev" in
    \(bashValues)
      esac
      case "$verb" in
    \(bashFlags)
      esac
      if [[ "$cur" == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$cur")
        return
      fi
      case "$verb" in
    \(bashOperands)
      *) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
      esac
      if (( COMP_CWORD == 1 )); then
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "\(verbs)" -- "$cur")
      fi
    }
    complete -o filenames -F \(function) \(Catalogue.program)

    """
  }

  private static var bashValues: String {
    Catalogue.flags.compactMap { flag in
      guard let value = flag.value else { return nil }
      let words = "-W \(quoted(value.choices.joined(separator: " ")))"
      let source = value.kind == .folder ? "-d" : value.kind == .file ? "-f" : words
      return "  \(spellings(flag).joined(separator: "|"))) "
        + "mapfile -t COMPREPLY < <(compgen \(source) -- \"$cur\"); return ;;"
    }.joined(separator: "\n")
  }

  private static var bashFlags: String {
    Catalogue.verbs.map { verb in
      let words = verb.flags.flatMap(spellings).joined(separator: " ")
      return "  \(verb.name)) flags=\(quoted(words)) ;;"
    }.joined(separator: "\n")
  }

  private static var bashOperands: String {
    Catalogue.verbs.filter { !words($0).isEmpty }.map { verb in
      "  \(verb.name)) mapfile -t COMPREPLY < <(compgen -W "
        + "\(quoted(words(verb).joined(separator: " "))) -- \"$cur\"); return ;;"
    }.joined(separator: "\n")
  }

  /// The words that a verb takes.
  static func words(_ verb: Verb) -> [String] {
    verb.name == "help" ? Catalogue.verbs.map(\.name) : verb.operands.choices
  }
}

import Formatting

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
      let words = "-W \(ShellWord.quoted(value.choices.joined(separator: " ")))"
      let source = value.kind == .folder ? "-d" : value.kind == .file ? "-f" : words
      return "  \(spellings(flag).joined(separator: "|"))) "
        + "mapfile -t COMPREPLY < <(compgen \(source) -- \"$cur\"); return ;;"
    }.joined(separator: "\n")
  }

  private static var bashFlags: String {
    Catalogue.verbs.map { verb in
      let words = verb.flags.flatMap(spellings).joined(separator: " ")
      return "  \(verb.name)) flags=\(ShellWord.quoted(words)) ;;"
    }.joined(separator: "\n")
  }

  private static var bashOperands: String {
    Catalogue.verbs.filter { !words($0).isEmpty }.map { verb in
      "  \(verb.name)) mapfile -t COMPREPLY < <(compgen -W "
        + "\(ShellWord.quoted(words(verb).joined(separator: " "))) -- \"$cur\"); return ;;"
    }.joined(separator: "\n")
  }

  /// The words that a verb takes.
  static func words(_ verb: Verb) -> [String] {
    verb.name == "help"
      ? Catalogue.verbs.map(\.name) + [Catalogue.guide] : verb.operands.choices
  }
}

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
      return ShellWord.quoted(
        "\(star)\(spelling)\(equals)[\(zshEscaped(flag.summary))]\(zshValue(flag))")
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
    ShellWord.quoted("\(word):\(zshEscaped(meaning))")
  }

  private static func zshEscaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}

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

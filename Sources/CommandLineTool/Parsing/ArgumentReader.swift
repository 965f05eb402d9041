import Formatting

/// A command line, understood.
struct ParsedCommand: Sendable {
  /// What is to be done.
  var verb: Verb
  /// With what.
  var operands: [String]
  /// What the flags say.
  var settings: Settings

  /// Understands `arguments`, which do not begin with the program's name.
  ///
  /// A first word that is no verb is a scene to render, unless it is nearly a verb and `exists`
  /// knows no file of that name.
  init(
    _ arguments: [String], exists: (String) -> Bool = { _ in false }
  ) throws(UsageMistake) {
    var reader = ArgumentReader(arguments)
    try reader.readAll()
    if let immediate = reader.immediate {
      (verb, operands, settings) = (immediate.verb, immediate.operands, reader.settings)
      return
    }
    verb = try reader.takeVerb(exists: exists)
    (operands, settings) = (reader.operands.map(\.text), reader.settings)
    do throws(UsageMistake) {
      try reader.check(against: verb)
      try verb.check(operands, settings)
    } catch {
      throw error.located(at: nil, verb: verb.name)
    }
  }
}

/// Takes a command line apart by the table of flags, before it is known which verb is meant: every
/// flag means the same wherever it is taken, so that flags may stand before the verb.
struct ArgumentReader {
  /// A word that is no flag.
  struct Operand: Hashable {
    var text: String
    var argument: Int
    /// Whether it stands behind `--`, where nothing is a verb.
    var isLiteral: Bool
  }

  private let arguments: [String]
  private var next = 0
  private var used: [(flag: Flag, argument: Int)] = []
  private var isLiteral = false

  /// What the flags say so far.
  private(set) var settings = Settings()
  /// The words that are no flags.
  private(set) var operands: [Operand] = []
  /// What `--help` or `--version` asks for, which is answered at once.
  private(set) var immediate: (verb: Verb, operands: [String])?

  /// A reader of `arguments`.
  init(_ arguments: [String]) { self.arguments = arguments }

  /// Reads to the end, or to the first flag that is answered at once.
  mutating func readAll() throws(UsageMistake) {
    while immediate == nil, next < arguments.count {
      let (argument, text) = (next, arguments[next])
      next += 1
      do throws(UsageMistake) {
        try read(text, at: argument)
      } catch {
        throw error.located(at: argument, verb: operands.first.flatMap(spokenVerb)?.name)
      }
    }
  }

  private mutating func read(_ text: String, at argument: Int) throws(UsageMistake) {
    if isLiteral || text == "-" || !text.hasPrefix("-") {
      operands.append(Operand(text: text, argument: argument, isLiteral: isLiteral))
    } else if text == "--" {
      isLiteral = true
    } else if text.hasPrefix("--") {
      try readLong(text, at: argument)
    } else {
      try readLetters(text, at: argument)
    }
  }

  private mutating func readLong(_ text: String, at argument: Int) throws(UsageMistake) {
    let parts = text.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let flag = Catalogue.flags.first(where: { $0.name == parts[0] }) else {
      throw UsageMistake(.unknownFlag("--\(parts[0])"))
    }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    if attached != nil, flag.value == nil {
      throw UsageMistake(.told("\(flag.typed) takes no value"))
    }
    try take(flag, attached: attached, at: argument)
  }

  /// Reads `-q`, `-qj8`, `-j 8`.
  private mutating func readLetters(_ text: String, at argument: Int) throws(UsageMistake) {
    // "-fps" is taken for a slip of "--fps", not for "-f -p -s".
    if text.count > 2, Catalogue.flags.contains(where: { $0.name == text.dropFirst() }) {
      throw UsageMistake(.unknownFlag(text))
    }
    var rest = text.dropFirst()
    while immediate == nil, let letter = rest.popFirst() {
      guard let flag = Catalogue.flags.first(where: { $0.letter == letter }) else {
        throw UsageMistake(.unknownFlag("-\(letter)"))
      }
      guard flag.value != nil, !rest.isEmpty else {
        try take(flag, attached: nil, at: argument)
        continue
      }
      try take(flag, attached: String(rest), at: argument)
      return
    }
  }

  private mutating func take(
    _ flag: Flag, attached: String?, at argument: Int
  ) throws(UsageMistake) {
    if flag.name == Catalogue.version.name {
      immediate = (Catalogue.tellVersion, [])
      return
    }
    if flag.name == Catalogue.help.name {
      immediate = (Catalogue.explain, operands.first.flatMap(spokenVerb).map { [$0.name] } ?? [])
      return
    }
    if !flag.isRepeatable, used.contains(where: { $0.flag.name == flag.name }) {
      throw UsageMistake(.told("\(flag.typed) is given twice"))
    }
    used.append((flag, argument))
    settings.given.append(flag.typed)
    var value = attached ?? ""
    if attached == nil, flag.value != nil { value = try detachedValue(of: flag) }
    do throws(Expectation) {
      try flag.keep(&settings, value)
    } catch {
      throw UsageMistake(.badValue(flag.typed, value, error))
    }
  }

  /// The argument behind a flag, which must not look like the next flag.
  private mutating func detachedValue(of flag: Flag) throws(UsageMistake) -> String {
    let following = next < arguments.count ? arguments[next] : nil
    guard let value = following, !value.hasPrefix("--") else {
      let placeholder = flag.value?.placeholder ?? ""
      throw UsageMistake(
        .missingValue(flag.typed, placeholder: placeholder, next: following))
    }
    next += 1
    return value
  }
}

// What the words and flags come to, once all are read.
extension ArgumentReader {
  private func spokenVerb(_ operand: Operand) -> Verb? {
    operand.isLiteral ? nil : Catalogue.verb(operand.text)
  }

  /// Takes the verb off the words; the unspoken one if the first word is a scene.
  mutating func takeVerb(exists: (String) -> Bool) throws(UsageMistake) -> Verb {
    guard let first = operands.first else { throw UsageMistake(.noScene) }
    if let verb = spokenVerb(first) {
      operands.removeFirst()
      return verb
    }
    let names = Catalogue.verbs.map(\.name)
    // Verbs are letters alone: a path or a file with an ending is no slip of one.
    let isScene = first.isLiteral || !first.text.allSatisfy(\.isLetter) || exists(first.text)
    if !isScene,
      Catalogue.otherVerbs[first.text] != nil || SpellChecker.guess(first.text, in: names) != nil
    {
      throw UsageMistake(.unknownVerb(first.text), argument: first.argument)
    }
    guard let verb = Catalogue.verb(Catalogue.unspoken) else { throw UsageMistake(.noScene) }
    return verb
  }

  /// Whether the verb takes these flags, and as many words.
  func check(against verb: Verb) throws(UsageMistake) {
    for (flag, argument) in used where !verb.flags.contains(where: { $0.name == flag.name }) {
      let owners = Catalogue.verbs.filter { $0.flags.contains { $0.name == flag.name } }
      throw UsageMistake(
        .foreignFlag(flag.typed, verb: verb.name, owners: owners.map(\.name)), argument: argument)
    }
    let count = verb.operands.count
    guard operands.count >= count.lowerBound else {
      throw UsageMistake(.missingOperand(verb.operands.placeholder, verb: verb.name))
    }
    if operands.count > count.upperBound {
      let extra = operands[count.upperBound]
      throw UsageMistake(.extraOperand(extra.text, verb: verb.name), argument: extra.argument)
    }
    let choices = verb.operands.choices
    if let word = operands.first?.text, !choices.isEmpty, !choices.contains(word) {
      throw UsageMistake(.unknownWord(word, verb: verb.name, expected: choices))
    }
  }
}

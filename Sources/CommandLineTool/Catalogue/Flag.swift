/// One row of the table of flags: how it is written, what it takes, and where its value goes.
struct Flag: Sendable {
  /// The heading that it stands under in the manual.
  enum Topic: String, Hashable, Sendable, CaseIterable {
    case purpose = "What to do"
    case comparison = "What counts"
    case selection = "Which scenes"
    case output = "Output"
    case picture = "Picture and timing"
    case work = "Work"
    case messages = "Messages"
    case limits = "Limits"
  }

  /// What a flag takes.
  struct Value: Hashable, Sendable {
    /// What a shell offers to complete it with.
    enum Kind: Hashable, Sendable { case word, file, folder }

    /// The word that stands for it in the manual.
    var placeholder: String
    /// The only words that it can be; empty if it is no choice.
    var choices: [String] = []
    /// What a shell offers.
    var kind: Kind = .word
  }

  /// Puts the value in its place, or says what was expected.
  typealias Keep = @Sendable (inout Settings, String) throws(Expectation) -> Void

  /// The long name, without its dashes.
  var name: String
  /// The letter, if it has one.
  var letter: Character?
  /// What it takes; nil for a switch.
  var value: Value?
  /// Whether it may be given more than once.
  var isRepeatable = false
  /// The heading that it stands under.
  var topic: Topic
  /// One sentence on what it does.
  var summary: String
  /// Where its value goes.
  var keep: Keep

  /// The long name as it is typed.
  var typed: String { "--\(name)" }

  /// The flag as the manual shows it, as in `-o, --output FILE`.
  var synopsis: String {
    let short = letter.map { "-\($0), " } ?? ""
    return short + typed + (value.map { " " + $0.placeholder } ?? "")
  }

  /// The same of a verb for which there is something else to say of it.
  func saying(_ summary: String) -> Flag {
    var flag = self
    flag.summary = summary
    return flag
  }
}

/// What a value should have been, in words that follow "takes".
struct Expectation: Error, Hashable, Sendable {
  /// As in "a number from 1 to 8".
  var words: String
  /// The nearest thing that would have been right.
  var suggestion: String?
}

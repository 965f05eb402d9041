import Regression
import Formatting

/// One row of the table of verbs.
struct Verb: Sendable {
  /// The operands of a verb.
  struct Operands: Hashable, Sendable {
    /// As the manual shows them, as in `SCENE…`.
    var placeholder: String
    /// How many there may be.
    var count: ClosedRange<Int>
    /// The only words that they can be; empty if they are files.
    var choices: [String] = []

    /// None at all.
    static let none = Operands(placeholder: "", count: 0...0)
    /// One scene, or the pictures that make one.
    static let scene = Operands(placeholder: "SCENE|PICTURES", count: 1...Int.max)
    /// One scene or more, or the pictures that make one.
    static let scenes = Operands(placeholder: "SCENE…|PICTURES", count: 1...Int.max)
  }

  /// What a verb does with its operands.
  enum Action: Sendable {
    /// Prints a text, for which no scene is read.
    case print(@Sendable (Command) -> ([String]) -> String)
    /// Works on files, which can take long enough to be interrupted.
    case work(@Sendable (Command) -> ([String]) async throws(Failure) -> ExitCode)
  }

  /// What is wrong with operands and settings before any file is read.
  typealias Check = @Sendable ([String], Settings) throws(UsageMistake) -> Void

  /// The word that is typed.
  var name: String
  /// Its operands.
  var operands: Operands
  /// One sentence on what it does.
  var summary: String
  /// Details, a paragraph each.
  var details: [String] = []
  /// Example command lines.
  var examples: [String] = []
  /// The flags that it takes.
  var flags: [Flag] = []
  /// What it does.
  var action: Action
  /// Refuses flags and operands that do not go together.
  var check: Check = { (_, _) throws(UsageMistake) in }

  /// The command line in short.
  var synopsis: String {
    [Catalogue.program, name, operands.placeholder, flags.isEmpty ? "" : "[FLAGS]"]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}

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

  /// The value of a flag.
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

  /// Stores the value, or throws what was expected.
  typealias Keep = @Sendable (inout Settings, String) throws(Expectation) -> Void

  /// The long name, without its dashes.
  var name: String
  /// The letter, if it has one.
  var letter: Character?
  /// Its value; nil for a switch.
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

/// The expected kind of value, as it follows "takes".
struct Expectation: Error, Hashable, Sendable {
  /// As in "a number from 1 to 8".
  var words: String
  /// The nearest thing that would have been right.
  var suggestion: String?
}

// The kinds of flags: each reads its text once, here, so that a setting that exists is valid.
extension Flag {
  /// A flag without a value.
  static func toggle(
    _ name: String, _ letter: Character? = nil, _ topic: Topic, _ summary: String,
    set: @escaping @Sendable (inout Settings) -> Void
  ) -> Flag {
    Flag(name: name, letter: letter, topic: topic, summary: summary) {
      (settings, _) throws(Expectation) in set(&settings)
    }
  }

  /// A flag whose value `read` turns into `Kept`, or finds to be none of `expected`.
  static func reading<Kept>(
    _ name: String, _ letter: Character? = nil, _ value: Value, _ topic: Topic,
    into place: any WritableKeyPath<Settings, Kept?> & Sendable, expected: String,
    _ summary: String,
    by read: @escaping @Sendable (String) -> Kept?
  ) -> Flag {
    Flag(name: name, letter: letter, value: value, topic: topic, summary: summary) {
      (settings, text) throws(Expectation) in
      settings[keyPath: place] = try value.read(text, expected, by: read)
    }
  }

  /// Any number of values that `read` understands, one a flag.
  static func listing<Kept>(
    _ name: String, _ value: Value, _ topic: Topic,
    into place: any WritableKeyPath<Settings, [Kept]> & Sendable, expected: String,
    _ summary: String, by read: @escaping @Sendable (String) -> Kept?
  ) -> Flag {
    Flag(name: name, value: value, isRepeatable: true, topic: topic, summary: summary) {
      (settings, text) throws(Expectation) in
      settings[keyPath: place].append(try value.read(text, expected, by: read))
    }
  }

  /// A whole number in `range`.
  static func count(
    _ name: String, _ letter: Character? = nil, _ topic: Topic, in range: ClosedRange<Int>,
    into place: any WritableKeyPath<Settings, Int?> & Sendable, _ summary: String
  ) -> Flag {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return .reading(
      name, letter, Value(placeholder: "N"), topic, into: place, expected: expected, summary
    ) { ValueParser.whole($0, in: range) }
  }

  /// A number in `range`.
  static func number(
    _ name: String, _ topic: Topic, in range: ClosedRange<Double>,
    into place: any WritableKeyPath<Settings, Double?> & Sendable, _ summary: String
  ) -> Flag {
    let (low, high) = (
      NumberFormat.shortest(range.lowerBound), NumberFormat.shortest(range.upperBound)
    )
    return .reading(
      name, nil, Value(placeholder: "N"), topic, into: place,
      expected: "a number from \(low) to \(high)", summary
    ) { ValueParser.number($0, in: range) }
  }

  /// One of the cases of `Choice`.
  static func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
    _ name: String, _ topic: Topic, into place: any WritableKeyPath<Settings, Choice?> & Sendable,
    _ summary: String
  ) -> Flag {
    let words = Choice.allCases.map(\.rawValue)
    return .reading(
      name, nil, Value(placeholder: name.uppercased(), choices: words), topic, into: place,
      expected: words.joined(separator: ", "), summary, by: Choice.init(rawValue:))
  }

  /// The name of a file or a folder.
  static func path(
    _ name: String, _ letter: Character? = nil, _ value: Value, _ topic: Topic,
    isRepeatable: Bool = false, _ summary: String,
    keep: @escaping @Sendable (inout Settings, String) -> Void
  ) -> Flag {
    Flag(
      name: name, letter: letter, value: value, isRepeatable: isRepeatable, topic: topic,
      summary: summary
    ) { (settings, text) throws(Expectation) in
      guard !text.isEmpty, !text.unicodeScalars.contains("\0") else {
        throw Expectation(words: "a name")
      }
      keep(&settings, text)
    }
  }
}

extension Flag.Value {
  /// What `read` makes of a text, or what was `expected`, with the nearest of the choices.
  fileprivate func read<Kept>(
    _ text: String, _ expected: String, by read: (String) -> Kept?
  ) throws(Expectation) -> Kept {
    guard let kept = read(text) else {
      throw Expectation(words: expected, suggestion: SpellChecker.guess(text, in: choices))
    }
    return kept
  }
}

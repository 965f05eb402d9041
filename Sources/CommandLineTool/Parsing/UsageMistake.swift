import Formatting

/// A command line that cannot be followed: what is wrong, and in which argument.
struct UsageMistake: Error, Hashable, Sendable {
  /// What is wrong.
  enum Problem: Hashable, Sendable {
    case noScene
    case unknownVerb(String)
    case unknownFlag(String)
    case foreignFlag(String, verb: String, owners: [String])
    case missingValue(String, placeholder: String, next: String?)
    case unwantedValue(String)
    case badValue(String, String, Expectation)
    case repeatedFlag(String)
    case missingFlag(String, verb: String)
    case quarrel([String])
    case missingOperand(String, verb: String)
    case extraOperand(String, verb: String)
    case unknownWord(String, verb: String, expected: [String])
    case output(OutputMistake)
    case diffOutput(String)
    case notText(String)
  }

  /// What is wrong.
  var problem: Problem
  /// The argument that is wrong, from 0; nil where something is missing.
  var argument: Int?
  /// The verb whose help page explains more.
  var verb: String?

  init(_ problem: Problem, argument: Int? = nil) {
    (self.problem, self.argument) = (problem, argument)
  }

  /// The same mistake, known to be in an argument, made with a verb.
  func located(at argument: Int?, verb: String?) -> UsageMistake {
    var copy = self
    copy.argument = self.argument ?? argument
    copy.verb = self.verb ?? verb
    return copy
  }
}

extension UsageMistake: CustomStringConvertible {
  /// One line that says what is wrong.
  var description: String {
    switch problem {
    case .noScene: "no scene is given"
    case .unknownVerb(let word): "unknown verb \(Escaped.quoted(word))"
    case .unknownFlag(let flag): "unknown flag \(Escaped.quoted(flag))"
    case .foreignFlag(let flag, let verb, _): "\(flag) is no flag of \"\(verb)\""
    case .missingValue(let flag, let placeholder, _): "\(flag) needs a value, \(placeholder)"
    case .unwantedValue(let flag): "\(flag) takes no value"
    case .badValue(let flag, let value, let expected):
      "\(flag) takes \(expected.words), not \(Escaped.quoted(value))"
    case .repeatedFlag(let flag): "\(flag) is given twice"
    case .missingFlag(let flag, let verb): "\"\(verb)\" needs \(flag)"
    case .quarrel(let flags): "\(flags.joined(separator: " and ")) do not go together"
    case .missingOperand(let what, let verb): "\"\(verb)\" needs \(what)"
    case .extraOperand(let word, let verb): "\"\(verb)\" takes no \(Escaped.quoted(word)) here"
    case .unknownWord(let word, let verb, let expected):
      "\"\(verb)\" takes \(expected.joined(separator: " or ")), not \(Escaped.quoted(word))"
    case .output(let mistake): "\(mistake)"
    case .diffOutput(let path):
      "the name of \(Escaped.quoted(path)) says nothing that \"diff\" writes"
    case .notText(let word): "the argument \(Escaped.quoted(word)) is not in UTF-8"
    }
  }

  /// One line that says how to go on.
  var hint: String {
    guessed.map { "did you mean \"\($0)\"?" } ?? advice ?? page
  }

  /// What was probably meant.
  private var guessed: String? {
    switch problem {
    case .unknownVerb(let word):
      Spelling.guess(word, in: Catalogue.verbs.map(\.name))
    case .unknownFlag(let flag): Catalogue.guess(flag: flag, verb: verb)
    case .badValue(_, _, let expected): expected.suggestion
    case .unknownWord(let word, _, let expected): Spelling.guess(word, in: expected)
    case .noScene, .foreignFlag, .missingValue, .unwantedValue, .repeatedFlag, .missingFlag,
      .quarrel, .missingOperand, .extraOperand, .output, .diffOutput, .notText:
      nil
    }
  }

  /// What to do about it.
  private var advice: String? {
    switch problem {
    case .noScene: "\(Catalogue.program) SCENE… renders scenes; \"--help\" tells the rest"
    case .foreignFlag(_, _, let owners): "it belongs to \(owners.joined(separator: ", "))"
    case .missingValue(let flag, _, let next?):
      "if \(Escaped.quoted(next)) is the value, write \(flag)=\(Escaped.text(next))"
    case .output(let mistake): mistake.hint
    case .diffOutput: "it writes .png, .apng, .gif, .html and .json"
    case .notText: "a file of that name cannot be told from others; give it another one"
    case .unknownVerb, .unknownFlag, .missingValue, .unwantedValue, .badValue, .repeatedFlag,
      .missingFlag, .quarrel, .missingOperand, .extraOperand, .unknownWord:
      nil
    }
  }

  /// Where the manual explains it.
  private var page: String {
    "see \"\(Catalogue.program) help\(verb.map { " " + $0 } ?? "")\""
  }
}

extension Catalogue {
  /// The flag that was probably meant, as it is typed: of the verb's own, then of all.
  static func guess(flag typed: String, verb: String?) -> String? {
    let bare = String(typed.drop { $0 == "-" })
    guard bare.count > 1 else { return nil }
    let own = verb.flatMap { Catalogue.verb($0) }?.flags.map(\.name) ?? []
    let name =
      meanings[bare].flatMap { verb == nil || own.contains($0) ? $0 : nil }
      ?? Spelling.guess(bare, in: own)
      ?? Spelling.guess(bare, in: flags.map(\.name))
    return name.map { "--\($0)" }
  }

  /// What other tools call a flag that there is here.
  static let meanings = [
    "threads": "jobs", "workers": "jobs", "parallel": "jobs", "processes": "jobs",
    "framerate": "fps", "frame-rate": "fps", "rate": "fps",
    "width": "scale", "height": "scale", "size": "scale", "resolution": "scale", "density": "scale",
    "dpr": "scale", "zoom": "scale", "loops": "loop", "loop-count": "loop", "repeat": "loop",
    "repeats": "loop", "iterations": "loop", "infinite": "loop", "forever": "loop",
    "palette": "colors", "max-colors": "colors", "quality": "colors", "filesize": "max-bytes",
    "max-size": "max-bytes", "fast": "compression", "optimize": "compression",
    "type": "format", "out": "output", "destination": "output", "silent": "quiet",
    "pause": "hold", "delay": "hold", "stats": "report", "statistics": "report",
    "tolerance": "threshold", "fuzz": "threshold", "baseline": "against", "grep": "filter",
  ]
}

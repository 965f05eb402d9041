import Formatting
import Regression
import SceneFormat

/// A usage error: what is wrong, and in which argument.
struct UsageMistake: Error, Hashable, Sendable {
  /// What is wrong.
  enum Problem: Hashable, Sendable {
    case noScene
    case unknownVerb(String)
    case unknownFlag(String)
    case foreignFlag(String, verb: String, owners: [String])
    case missingValue(String, placeholder: String, next: String?)
    case badValue(String, String, Expectation)
    case conflict([String])
    case missingOperand(String, verb: String)
    case extraOperand(String, verb: String)
    case unknownWord(String, verb: String, expected: [String])
    case output(OutputMistake)
    /// A sentence; without a hint, the manual is one.
    case told(String, hint: String? = nil)
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
    case .badValue(let flag, let value, let expected):
      "\(flag) takes \(expected.words), not \(Escaped.quoted(value))"
    case .conflict(let flags): "\(flags.joined(separator: " and ")) cannot be combined"
    case .missingOperand(let what, let verb): "\"\(verb)\" needs \(what)"
    case .extraOperand(let word, let verb): "\"\(verb)\" takes no \(Escaped.quoted(word)) here"
    case .unknownWord(let word, let verb, let expected):
      "\"\(verb)\" takes \(Self.choice(expected)), not \(Escaped.quoted(word))"
    case .output(let mistake): "\(mistake)"
    case .told(let message, _): message
    }
  }

  /// One line that says how to go on.
  var hint: String {
    guessed.map { "did you mean \"\($0)\"?" } ?? advice ?? page
  }

  /// The likely spelling.
  private var guessed: String? {
    switch problem {
    case .unknownVerb(let word):
      Catalogue.otherVerbs[word] ?? SpellChecker.guess(word, in: Catalogue.verbs.map(\.name))
    case .foreignFlag(let flag, let verb, _):
      Catalogue.meanings[String(flag.dropFirst(2))].flatMap { name in
        Catalogue.verb(verb)?.flags.contains { $0.name == name } == true ? "--\(name)" : nil
      }
    case .unknownFlag(let flag) where Catalogue.screenFlags.contains(flag): nil
    case .unknownFlag(let flag): Catalogue.guess(flag: flag, verb: verb)
    case .badValue(_, _, let expected): expected.suggestion
    case .unknownWord(let word, _, let expected): SpellChecker.guess(word, in: expected)
    case .noScene, .missingValue, .conflict, .missingOperand, .extraOperand, .output, .told: nil
    }
  }

  /// Advice.
  private var advice: String? {
    switch problem {
    case .noScene:
      "\(Catalogue.program) SCENE… renders scenes, \"init\" writes a first one; see \"--help\""
    case .foreignFlag(let flag, Catalogue.unspoken, _) where Catalogue.screenFlags.contains(flag),
      .unknownFlag(let flag) where Catalogue.screenFlags.contains(flag):
      "name two pictures: \(Catalogue.program) home.png detail.png -t push"
    case .foreignFlag(_, _, let owners): "it belongs to \(owners.joined(separator: ", "))"
    case .missingValue(let flag, _, let next?):
      "if \(Escaped.quoted(next)) is the value, write \(flag)=\(Escaped.text(next))"
    case .output(let mistake): mistake.hint
    case .told(_, let hint): hint
    case .unknownVerb, .unknownFlag, .missingValue, .badValue, .conflict, .missingOperand,
      .extraOperand, .unknownWord:
      nil
    }
  }

  /// As in "a, b or c".
  private static func choice(_ words: [String]) -> String {
    let start = words.dropLast().joined(separator: ", ")
    return [start, words.last ?? ""].filter { !$0.isEmpty }.joined(separator: " or ")
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
    if verb == nil, flags.contains(where: { $0.name == bare }) { return "--\(bare)" }
    let own = verb.flatMap { Catalogue.verb($0) }?.flags.map(\.name) ?? []
    let name =
      meanings[bare].flatMap { verb == nil || own.contains($0) ? $0 : nil }
      ?? SpellChecker.guess(bare, in: own)
      ?? SpellChecker.guess(bare, in: flags.map(\.name))
    return name.map { "--\($0)" }
  }

  /// What other tools call a verb that there is here.
  static let otherVerbs = [
    "new": "init", "create": "init", "convert": "encode", "gif": "render", "export": "render",
    "serve": "preview", "show": "frame", "validate": "check", "lint": "check", "compare": "diff",
  ]

  /// The flags by which other tools take two screens.
  static let screenFlags = [
    "--from", "--to", "--before", "--after", "--first", "--second", "--start", "--end", "--input",
    "--image", "--images", "--screen", "--screens", "-i",
  ]

  /// What other tools call a flag that there is here.
  static let meanings = [
    "threads": "jobs", "workers": "jobs", "parallel": "jobs", "processes": "jobs",
    "framerate": "fps", "frame-rate": "fps", "rate": "fps",
    "width": "scale", "height": "scale", "size": "scale", "resolution": "scale", "density": "scale",
    "dpr": "scale", "zoom": "scale", "loops": "loop", "loop-count": "loop", "repeat": "loop",
    "repeats": "loop", "iterations": "loop", "infinite": "loop", "forever": "loop",
    "palette": "colors", "max-colors": "colors", "crf": "quality", "lossless": "quality",
    "filesize": "max-bytes",
    "max-size": "max-bytes", "fast": "compression", "optimize": "compression",
    "type": "format", "out": "output", "destination": "output", "silent": "quiet",
    "pause": "hold", "delay": "hold", "stats": "report", "statistics": "report",
    "fps": "at", "tolerance": "threshold", "fuzz": "threshold", "baseline": "against",
    "grep": "filter", "animation": "transition", "effect": "transition",
    "boomerang": "back", "return": "back", "undo": "back", "live": "watch", "follow": "watch",
  ]
}

/// An output that cannot be written as asked; found before anything is rendered.
enum OutputMistake: Error, Hashable, Sendable {
  case unknownEnding(String)
  case picture(String)
  case animation(String)
  case severalScenes(String)
  case severalFormats(String)
  case sequenceNeedsFolder(String)
  case severalToStdout
  case terminal(String?)
  case stdoutIsReport
  case notPacked(OutputFormat)
  case noQuality(OutputFormat?)
  case lossless(OutputFormat)
  case stdoutFormat(OutputFormat?)
  case same(String, scenes: [String])
  case inside(String, of: String)
  case overwritesInput(String)
}

extension OutputMistake: CustomStringConvertible {
  /// One line that says what is wrong.
  var description: String {
    switch self {
    case .unknownEnding(let path): "unknown format: \(Escaped.quoted(path))"
    case .picture(let path): "\(Escaped.quoted(path)) can hold one picture, not an animation"
    case .animation(let path):
      "\(Escaped.quoted(path)) is no PNG, and \"frame\" writes nothing else"
    case .severalScenes(let path): "several scenes cannot go to one file, \(Escaped.quoted(path))"
    case .severalFormats(let path): "several formats cannot go to one file, \(Escaped.quoted(path))"
    case .sequenceNeedsFolder(let path):
      "a PNG sequence is a folder; \(Escaped.quoted(path)) is none"
    case .severalToStdout: "stdout takes a single output"
    case .terminal(nil): "pictures are not written to a terminal"
    case .terminal(let path?):
      "pictures are not written to a terminal, which \(Escaped.quoted(path)) is"
    case .stdoutIsReport: "stdout takes a picture or the report, not both"
    case .notPacked(let format): "--max-bytes does not apply to \"\(format.rawValue)\""
    case .noQuality(let format):
      "--quality does not apply to \"\((format ?? .gif).rawValue)\""
    case .lossless(let format): "\"\(format.rawValue)\" is never lossless"
    case .stdoutFormat(let format?): "\"\(format.rawValue)\" cannot go to stdout"
    case .stdoutFormat(nil): "the format for stdout is not given"
    case .same(let path, let scenes):
      "two outputs have the name \(Escaped.quoted(path)): those of \(Self.list(scenes))"
    case .inside(let path, let folder):
      "\(Escaped.quoted(path)) lies in \(Escaped.quoted(folder)), which is itself an output"
    case .overwritesInput(let path): "the output \(Escaped.quoted(path)) would overwrite an input"
    }
  }

  /// Advice; nil for none.
  var hint: String? {
    switch self {
    case .unknownEnding(let path): Self.advice(onEndingOf: path)
    case .picture(let path):
      "-o \(Escaped.text(path)) --format apng writes an animated PNG; \"frame\" writes one picture"
    case .animation: "give it a name that ends in .png"
    case .severalScenes(let path): "for a folder, write \(Escaped.quoted(path + "/"))"
    case .severalFormats: "give each format an -o of its own, or a folder: -o \"NAME/\""
    case .sequenceNeedsFolder(let path): "write \(Escaped.quoted(path + "/"))"
    case .severalToStdout: "write the others with a command of their own"
    case .terminal: "send it to a file or a pipe: -o - > FILE"
    case .stdoutIsReport: "say --report, which goes to stderr, or write to a file"
    case .notPacked: "\(Self.names(where: \.isPacked)) can be made smaller"
    case .noQuality: "\(Self.names { $0.hasQuality }) have it"
    case .lossless: "--quality 100 is its best; webp and apng can be exact"
    case .stdoutFormat(.mp4): "its index is at its head and is written last: name a file"
    case .stdoutFormat(.some): "gif, apng, webp, y4m and rgba can"
    case .stdoutFormat(nil): "say it: --format gif"
    case .same: "give one of them another name with -o, or render it on its own"
    case .inside, .overwritesInput: "give the output another name with -o"
    }
  }

  /// The animations of which something holds: `gif, webp and mp4`.
  private static func names(where holds: (OutputFormat.Row) -> Bool) -> String {
    let names = OutputFormat.allCases.filter { holds($0.row) }.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  private static func list(_ scenes: [String]) -> String {
    let names = scenes.map { Escaped.quoted($0) }
    return Set(names).count == 1 ? names[0] : names.joined(separator: " and ")
  }

  private static func advice(onEndingOf path: String) -> String {
    let videos = [".mov", ".webm", ".mkv", ".m4v", ".avi", ".avif"]
    guard videos.contains(where: path.lowercased().hasSuffix) else {
      let rows = OutputFormat.allCases.map(\.row)
      let endings = rows.filter { $0.noun == nil }.map(\.ending).joined(separator: ", ")
      let others = rows.compactMap { row in row.noun.map { "\"\(row.ending)\" for \($0)" } }
      return "the formats are \(endings) and \(others.joined(separator: ", ")); or say --format"
    }
    return "pipe it: -o - --format y4m | ffmpeg -i - \(Escaped.text(path))"
  }
}

extension Failure {
  /// A mistake in the command line.
  init(_ mistake: UsageMistake) {
    self.init(.usage, [Diagnostic(.error, .program, "\(mistake)", hint: mistake.hint)])
  }
}

import Formatting

/// A mistake of a scene's author: where it is, and what is wrong.
public struct SceneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable {
    /// The scene cannot be used.
    case error
    /// The scene is used, but perhaps not as it is meant.
    case warning
  }

  /// Where it is.
  public var place: Place
  /// What is wrong.
  public var problem: Problem
  /// How bad it is.
  public var severity: Severity

  /// A mistake; an error unless told otherwise.
  public init(place: Place, problem: Problem, severity: Severity = .error) {
    (self.place, self.problem, self.severity) = (place, problem, severity)
  }

  /// One line: `scenes/push.json:14:17: error: …`.
  public var description: String {
    let file = Escaped(place.file)
    return "\(file):\(place.line):\(place.column): \(severity.rawValue): \(problem)"
  }
}

/// Where something is written: a file, a line and a column, both counted from 1.
public struct Place: Hashable, Sendable {
  /// The file's path, as it is shown to people.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column in characters (Unicode scalars), from 1.
  public var column: Int

  /// A place in `file`.
  public init(file: String, line: Int, column: Int) {
    (self.file, self.line, self.column) = (file, line, column)
  }

  /// The place of what no file has.
  static let nowhere = Place(file: "", line: 0, column: 0)
}

/// What is wrong with a scene.
public enum Problem: Hashable, Sendable, CustomStringConvertible {
  /// The file is no JSON.
  case syntax(SyntaxProblem)
  /// The file is no XML that is read.
  case xml(XMLProblem)
  /// A key or a value is not one of the format's.
  case structure(StructureProblem)
  /// A file is not there, or not what it should be.
  case asset(AssetProblem)
  /// A track, a target or a recipe makes no sense.
  case motion(MotionProblem)
  /// An expression makes no sense.
  case expression(ExpressionProblem)
  /// The steps of a flow do not fit the stack of screens.
  case flow(FlowProblem)
  /// Something that shows only when the scene is laid out.
  case layout(LayoutProblem)
  /// Valid, but suspicious.
  case warning(Warning)
  /// Not what the scene expects of its timeline.
  case unmet(UnmetExpectation)
  /// More than is allowed.
  case limit(Limit, allowed: Double)
  /// So many mistakes are not listed.
  case moreMistakes(Int)

  /// What is said about it.
  var wording: Wording {
    switch self {
    case .syntax(let problem): Wording("syntax", problem.sentence)
    case .xml(let problem): Wording("xml", problem.sentence)
    case .structure(let problem): problem.wording
    case .asset(let problem): problem.wording
    case .motion(let problem): problem.wording
    case .expression(let problem): Wording("expression", problem.sentence)
    case .layout(let problem): problem.wording
    case .warning(let warning): warning.wording
    case .unmet(let expectation): expectation.wording
    case .flow(let problem): Wording("flow", problem.sentence)
    case .limit(let limit, let allowed):
      Wording("limit", limit.excess(over: allowed))
    case .moreMistakes(let count):
      Wording("too-many-mistakes", count == 1 ? "1 more mistake" : "\(count) more mistakes")
    }
  }

  /// A short name that stays the same from version to version, such as `unknown-key`.
  public var code: String { wording.code }

  /// What is wrong, as a sentence without a full stop.
  public var message: String { wording.message }

  /// What to do about it, where that can be guessed.
  public var hint: String? { wording.hint }

  /// What to write instead of the key or the value; nil where that cannot be guessed.
  public var suggestion: String? { wording.suggestion }

  /// All that could be written instead; empty where that is no short list.
  public var allowed: [String] { wording.allowed }

  /// The message, and the hint behind a semicolon.
  public var description: String {
    guard let hint = wording.hint else { return wording.message }
    return "\(wording.message); \(hint)"
  }

  /// Whether it is about a file that the scene names, not about the scene.
  public var isAboutAsset: Bool {
    switch self {
    case .asset(.missing), .asset(.unusable), .asset(.noEmojiFont): true
    default: false
    }
  }

  /// Whether it may be gone at the next try: the system failed to read a file.
  public var isTransient: Bool {
    if case .asset(.unusable(_, .unreadable(_, isTransient: true))) = self { true } else { false }
  }
}

/// What is said about a problem.
struct Wording {
  let code: String
  let message: String
  let hint: String?
  /// What to write instead; nil where that cannot be guessed.
  var suggestion: String?
  /// All that could be written instead; empty where that is no short list.
  var allowed: [String] = []

  init(_ code: String, _ message: String, hint: String? = nil) {
    (self.code, self.message, self.hint) = (code, message, hint)
  }

  /// A message with `did you mean "…"?` where there is a suggestion.
  init(_ code: String, _ message: String, suggestion: String?) {
    self.init(code, message, hint: suggestion.map { "did you mean \(Quoted($0))?" })
    self.suggestion = suggestion
  }

  /// The same for a name of a list, which is told where nothing in it is near.
  init(_ code: String, _ message: String, suggestion: String?, of names: [String]) {
    let isShort = names.count <= Self.mostNames
    if suggestion == nil, isShort, !names.isEmpty {
      let list = names.map { "\(Quoted($0))" }.joined(separator: ", ")
      self.init(code, message, hint: "it can be \(list)")
    } else {
      self.init(code, message, suggestion: suggestion)
    }
    allowed = isShort ? names : []
  }

  private static let mostNames = 24
}

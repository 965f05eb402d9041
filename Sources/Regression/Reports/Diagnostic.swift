package import Formatting
package import RenderTransition
package import SceneFormat

/// An error or a warning about a scene, a file or the command line.
package struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  package enum Severity: String, Hashable, Sendable, CaseIterable { case error, warning }

  /// Its subject: a place in a file, a file, or the program.
  package struct Subject: Hashable, Sendable {
    var file: String?
    /// From 1.
    var line, column: Int?

    package static let program = Subject()

    package static func file(_ name: String) -> Subject { Subject(file: name) }

    /// A place; one without a line is a file as a whole.
    package static func place(_ place: Place) -> Subject {
      place.line == 0
        ? .file(place.file) : Subject(file: place.file, line: place.line, column: place.column)
    }

    /// nil where it is no place in a file.
    var place: Place? {
      guard let file, let line, let column else { return nil }
      return Place(file: file, line: line, column: column)
    }
  }

  package var severity: Severity
  package var subject: Subject
  /// One phrase, without a full stop.
  package var message: String
  /// How to put it right.
  package var hint: String?
  /// The line of the file that `subject` points into, as far as it can be shown.
  package var sourceLine: LinePart?
  /// What puts it right; nil where that cannot be guessed.
  package var fix: Fix?
  /// All that could stand at its place; empty where that is no short list.
  package var allowed: [String] = []

  /// A change of a text: so many characters at the diagnostic's place give way to others.
  package struct Fix: Hashable, Sendable {
    package var length: Int
    package var replacement: String
  }

  package init(
    _ severity: Severity, _ subject: Subject, _ message: String, hint: String? = nil,
    sourceLine: LinePart? = nil
  ) {
    (self.severity, self.subject, self.message) = (severity, subject, message)
    (self.hint, self.sourceLine) = (hint, sourceLine)
  }
}

// A diagnostic for people: one line, then the source and a caret.
extension Diagnostic {
  /// The text, which ends in a newline; nothing in it can move a terminal's cursor.
  package func text(_ style: TextStyle, width: Int) -> String {
    let said = Escaped.text(message) + (hint.map { "; " + Escaped.text($0) } ?? "")
    let label = severity.rawValue + ":"
    let colored = severity == .error ? style.red(label) : style.yellow(label)
    let line = "\(style.bold(location + ":")) \(colored) \(said)\n"
    guard let place = subject.place, let sourceLine else { return line }
    let excerpt = Excerpt(
      of: sourceLine, number: place.line, column: place.column, width: width)
    return line + "\(excerpt.line)\n\(excerpt.indent)\(style.green("^"))\n"
  }

  private var location: String {
    guard let place = subject.place else {
      return subject.file.map { Escaped.path($0) } ?? Release.program
    }
    return "\(Escaped.path(place.file)):\(place.line):\(place.column)"
  }
}

extension Diagnostic: Recorded {
  /// The diagnostic for programs.
  package static let record = Record<Diagnostic>(
    "An error or a warning.",
    members: [
      .init("severity", .choice("How bad it is."), \.severity),
      .init("file?", .text("The file."), \.subject.file),
      .init("line?", .whole("From 1."), \.subject.line),
      .init("column?", .whole("In characters, from 1."), \.subject.column),
      .init("message", .text("What it is."), \.message),
      .init("hint?", .text("How to put it right, for people."), \.hint),
      .init(
        "allowed?", .list(.text("A word."), "All that could stand there."), \.allowed, omitting: []),
      .init("fix?", .object(Fix.record, on: Fix(length: 0, replacement: "")), \.fix),
    ])
}

extension Diagnostic.Fix {
  fileprivate static let record = Record<Diagnostic.Fix>(
    "How to put it right: a change of the file at this line and column.",
    members: [
      .init("length", .whole("How many characters give way."), \.length),
      .init("replacement", .text("What takes their place."), \.replacement),
    ])
}

/// An error with its exit code and its diagnostics.
package struct Failure: Error, Hashable, Sendable {
  package var code: ExitCode
  /// Everything that is wrong, in the order of the file.
  package var diagnostics: [Diagnostic]

  package init(_ code: ExitCode, _ diagnostics: [Diagnostic]) {
    (self.code, self.diagnostics) = (code, diagnostics)
  }

  package init(_ code: ExitCode, _ message: String) {
    self.init(code, [Diagnostic(.error, .program, message)])
  }

  /// The result of `body`; an error of it as a failure with its sentence.
  package static func wrapping<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
    do {
      return try body()
    } catch {
      throw Failure(.failure, "\(error)")
    }
  }

  /// A failure without a message: a signal, or a closed pipe.
  package static func silent(_ code: ExitCode) -> Failure { Failure(code, []) }
}

/// The exit code of the program.
package struct ExitCode: Hashable, Sendable {
  /// The number, 0 to 255.
  package var number: Int32

  /// Done, or the same.
  package static let done = ExitCode(number: 0)
  /// Different, or an expectation failed.
  package static let different = ExitCode(number: 1)
  /// Usage error.
  package static let usage = ExitCode(number: 2)
  /// A scene is invalid.
  package static let invalidScene = ExitCode(number: 3)
  /// An asset or a font is missing or bad.
  package static let badAsset = ExitCode(number: 4)
  /// An output cannot be written, or something is wrong with the program itself.
  package static let failure = ExitCode(number: 5)
  /// Another program that is needed is missing.
  package static let missingTool = ExitCode(number: 6)
  /// No scene matched.
  package static let noScene = ExitCode(number: 7)
  /// The output is a closed pipe; the number that SIGPIPE, 13, gives.
  package static let brokenPipe = signal(13)

  /// Ended by a signal.
  package static func signal(_ number: Int32) -> ExitCode {
    ExitCode(number: 128 + (1...64 ~= number ? number : 0))
  }

  /// The codes as the manual shows them.
  ///
  /// A scheduler tries again what is transient; the others depend on the command and its files alone.
  package static let table: [(code: String, meaning: String, isTransient: Bool)] = [
    ("0", "Done, or the same.", false),
    ("1", "Different, or an expectation failed.", false),
    ("2", "Usage error.", false),
    ("3", "A scene is invalid.", false),
    ("4", "An asset, a font or a compared picture is missing, bad or too large.", false),
    ("5", "A file cannot be accessed or written, or the program itself is at fault.", true),
    ("6", "Another program that is needed is missing.", false),
    ("7", "No scene matched.", false),
    ("128+N", "Ended by signal N; 141 for a closed pipe.", true),
  ]
}

extension Failure {
  /// The same, in the words of the command line.
  package init(_ failure: LoadFailure, scene: String) {
    switch failure {
    case .mistakes(let mistakes, let sources):
      self.init(ExitCode(of: mistakes), mistakes.map { Diagnostic($0, in: sources) })
    case .unreadable(let error): self.init(reading: error, called: scene)
    case .memory: self.init(.failure, [Diagnostic(.error, .file(scene), "\(failure)")])
    }
  }

  /// There is no repository, or no git, for `flag`.
  package init(noRepositoryFor flag: String) {
    let message = "\(flag) needs a git repository, and the program git"
    // Git itself would say so, but in a container people rarely run it by hand. The system's
    // configuration is not read.
    let hint = "a repository of another user: git config --global --add safe.directory \"$PWD\""
    self.init(.missingTool, [Diagnostic(.error, .program, message, hint: hint)])
  }

  /// A failure to read what the command line names as `name`: one cause has one code, whatever the
  /// verb.
  package init(reading error: FileError, called name: String) {
    switch error.reason {
    case .noRepository: self.init(noRepositoryFor: "\"git:\"")
    case .noRevision: self.init(.usage, "\(error)")
    case .otherRepository: self.init(.noScene, [Diagnostic(.error, .file(name), "\(error)")])
    case .noFolder:
      self.init(.noScene, [Diagnostic(.error, .file(error.path), "there is no such folder")])
    case _ where error.isAboutMissing:
      self.init(.noScene, [Diagnostic(.error, .file(name), "there is no such file")])
    case _ where error.isTransient:
      self.init(.failure, [Diagnostic(.error, .file(name), "\(error)")])
    case .system, .tooLarge, .notRegular, .outsideRoot, .foreignFolder, .link, .input, .noObject:
      self.init(.invalidScene, [Diagnostic(.error, .file(name), "\(error)")])
    }
  }
}

extension ExitCode {
  /// The code of a scene's mistakes; another try is worth it only if it may end all of them.
  fileprivate init(of mistakes: [SceneError]) {
    let errors = mistakes.filter { $0.severity == .error }
    let problems = errors.map(\.problem)
    if !problems.isEmpty, problems.allSatisfy(\.isTransient) {
      self = .failure
    } else if problems.allSatisfy(\.isAboutAsset) {
      self = .badAsset
    } else {
      self = errors.allSatisfy(\.place.isInFlag) ? .usage : .invalidScene
    }
  }
}

extension Failure {
  /// A failure while frames were rendered or written.
  package init(rendering error: any Error, of scene: String) {
    switch error {
    case let failure as Failure: self = failure
    case is CancellationError: self = .silent(.signal(15))
    case let error as FileError where error.isBrokenPipe: self = .silent(.brokenPipe)
    case let failure as LoadFailure: self.init(failure, scene: scene)
    case let error as FootageError: self.init(error)
    case let error as SizeMisfit: self.init(.usage, "\(error)")
    case let error as VideoError where error.isAboutMissing:
      let hint = "on Debian and Ubuntu: apt-get install ffmpeg"
      self.init(.missingTool, [Diagnostic(.error, .program, "\(error)", hint: hint)])
    default: self.init(.failure, "\(error)")
    }
  }
}

extension Failure {
  /// A failure while frames were read.
  private init(_ error: FootageError) {
    switch error {
    case .file(let error):
      self.init(reading: error, called: error.path)
      // A frame is an image, not a scene.
      if code == .invalidScene { code = .badAsset }
    case .content(let path, let reason):
      self.init(.badAsset, [Diagnostic(.error, .file(path), reason)])
    case .frame(let number, let path, let reason):
      self.init(.badAsset, [Diagnostic(.error, .file(path), "frame \(number): \(reason)")])
    case .noTimes: self.init(.usage, "\(error)")
    case .empty, .limit: self.init(.badAsset, "\(error)")
    case .memory: self.init(.failure, "\(error)")
    }
  }
}

extension Failure {
  /// A failure while something was read or compared.
  package init(comparing error: any Error, path: String) {
    switch error {
    case let error as UnreadableScene: self.init(error.failure, scene: error.path)
    // It may have been meant as a scene.
    case FootageError.file(let error): self.init(reading: error, called: error.path)
    default: self.init(rendering: error, of: path)
    }
  }
}

extension Diagnostic {
  /// A scene's mistake with the line that it is in.
  package init(_ mistake: SceneError, in sources: [SourceText]) {
    let source = sources.first { $0.file == mistake.place.file }
    self.init(
      mistake.severity == .error ? .error : .warning, .place(mistake.place),
      mistake.problem.message, hint: mistake.problem.hint,
      sourceLine: mistake.place.line == 0 ? nil : source?.line(at: mistake.place))
    allowed = mistake.problem.allowed
    if let suggestion = mistake.problem.suggestion,
      let length = sourceLine?.lengthOfToken(at: mistake.place.column)
    {
      fix = Fix(length: length, replacement: JSONValue.quoted(suggestion))
    }
  }
}

extension LinePart {
  /// The characters of the JSON string or number that begins at `column`; nil where none does, or where
  /// its end is not in this part of the line.
  fileprivate func lengthOfToken(at column: Int) -> Int? {
    let rest = text.unicodeScalars.dropFirst(column - 1 - skipped)
    guard let first = rest.first else { return nil }
    guard first == "\"" else {
      let isNumber = { (scalar: Unicode.Scalar) in "+-.eE0123456789".unicodeScalars.contains(scalar)
      }
      let count = rest.prefix(while: isNumber).count
      return count > 0 ? count : nil
    }
    var (length, isEscaped) = (1, false)
    for scalar in rest.dropFirst() {
      length += 1
      if isEscaped {
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        return length
      }
    }
    return nil
  }
}

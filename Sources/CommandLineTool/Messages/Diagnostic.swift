import SceneFormat

/// Something to be said about a scene, a file or the command line.
struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  enum Severity: String, Hashable, Sendable { case error, warning }

  /// What it is about.
  enum Subject: Hashable, Sendable {
    case place(Place)
    case file(String)
    case program
  }

  var severity: Severity
  var subject: Subject
  /// What is wrong, without a full stop.
  var message: String
  /// How to put it right.
  var hint: String?
  /// The line of the file that `subject` points into.
  var sourceLine: String?

  init(
    _ severity: Severity, _ subject: Subject, _ message: String, hint: String? = nil,
    sourceLine: String? = nil
  ) {
    (self.severity, self.subject, self.message) = (severity, subject, message)
    (self.hint, self.sourceLine) = (hint, sourceLine)
  }

  /// A mistake in the command line.
  init(_ mistake: UsageMistake) {
    self.init(.error, .program, "\(mistake)", hint: mistake.hint)
  }
}

/// What the program tells its caller when it ends.
public struct ExitCode: Hashable, Sendable {
  /// The number, 0 to 255.
  public var number: Int32

  /// Done, or the same.
  public static let done = ExitCode(number: 0)
  /// Different, or an expectation failed.
  public static let different = ExitCode(number: 1)
  /// The command line cannot be followed.
  public static let usage = ExitCode(number: 2)
  /// A scene is invalid.
  public static let invalidScene = ExitCode(number: 3)
  /// An asset or a font is missing or bad.
  public static let badAsset = ExitCode(number: 4)
  /// An output cannot be written, or something is wrong with the program itself.
  public static let failure = ExitCode(number: 5)
  /// Another program that is needed is missing.
  public static let missingTool = ExitCode(number: 6)
  /// No scene matched.
  public static let noScene = ExitCode(number: 7)
  /// Nobody reads what is written; the number that SIGPIPE, 13, gives.
  public static let brokenPipe = signal(13)

  /// Ended by a signal.
  public static func signal(_ number: Int32) -> ExitCode {
    ExitCode(number: 128 + (1...64 ~= number ? number : 0))
  }

  /// The codes as the manual shows them.
  static let table: [(code: String, meaning: String)] = [
    ("0", "Done, or the same."),
    ("1", "Different, or an expectation failed."),
    ("2", "The command line cannot be followed."),
    ("3", "A scene is invalid."),
    ("4", "An asset or a font is missing or bad."),
    ("5", "An output cannot be written, or the program itself is at fault."),
    ("6", "Another program that is needed is missing."),
    ("7", "No scene matched."),
    ("128+N", "Ended by signal N; 141 if nobody reads the output any more."),
  ]
}

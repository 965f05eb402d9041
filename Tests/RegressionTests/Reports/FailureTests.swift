import Formatting
import Glibc
import SceneFormat
import Testing

@testable import Regression
@testable import RenderTransition

@Suite("mistakes, their codes and their words")
struct FailureTests {
  private static func failure(_ problems: [Problem]) -> Failure {
    let mistakes = problems.map {
      SceneError(place: Place(file: "a.json", line: 1, column: 1), problem: $0)
    }
    return Failure(.mistakes(mistakes, sources: []), scene: "a.json")
  }

  private static func unreadable(_ code: Int32) -> Problem {
    .asset(.unusable("a.png", FileError(.read, "a.png", .system(code)).failure))
  }

  private static let (asset, busy) = (unreadable(ENOENT), unreadable(EIO))
  private static let key = Problem.structure(.missingKey("to"))

  static let mixes: [(problems: [Problem], code: ExitCode)] = [
    ([key], .invalidScene), ([asset], .badAsset), ([busy], .failure),
    ([key, asset], .invalidScene), ([asset, key], .invalidScene), ([asset, asset], .badAsset),
    ([busy, asset], .badAsset), ([asset, busy], .badAsset), ([busy, busy], .failure),
    ([busy, key], .invalidScene), ([key, busy], .invalidScene),
    ([asset, busy, key], .invalidScene),
  ]

  @Test("of the mistakes of one scene, its own count most, then files", arguments: mixes)
  func mixed(_ row: (problems: [Problem], code: ExitCode)) {
    let failure = Self.failure(row.problems)
    #expect(failure.code == row.code && failure.diagnostics.count == row.problems.count)
  }

  @Test(
    "a read that fails is worth another try if the system may have more next time",
    arguments: [
      (EIO, true), (ENOMEM, true), (EMFILE, true), (ESTALE, true), (EACCES, false), (ELOOP, false),
      (ENAMETOOLONG, false),
    ])
  func system(code: Int32, isTransient: Bool) {
    let error = FileError(.read, "a.json", .system(code))
    #expect(
      Failure(.unreadable(error), scene: "a").code == (isTransient ? .failure : .invalidScene))
    #expect(Self.failure([Self.unreadable(code)]).code == (isTransient ? .failure : .badAsset))
  }

  @Test(
    "a signal has its number, and what is none has 128",
    arguments: [(1, 129), (13, 141), (15, 143), (64, 192), (0, 128), (65, 128), (-1, 128)])
  func signals(number: Int32, code: Int32) {
    #expect(ExitCode.signal(number).number == code)
  }

  static let reasons: [(reason: FileError.Reason, scene: ExitCode, frame: ExitCode)] = [
    (.system(ENOENT), .noScene, .noScene), (.system(ENOTDIR), .noScene, .noScene),
    (.system(EIO), .failure, .failure), (.system(EACCES), .invalidScene, .badAsset),
    (.tooLarge(limit: 1), .invalidScene, .badAsset), (.notRegular, .invalidScene, .badAsset),
    (.outsideRoot, .invalidScene, .badAsset), (.noObject, .invalidScene, .badAsset),
    (.noFolder, .noScene, .noScene), (.noRepository, .missingTool, .missingTool),
    (.noRevision("x"), .usage, .usage), (.otherRepository, .noScene, .noScene),
  ]

  @Test("a file that cannot be read is a bad scene, or a bad picture", arguments: reasons)
  func reading(_ row: (reason: FileError.Reason, scene: ExitCode, frame: ExitCode)) {
    let error = FileError(.read, "a", row.reason)
    #expect(Failure(reading: error, called: "a").code == row.scene)
    #expect(Failure(rendering: FootageError.file(error), of: "a").code == row.frame)
  }

  /// The fix of a misspelt name that begins in `column` of a line.
  private static func fix(_ line: String, column: Int) -> Diagnostic.Fix? {
    let place = Place(file: "a.json", line: 1, column: column)
    let problem = Problem.structure(.unknownKey("x", suggestion: "to"))
    let source = SourceText(file: "a.json", bytes: Array(line.utf8))
    return Diagnostic(SceneError(place: place, problem: problem), in: [source]).fix
  }

  @Test("a fix takes the place of the whole string or number, and of nothing else")
  func fixes() {
    let blanks = String(repeating: " ", count: 1000)
    for (line, column, length) in [
      (#"{ "ot": 1 }"#, 3, 4), (#"{ "a\"b": 1 }"#, 3, 6), (#"{ "a\\": 1 }"#, 3, 5),
      ("[-1.5e+3]", 2, 7), ("\(blanks)\"ot\": 1", 1001, 4), ("é\"ü\"", 2, 3),
    ] {
      let expected = Diagnostic.Fix(length: length, replacement: "\"to\"")
      #expect(Self.fix(line, column: column) == expected, "\(line.suffix(20))")
    }
    for line in ["{", "\"ot", "\"a\\\"", ""] { #expect(Self.fix(line, column: 1) == nil) }
  }

  @Test("errors are red, warnings yellow, and the hint stands behind the message")
  func colors() {
    let style = TextStyle(isColored: true)
    func text(_ severity: Diagnostic.Severity, hint: String? = nil) -> String {
      Diagnostic(severity, .file("a"), "said", hint: hint).text(style, width: 80)
    }
    let name = "\u{1B}[1ma:\u{1B}[0m"
    #expect(text(.error) == "\(name) \u{1B}[1;31merror:\u{1B}[0m said\n")
    #expect(text(.warning) == "\(name) \u{1B}[1;33mwarning:\u{1B}[0m said\n")
    let hinted = Diagnostic(.error, .program, "a\u{1B}", hint: "do b\n").text(.plain, width: 80)
    #expect(hinted == "render-transition: error: a\\u{1B}; do b\\u{A}\n")
  }
}

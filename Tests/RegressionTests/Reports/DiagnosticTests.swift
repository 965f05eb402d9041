import Formatting
import Glibc
import SceneFormat
import Testing

@testable import Regression
@testable import RenderTransition

@Suite("exit codes of what a scheduler may try again")
struct DiagnosticTests {
  private static func failure(_ problems: [Problem]) -> Failure {
    let mistakes = problems.map {
      SceneError(place: Place(file: "a.json", line: 1, column: 1), problem: $0)
    }
    return Failure(.mistakes(mistakes, sources: []), scene: "a.json")
  }

  private static func asset(_ code: Int32) -> Problem {
    .asset(.unusable("a.png", FileError(.read, "a.png", .system(code)).failure))
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
    #expect(Self.failure([Self.asset(code)]).code == (isTransient ? .failure : .badAsset))
  }

  @Test("a mistake of the scene is not worth one, whatever else is wrong")
  func mistakes() {
    let mistake = Problem.structure(.duplicateKey("k"))
    #expect(Self.failure([Self.asset(EIO), mistake]).code == .invalidScene)
    #expect(Self.failure([Self.asset(EIO), Self.asset(ENOENT)]).code == .badAsset)
  }
}

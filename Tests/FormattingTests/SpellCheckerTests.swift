import Testing

@testable import Formatting

@Suite("guesses")
struct SpellingTests {
  @Test(
    "a slip of the finger is one step",
    arguments: [
      ("", "", 0), ("a", "", 1), ("fps", "fsp", 1), ("render", "rendr", 1), ("chekc", "check", 1),
      ("kitten", "sitting", 3),
    ])
  func countsSteps(_ old: String, _ new: String, _ steps: Int) {
    let (old, new) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
    #expect(SpellChecker.distance(old, new) == steps)
    #expect(SpellChecker.distance(new, old) == steps)
  }

  @Test("a guess is near, or the only word that begins so")
  func guesses() {
    let words = ["output", "format", "fps", "frame"]
    #expect(SpellChecker.guess("outptu", in: words) == "output")
    #expect(SpellChecker.guess("out", in: words) == "output")
    #expect(SpellChecker.guess("OUTPUT", in: words) == "output")
    #expect(SpellChecker.guess("push.json", in: words) == nil)
    #expect(SpellChecker.guess("", in: words) == nil)
    #expect(SpellChecker.guess(String(repeating: "f", count: 100_000), in: words) == nil)
  }
}

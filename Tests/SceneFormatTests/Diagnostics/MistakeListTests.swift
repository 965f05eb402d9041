import Testing

@testable import SceneFormat

struct MistakeListTests {
  private func mistake(
    _ line: Int, file: String = "a.json", severity: SceneError.Severity = .error
  ) -> SceneError {
    SceneError(
      place: Place(file: file, line: line, column: 1), problem: .structure(.missingKey("k")),
      severity: severity)
  }

  @Test("a mistake is listed once, and a hundred fill the list")
  func full() {
    var list = MistakeList()
    for line in 1...99 { list += [mistake(line), mistake(line)] }
    #expect(list.count == 99 && !list.isFull)
    list.append(mistake(100))
    #expect(list.count == 100 && list.isFull && list.listed.count == 100)
    list.append(mistake(101))
    #expect(list.listed.last?.problem == .moreMistakes(1) && list.listed.last?.severity == .error)
  }

  @Test("warnings that are not listed are warnings")
  func warnings() {
    var list = MistakeList()
    for line in 1...102 { list.append(mistake(line, severity: .warning)) }
    #expect(list.listed.last?.problem == .moreMistakes(2))
    #expect(list.listed.allSatisfy { $0.severity == .warning })
  }

  @Test("mistakes are in the order of their files, and then of their lines")
  func order() {
    var list = MistakeList()
    list += [
      mistake(2, file: "b"), mistake(1, file: "b"), mistake(3, file: "c"), mistake(9, file: "a"),
    ]
    let places = list.sorted(by: ["c", "b", "a"]).map(\.place)
    #expect(places.map(\.file) == ["c", "b", "b", "a"] && places.map(\.line) == [3, 1, 2, 9])
  }

  @Test("up to 24 names are listed where none is near", arguments: [1, 24, 25])
  func names(_ count: Int) {
    let names = (0..<count).map { "name\($0)" }
    let wording = Wording("code", "message", suggestion: nil, of: names)
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(wording.hint == (count <= 24 ? "it can be \(list)" : nil))
    #expect(wording.allowed == (count <= 24 ? names : []))
  }

  @Test("another tool's word goes before a name that differs in two letters")
  func synonyms() {
    #expect(Suggestion.nearest(to: "elevation", in: ["elevaxxon", "shadow"]) == "shadow")
    #expect(Suggestion.nearest(to: "elevation", in: ["elevatixn", "shadow"]) == "elevatixn")
    #expect(Suggestion.nearest(to: "elevation", in: ["elevaxxon"]) == "elevaxxon")
  }
}

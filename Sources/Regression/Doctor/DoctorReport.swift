package import Formatting
import RenderTransition

/// Whether this program draws the same pixels here as everywhere, and what it consists of.
package struct DoctorReport: Hashable, Sendable {
  /// The name of the published form.
  static let schema = "render-transition/doctor-1"

  /// What came of a self-test.
  struct Part: Hashable, Sendable {
    var test: SelfTest
    /// The hash of what was drawn; nil if nothing was.
    var actual: String?
    /// Why nothing was drawn.
    var problem: String?

    var isSame: Bool { actual == test.expected }
  }

  private let installation = Installation()
  let parts: [Part]

  /// Runs `tests`.
  package init(running tests: [SelfTest]) async {
    var parts: [Part] = []
    for test in tests {
      do {
        parts.append(Part(test: test, actual: try await test.rendered()))
      } catch {
        let lines = "\(error)".split(separator: "\n")
        parts.append(Part(test: test, problem: lines.joined(separator: "; ")))
      }
    }
    self.parts = parts
  }

  /// The exit code: 1 if pixels differ.
  package var code: ExitCode { parts.allSatisfy(\.isSame) ? .done : .different }

  /// The report for people.
  package var text: String {
    let rows = installation.rows + parts.map { ($0.test.name, words(for: $0)) }
    let column = (rows.map(\.0.count).max() ?? 0) + 2
    let lines = rows.map { name, words in
      name + String(repeating: " ", count: column - name.count) + words
    }
    let all = ["\(Release.program) \(Release.version)"] + lines + [verdict]
    return all.map { Escaped.text($0) + "\n" }.joined()
  }

  private func words(for part: Part) -> String {
    if let problem = part.problem { return "not drawn: \(problem)" }
    guard !part.isSame, let actual = part.actual else { return "same" }
    return "different: \(actual) instead of \(part.test.expected)"
  }

  private var verdict: String {
    func names(_ faults: [Part]) -> String { faults.map(\.test.name).joined(separator: ", ") }
    let undrawn = parts.filter { $0.problem != nil }
    let differing = parts.filter { $0.problem == nil && !$0.isSame }
    let faults =
      (undrawn.isEmpty ? [] : ["could not be drawn: \(names(undrawn))"])
      + (differing.isEmpty ? [] : ["other pixels than elsewhere: \(names(differing))"])
    guard !faults.isEmpty else { return "same pixels as everywhere" }
    let request = "please report what \"\(Release.program) doctor --json\" prints"
    return (faults + [request]).joined(separator: "; ")
  }

  /// The report for programs.
  package var json: JSONValue {
    let drawn = parts.map { part in
      JSONValue.object([
        "name": .text(part.test.name), "same": .flag(part.isSame),
        "expected": .text(part.test.expected), "actual": part.actual.map(JSONValue.text),
        "problem": part.problem.map(JSONValue.text),
      ])
    }
    return .object(
      [
        ("schema", .text(Self.schema)), ("program", .text("\(Release.program) \(Release.version)")),
        ("same", .flag(code == .done)), ("parts", .list(drawn)),
      ] + installation.json)
  }
}

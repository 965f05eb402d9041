package import Formatting
import RenderTransition

/// Whether this program draws the same pixels here as everywhere, and what it consists of.
package struct DoctorReport: Hashable, Sendable {
  /// What came of a self-test.
  struct Part: Hashable, Sendable {
    var test: SelfTest
    /// The hash of what was drawn; nil if nothing was.
    var actual: String?
    /// Why nothing was drawn.
    var problem: String?

    var isSame: Bool { actual == test.expected }
  }

  fileprivate let installation = Installation()
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
    let all = [Release.title] + lines + [verdict]
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

}

extension DoctorReport: Recorded {
  /// The report for programs.
  package static let record = Record<DoctorReport>(
    "What was found on this machine.",
    members: [
      .init(schema: "render-transition/doctor-1"), .program,
      .init(
        "same", .flag("Whether all parts are drawn as everywhere."), from: { $0.code == .done }),
      .init("parts", .list(.object(Part.record), "What was drawn."), from: \.parts),
      .init("system", .text("The system and its C library."), from: { _ in Machine.system }),
      .init("architecture", .text("The processor's."), from: { _ in Machine.architecture }),
      .init("avx2", .flag("Whether the processor has it."), from: { _ in Machine.hasAVX2 }),
      .init("cores", .whole("Cores in use."), from: { _ in Threads.defaultJobs }),
      .init(
        "memoryBytes", .whole("The machine's memory.").orNull, from: { _ in Machine.memoryBytes }),
      .init(
        "memoryLeftBytes", .whole("What limits leave of it.").orNull,
        from: { _ in ProcessMemory.leftBytes }),
      .init(
        "look", .whole("The version of the look."),
        from: { _ in RenderEnvironment.currentRenderingVersion }),
      .init("formats", .list(.text("A format."), "What is written."), from: \.installation.formats),
      .init("libraries", .libraries, from: \.installation.libraries),
      .init(
        "programs", .list(.object(InstalledProgram.record), "Programs that are run."),
        from: \.installation.programs),
      .init(
        "fonts", .list(.object(Installation.Font.record), "The fonts of the system."),
        from: \.installation.fonts),
    ])
}

extension DoctorReport.Part {
  fileprivate static let record = Record<DoctorReport.Part>(
    "What was drawn.",
    members: [
      .init("name", .text("What it is."), \.test.name),
      .init("same", .flag("Whether it is as everywhere."), from: \.isSame),
      .init("expected", .text("The hash of its pixels elsewhere."), \.test.expected),
      .init("actual?", .text("Their hash here."), \.actual),
      .init("problem?", .text("Why it was not drawn."), \.problem),
    ])
}

extension InstalledProgram {
  fileprivate static let record = Record<InstalledProgram>(
    "A program.",
    members: [
      .init("name", .text("Its name."), from: \.name),
      .init("path?", .text("Where it is.").orNull, from: \.path),
      .init("version?", .text("What it says.").orNull, from: \.version),
    ])
}

extension Installation.Font {
  fileprivate static let record = Record<Installation.Font>(
    "A font.",
    members: [
      .init("name", .text("What scenes call it."), \.name),
      .init("font?", .text("What it is.").orNull, from: \.font),
      .init("hash?", .text("The hash of its file.").orNull, from: { $0.hash.map { "\($0)" } }),
      .init("problem?", .text("Why it cannot be read.").orNull, \.problem),
    ])
}

extension JSONForm<[(name: String, version: String)]> {
  fileprivate static var libraries: JSONForm {
    JSONForm(.table(.text("Its version."), "The libraries.")) { libraries in
      .object(libraries.map { ($0.name, .text($0.version)) })
    }
  }
}

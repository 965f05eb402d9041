import RenderTransition
import Formatting
import SceneFormat
import Testing

@testable import CommandLineTool

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  /// New numbers, or those of RT_SEED; the seed is printed.
  static var fresh: SeededNumbers {
    let told = Console.system.environment("RT_SEED").flatMap { UInt64($0) }
    let seed = told ?? UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    return SeededNumbers(state: seed)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Laws that hold for any command line whatever.
@Suite struct AnyLineTests {
  static let vocabulary =
    Catalogue.verbs.map(\.name) + Catalogue.flags.map(\.typed) + [
      "a.json", "b.json", "s/a.json", "-", "--", "-q", "-j", "-j8", "-qj", "-o", "-ox/", "x/",
      "x/a.gif", "x.gif", "./x.gif", "..", "/", "", "=", "--=", "---", "--fps=", "50%", "gif",
      "frames", "8", "0", "-1", "99999999999999999999", "1e999", "\u{1B}[2J", "\u{0}", "é", "字",
    ]

  static func line(_ numbers: inout SeededNumbers) -> [String] {
    (0..<Int.random(in: 0...7, using: &numbers)).map { _ in
      vocabulary.randomElement(using: &numbers) ?? ""
    }
  }

  @Test("any line is understood, or refused with one visible line and a hint")
  func isAnswered() {
    var numbers = SeededNumbers.fresh
    var (understood, refused) = (0, 0)
    for _ in 0..<20_000 {
      let line = Self.line(&numbers)
      do throws(UsageMistake) {
        _ = try ParsedCommand(line)
        understood += 1
      } catch {
        refused += 1
        let said = "\(error); \(error.hint)"
        #expect(!said.unicodeScalars.contains(where: { !Escaped.isPrintable($0) }), "\(line)")
        #expect(!error.hint.isEmpty, "\(line)")
        if let argument = error.argument { #expect(line.indices.contains(argument), "\(line)") }
      }
    }
    #expect(understood > 100 && refused > 100)
  }

  @Test("no plan writes a name twice, over a scene, or into another output")
  func isApart() {
    var numbers = SeededNumbers.fresh
    let scenes = ["a.json", "s/a.json", "b.json", "x/a.gif", "x/b.json", "./a.json"]
    let names = ["x/", "x/y/", "x.gif", "./x.gif", "x/a.gif", "x/y/z.apng", "s/", "./", "output/"]
    var planned = 0
    for _ in 0..<5000 {
      var settings = Settings()
      let sources = (0..<Int.random(in: 1...3, using: &numbers)).map { _ in
        let scene = scenes.randomElement(using: &numbers) ?? ""
        return OutputPlan.Source(SceneOperand(paths: [scene]), [.gif])
      }
      settings.outputs = (0..<Int.random(in: 0...3, using: &numbers)).map { _ in
        names.randomElement(using: &numbers) ?? ""
      }
      settings.formats =
        [[], [.gif], [.frames], [.gif, .frames]].randomElement(using: &numbers) ?? []
      guard let outputs = try? OutputPlan(sources, settings).animations() else { continue }
      planned += 1
      check(outputs, sources.map(\.operand.path))
    }
    #expect(planned > 100)
  }

  private func check(_ outputs: [PlannedOutput], _ scenes: [String]) {
    let names = outputs.compactMap(\.request.destination.path).map(PathName.normal)
    let inputs = scenes.map(PathName.normal)
    #expect(Set(names).count == names.count, "\(names)")
    #expect(Set(names).isDisjoint(with: inputs), "\(names)")
    for output in outputs where output.request.format == .frames {
      let folder = PathName.normal(output.request.destination.path ?? "")
      let inside = (names + inputs).filter { $0 != folder && $0.hasPrefix(folder + "/") }
      #expect(inside.isEmpty && (folder != "" || names.count == 1), "\(names) \(inputs)")
    }
  }
}

import ImageDiff
import RenderTransition

// What there is to say of a difference, and to see.
extension TestRun {
  /// Adds words, pictures and values to every difference, as far as they fit.
  func explain(_ verdicts: inout [SceneVerdict]) async throws(Failure) {
    var left = filmBytes
    var waiting = verdicts.count { $0.kind == .different }
    for index in verdicts.indices where verdicts[index].kind == .different {
      do {
        verdicts[index] = try await explained(verdicts[index], room: left / max(1, waiting))
      } catch {
        throw Failure(comparing: error, path: verdicts[index].scene)
      }
      left -= verdicts[index].pageBytes
      waiting -= 1
    }
  }

  private func explained(_ verdict: SceneVerdict, room: Int) async throws -> SceneVerdict {
    guard let comparison = verdict.comparison else { return verdict }
    var verdict = verdict
    let animation = try Animation(testing: verdict.scene, settings)
    let actual = try await Exhibit(animation, path: verdict.scene, jobs: settings.jobs)
    let expected = try await expectations.exhibit(of: verdict.scene, comparison.expected)
    if let expected = expected?.timed(like: actual) {
      verdict.explain(try Differences(expected, actual))
      if let old = expected.animation {
        verdict.curves = ReportCurve.changed(from: old, to: animation)
      }
    } else {
      verdict.notes.append(
        "what was approved cannot be shown: \(expectations.reasonAgainst(verdict.scene))")
    }
    if room > 0 {
      verdict.makeRoom(in: room)
      let cutter = FilmCutter(
        expected: expected, actual: actual, comparison: comparison,
        differences: verdict.differences, jobs: settings.jobs)
      verdict.film = try await cutter.film(room: room - verdict.pageBytes)
    }
    return verdict
  }
}

extension SceneVerdict {
  /// What it takes in a page, to a few bytes.
  fileprivate var pageBytes: Int {
    let words = ([scene, headline] + notes).reduce(400) { $0 + $1.utf8.count }
    let bars = showsBars ? barBytes : 0
    return words + bars + curves.reduce(0) { $0 + $1.pageBytes } + (film?.byteCount ?? 0)
  }

  private var barBytes: Int {
    let frames = comparison.map { max($0.actual.frames.count, $0.expected.frames.count) } ?? 0
    return 16 * frames
  }

  /// Leaves out what would leave too little of `room` for pictures.
  fileprivate mutating func makeRoom(in room: Int) {
    showsBars = barBytes <= room / 4
    var left = room / 6
    curves = curves.filter { curve in
      left -= curve.pageBytes
      return left >= 0
    }
  }

  /// Says what happened, now that both sides are at hand.
  fileprivate mutating func explain(_ found: Differences) {
    let report = DiffReport(differences: found, settings: DiffSettings())
    differences = found.frames.curve.filter { $0.differentCount > 0 }
    className = found.className
    layers = found.scenes?.layers ?? []
    // Where pixels tell of no difference, hashes have told of one: of times or of sizes.
    guard !found.isSame else { return }
    headline = report.headline
    let layout = comparison?.layoutChanges ?? []
    notes += (layout.isEmpty ? [] : [layout.joined(separator: ", ")]) + report.notes
  }
}

extension ReportCurve {
  fileprivate var pageBytes: Int { name.utf8.count + 40 + 8 * (expected.count + actual.count) }
}

import RenderTransition

// What there is to see of a difference.
extension TestRun {
  /// Adds pictures and values to every difference, as far as they fit.
  func explain(_ verdicts: inout [SceneVerdict]) async throws(Failure) {
    var left = filmBytes
    var waiting = verdicts.count { $0.kind == .different }
    for index in verdicts.indices where verdicts[index].kind == .different {
      do {
        verdicts[index] = try await explained(verdicts[index], room: left / max(1, waiting))
      } catch {
        throw Failure(rendering: error, of: verdicts[index].scene)
      }
      left -= verdicts[index].film?.byteCount ?? 0
      waiting -= 1
    }
  }

  private func explained(_ verdict: SceneVerdict, room: Int) async throws -> SceneVerdict {
    guard let comparison = verdict.comparison else { return verdict }
    var verdict = verdict
    let expectations = Expectations(settings: settings)
    let actual = try Animation(testing: verdict.scene, settings)
    let expected: Animation? =
      if case .revision(let revision) = settings.regression.reference {
        try expectations.animation(of: verdict.scene, in: revision)
      } else {
        await expectations.animation(renderingTo: comparison.expected, of: verdict.scene)
      }
    if let expected {
      verdict.differences = try await actual.differences(
        from: expected, at: comparison.differingFrames, jobs: settings.jobs)
      verdict.curves = ReportCurve.changed(from: expected, to: actual)
    } else {
      verdict.notes.append(
        "what was approved cannot be shown: no revision at hand renders to it (see --base)")
    }
    if room > 0 {
      let cutter = FilmCutter(
        expected: expected, actual: actual, comparison: comparison,
        differences: verdict.differences, jobs: settings.jobs)
      verdict.film = try await cutter.film(room: room)
    }
    return verdict
  }
}

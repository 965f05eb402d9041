package import Formatting
import ImageDiff
import Motion
import Pixels
import RenderTransition
import SceneFormat

extension DiffReport {
  /// Everything that is known, in the form `render-transition/diff-1`.
  package var json: JSONValue {
    let frames = differences.frames
    return .object([
      "schema": .text("render-transition/diff-1"),
      "verdict": .text(differences.isSame ? "same" : "different"),
      "class": .text(differences.className),
      "headline": .text(headline),
      "expected": side(differences.expected, frames.expectedCount),
      "actual": side(differences.actual, frames.actualCount),
      "layout": frames.layout.map { .text("\($0)") },
      "time": time(differences.time),
      "resampled": .flag(frames.isResampled),
      "first": frames.first.map(frame), "peak": frames.peak.map(frame),
      "last": frames.last.map(frame),
      "differentAfterAlignment": .whole(frames.differentAfterAlignment),
      "unalignedFrames": .whole(frames.unalignedCount),
      "antialiased": differences.picture.map { .whole($0.antialiasedCount) },
      "layers": differences.scenes.map { .list($0.layers.map(JSONValue.text)) },
      "outcomes": differences.scenes.map { .list($0.outcomes.map(outcome)) },
      "transitions": differences.scenes.map { .list($0.timings.map(timing)) },
      "changes": differences.scenes.map { .list($0.changes.map(change)) },
      "regions": .list(frames.regions.map(region)),
      "frames": .list(frames.curve.map(frame)),
      "exceptions": .list(exceptions.map(JSONValue.text)),
    ])
  }

  private func side(_ input: DiffInput, _ count: Int) -> JSONValue {
    .object([
      "path": .text(input.path), "width": .whole(input.width),
      "height": .whole(input.height), "frames": .whole(count),
    ])
  }

  private func time(_ change: TimeChange) -> JSONValue {
    let name = JSONValue.text(change.name)
    switch change {
    case .none, .unaligned, .curve: return .object(["class": name])
    case .delayed(let frames, let seconds):
      return .object(["class": name, "frames": .number(frames), "seconds": .number(seconds)])
    case .held(let seconds): return .object(["class": name, "seconds": .number(seconds)])
    case .stretched(let factor): return .object(["class": name, "factor": .number(factor)])
    case .dropped(let range, let count), .duplicated(let range, let count),
      .inserted(let range, let count):
      return .object(["class": name, "range": list(range), "frames": .whole(count)])
    case .flash(let range):
      return .object(["class": name, "range": list(range), "frames": .whole(range.count)])
    }
  }

  private func list(_ range: Range<Int>) -> JSONValue {
    .list([.whole(range.lowerBound), .whole(range.upperBound - 1)])
  }

  private func frame(_ frame: FrameComparison) -> JSONValue {
    .object([
      "expected": .whole(frame.expectedIndex), "actual": .whole(frame.actualIndex),
      "time": .number(frame.seconds), "pixels": .whole(frame.differentCount),
      "ratio": .number(frame.ratio), "overLimit": .flag(frame.isOverLimit),
    ])
  }

  private func region(_ region: DifferentRegion) -> JSONValue {
    let (area, frames) = (region.area, region.frames)
    return .object([
      "area": .list([area.x, area.y, area.width, area.height].map(JSONValue.whole)),
      "frames": .list([.whole(frames.lowerBound), .whole(frames.upperBound)]),
      "seconds": .list([
        .number(region.seconds.lowerBound), .number(region.seconds.upperBound),
      ]),
    ])
  }

  private func outcome(_ change: OutcomeChange) -> JSONValue {
    .object([
      "step": change.step.map(JSONValue.whole), "expected": ending(change.expected),
      "actual": ending(change.actual),
    ])
  }

  private func ending(_ ending: OutcomeChange.Ending) -> JSONValue {
    .object([
      "outcome": .text(ending.outcome.rawValue),
      "progress": ending.release.map { .number($0.progress) },
      "verdict": ending.release.map { .text($0.decision.verdict.rawValue) },
      "by": ending.release.map { .text($0.decision.reason.rawValue) },
    ])
  }

  private func timing(_ timing: TimingChange) -> JSONValue {
    .object([
      "transition": .whole(timing.place ?? 1),
      "delay": .list([.number(timing.expectedDelay), .number(timing.actualDelay)]),
      "duration": timing.expectedSeconds.flatMap { old in
        timing.actualSeconds.map { .list([.number(old), .number($0)]) }
      },
      "file": .text(timing.source.file), "line": .whole(timing.source.line),
    ])
  }

  private func change(_ change: LayerChange) -> JSONValue {
    let words = self.words(of: change)
    guard let place = change.place, !place.file.isEmpty else { return words }
    return .object(
      words.members + [
        JSONValue.Member(key: "file", value: .text(place.file)),
        JSONValue.Member(key: "line", value: .whole(place.line)),
      ])
  }

  private func words(of change: LayerChange) -> JSONValue {
    let layer = JSONValue.text(change.layer)
    switch change.kind {
    case .added: return .object(["layer": layer, "change": .text("added")])
    case .removed: return .object(["layer": layer, "change": .text("removed")])
    case .pixels(let file):
      return .object(["layer": layer, "change": .text("pixels"), "file": .text(file)])
    case .raised(let other):
      return .object(["layer": layer, "change": .text("order"), "above": .text(other)])
    case .lowered(let other):
      return .object(["layer": layer, "change": .text("order"), "below": .text(other)])
    case .traded(let other):
      return .object(["layer": layer, "change": .text("traded"), "with": .text(other)])
    case .value(let key, let old, let new):
      return .object([
        "layer": layer, "change": .text("value"), "property": .text(key),
        "from": old.map(JSONValue.text), "to": new.map(JSONValue.text),
      ])
    case .motion(let property, let change): return motion(change, layer, .text(property))
    }
  }

  private func motion(_ change: ValueChange, _ layer: JSONValue, _ property: JSONValue) -> JSONValue
  {
    switch change {
    case .value(let old, let new):
      .object([
        "layer": layer, "change": .text("value"), "property": property, "from": .text(old),
        "to": .text(new),
      ])
    case .delayed(let frames, let seconds):
      .object([
        "layer": layer, "change": .text("delayed"), "property": property,
        "frames": .number(frames), "seconds": .number(seconds),
      ])
    case .stretched(let factor):
      .object([
        "layer": layer, "change": .text("stretched"), "property": property,
        "factor": .number(factor),
      ])
    case .curve:
      .object(["layer": layer, "change": .text("curve changed"), "property": property])
    }
  }
}

extension DiffReport {
  /// The report as a page of one card.
  package func page(jobs: Int?) async throws -> ReportPage {
    let frames = differences.frames
    let name = "\(differences.expected.path) | \(differences.actual.path)"
    var card = ReportCard(
      name: name, verdict: differences.isSame ? "same" : "different", headline: headline)
    card.notes = notes
    card.facts = [
      ReportCard.Fact(name: "class", value: differences.className),
      ReportCard.Fact(name: "frames", value: "\(frames.expectedCount), \(frames.actualCount)"),
    ]
    card.frames = frames.curve.map { ReportCard.Bar(time: $0.seconds, share: $0.ratio) }
    if let old = differences.expected.animation, let new = differences.actual.animation {
      card.curves = ReportCurve.changed(from: old, to: new)
    }
    let compared = frames.curve.enumerated().map { $1.moved(to: $0) }
    card.film = try await film(compared, jobs: jobs)
    card.detail = card.film.flatMap { compared.detail(of: $0.area) }
    return ReportPage(title: "diff", summary: headline, cards: [card])
  }

  /// As many of the pictures as a page has room for: frames that were compared are at the same place.
  private func film(_ compared: [FrameComparison], jobs: Int?) async throws -> ReportFilm? {
    let selection = FilmSelection(
      expected: differences.aligned(differences.expected, by: \.expectedIndex),
      actual: differences.aligned(differences.actual, by: \.actualIndex),
      differing: compared.filter(\.isOverLimit).map(\.actualIndex),
      differences: compared.filter { $0.differentCount > 0 }, jobs: jobs)
    return try await selection.film(room: HTMLReport.filmBytes)
  }
}

extension FrameComparison {
  /// The same of two frames at `place`.
  fileprivate func moved(to place: Int) -> FrameComparison {
    FrameComparison(
      expectedIndex: place, actualIndex: place, seconds: seconds, differentCount: differentCount,
      ratio: ratio, isOverLimit: isOverLimit, regions: regions)
  }
}

package import Formatting
import ImageDiff
import Motion
import Pixels
import RenderTransition
import SceneFormat

extension DiffReport: Recorded {
  /// Everything that is known: what `diff --json` prints, and `diff -o FILE.json` writes.
  package static let record = Record<DiffReport>(
    "How two inputs differ.",
    members: [
      .init(schema: "render-transition/diff-1"),
      .init("verdict", .verdict, from: \.differences.isSame),
      .init("class", .text("What happened, as in \"delayed\"."), from: \.differences.className),
      .init("headline", .text("The same, for people."), from: \.headline),
      .init(
        "expected", .object(side), from: { ($0.differences.expected, $0.frames.expectedCount) }),
      .init("actual", .object(side), from: { ($0.differences.actual, $0.frames.actualCount) }),
      .init(
        "layout?", .text("Another size or length."), from: { $0.frames.layout.map { "\($0)" } }),
      .init(
        "time", .any("What happened in time: its class, and numbers."),
        from: { time($0.differences.time) }),
      .init("resampled", .flag("Whether the two have other rates."), from: \.frames.isResampled),
      .init("first?", .object(FrameComparison.record), from: \.frames.first),
      .init("peak?", .object(FrameComparison.record), from: \.frames.peak),
      .init("last?", .object(FrameComparison.record), from: \.frames.last),
      .init("differentAfterAlignment", .whole("Pixels."), from: \.frames.differentAfterAlignment),
      .init("unalignedFrames", .whole("Frames without an equal."), from: \.frames.unalignedCount),
      .init(
        "antialiased?", .whole("Pixels that did not count."),
        from: \.differences.picture?.antialiasedCount),
      .init(
        "layers?", .list(.text("A layer."), "The layers that changed, the likeliest first."),
        from: \.differences.scenes?.layers),
      .init(
        "outcomes?", .list(.any("A gesture that comes out otherwise."), "Other outcomes."),
        from: { $0.differences.scenes?.outcomes.map(outcome) }),
      .init(
        "transitions?", .list(.any("A delay or a duration."), "Other times."),
        from: { $0.differences.scenes?.timings.map(timing) }),
      .init(
        "edits?",
        .list(.any("A key, its values, and the file and line."), "What was edited in the files."),
        from: { $0.differences.scenes?.edits.map(edit) }),
      .init(
        "changes?",
        .list(.any("A layer, what changed, and the file and line."), "What changed in the scenes."),
        from: { $0.differences.scenes?.changes.map(change) }),
      .init(
        "regions", .list(.any("An area, and its frames."), "Where pixels differ."),
        from: { $0.frames.regions.map(region) }),
      .init("frames", .list(.object(FrameComparison.record), "All frames."), from: \.frames.curve),
      .init(
        "exceptions", .list(.text("A line."), "What was ignored or allowed."), from: \.exceptions),
    ])

  private var frames: AnimationComparison { differences.frames }

  private static let side = Record<(input: DiffInput, count: Int)>(
    "An input.",
    members: [
      .init("path", .text("As it was named."), from: \.input.path),
      .init("width", .whole("In pixels."), from: \.input.width),
      .init("height", .whole("In pixels."), from: \.input.height),
      .init("frames", .whole("How many there are."), from: \.count),
    ])

  private static func edit(_ edit: SourceEdit) -> JSONValue {
    .object([
      "property": .text(edit.key), "from": edit.from.map(JSONValue.text),
      "to": edit.to.map(JSONValue.text), "file": .text(edit.place.file),
      "line": .whole(edit.place.line),
    ])
  }

  private static func time(_ change: TimeChange) -> JSONValue {
    .object([JSONValue.Member(key: "class", value: .text(change.name))] + numbers(of: change))
  }

  private static func numbers(of change: TimeChange) -> [JSONValue.Member] {
    let numbers: JSONValue =
      switch change {
      case .none, .unaligned, .curve: .object([:])
      case .delayed(let frames, let seconds):
        .object(["frames": .number(frames), "seconds": .number(seconds)])
      case .held(let seconds): .object(["seconds": .number(seconds)])
      case .stretched(let factor): .object(["factor": .number(factor)])
      case .dropped(let range, let count), .duplicated(let range, let count),
        .inserted(let range, let count):
        .object(["range": list(range), "frames": .whole(count)])
      case .flash(let range): .object(["range": list(range), "frames": .whole(range.count)])
      }
    return numbers.members
  }

  private static func list(_ range: Range<Int>) -> JSONValue {
    .list([.whole(range.lowerBound), .whole(range.upperBound - 1)])
  }

  private static func region(_ region: DifferentRegion) -> JSONValue {
    let (area, frames) = (region.area, region.frames)
    return .object([
      "area": .list([area.x, area.y, area.width, area.height].map(JSONValue.whole)),
      "frames": .list([.whole(frames.lowerBound), .whole(frames.upperBound)]),
      "seconds": .list([
        .number(region.seconds.lowerBound), .number(region.seconds.upperBound),
      ]),
    ])
  }

  private static func outcome(_ change: OutcomeChange) -> JSONValue {
    .object([
      "step": change.step.map(JSONValue.whole), "expected": ending(change.expected),
      "actual": ending(change.actual),
    ])
  }

  private static func ending(_ ending: OutcomeChange.Ending) -> JSONValue {
    .object([
      "outcome": .text(ending.outcome.rawValue),
      "progress": ending.release.map { .number($0.progress) },
      "verdict": ending.release.map { .text($0.decision.verdict.rawValue) },
      "by": ending.release.map { .text($0.decision.reason.rawValue) },
    ])
  }

  private static func timing(_ timing: TimingChange) -> JSONValue {
    .object([
      "transition": .whole(timing.place ?? 1),
      "delay": .list([.number(timing.expectedDelay), .number(timing.actualDelay)]),
      "duration": timing.expectedSeconds.flatMap { old in
        timing.actualSeconds.map { .list([.number(old), .number($0)]) }
      },
      "file": .text(timing.source.file), "line": .whole(timing.source.line),
    ])
  }

  private static func change(_ change: LayerChange) -> JSONValue {
    let words = Self.words(of: change)
    guard let place = change.place, !place.file.isEmpty else { return words }
    return .object(
      words.members + [
        JSONValue.Member(key: "file", value: .text(place.file)),
        JSONValue.Member(key: "line", value: .whole(place.line)),
      ])
  }

  private static func words(of change: LayerChange) -> JSONValue {
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

  private static func motion(_ change: ValueChange, _ layer: JSONValue, _ property: JSONValue)
    -> JSONValue
  {
    switch change {
    case .value(let old, let new):
      .object([
        "layer": layer, "change": .text("value"), "property": property, "from": .text(old),
        "to": .text(new),
      ])
    case .time(let change):
      .object(
        JSONValue.object(["layer": layer, "change": .text(change.name), "property": property])
          .members + numbers(of: change))
    }
  }
}

extension JSONForm<Bool> {
  /// Whether two inputs are the same, as a word.
  fileprivate static var verdict: JSONForm {
    JSONForm(.choice(["same", "different"], "Whether they differ.")) {
      .text($0 ? "same" : "different")
    }
  }
}

extension FrameComparison {
  static let record = Record<FrameComparison>(
    "A frame.",
    members: [
      .init("expected", .whole("The frame of the first, from 0."), \.expectedIndex),
      .init("actual", .whole("The frame of the second, from 0."), \.actualIndex),
      .init("time", .number("In seconds."), \.seconds),
      .init("pixels", .whole("How many differ."), \.differentCount),
      .init("ratio", .number("Their share."), \.ratio),
      .init(
        "visible?", .number("How much is seen of it, 0 to 1: the root of the mean of squares."),
        \.visible, omitting: 0),
      .init("overLimit", .flag("Whether that is more than is allowed."), \.isOverLimit),
    ])
}

extension DiffReport {
  /// The report as a page of one card.
  package func page(jobs: Int?) throws -> ReportPage {
    let frames = differences.frames
    let name = "\(differences.expected.path) | \(differences.actual.path)"
    var card = ReportCard(
      name: name, verdict: differences.isSame ? "same" : "different", headline: headline)
    card.notes = notes
    card.facts = [
      ReportCard.Fact(name: "class", value: differences.className),
      ReportCard.Fact(name: "frames", value: "\(frames.expectedCount), \(frames.actualCount)"),
    ]
    card.frames = frames.curve.map {
      ReportCard.Bar(time: $0.seconds, share: $0.ratio, area: [$0].bounds)
    }
    if let old = differences.expected.animation, let new = differences.actual.animation {
      card.curves = ReportCurve.changed(from: old, to: new)
    }
    let compared = frames.curve.enumerated().map { $1.moved(to: $0) }
    // Frames that were compared are at the same place.
    card.film = try ReportFilm.showing(
      differences.aligned(differences.expected, by: \.expectedIndex),
      differences.aligned(differences.actual, by: \.actualIndex),
      differing: compared.filter(\.isOverLimit).map(\.actualIndex),
      compared.filter { $0.differentCount > 0 }, room: HTMLReport.defaultBytes / 4 * 3, jobs: jobs)
    if let film = card.film { card.show(compared, in: film.bounds) }
    let page = ReportPage(title: "diff", summary: headline, cards: [card])
    return try page.fitted(into: HTMLReport.defaultBytes, folder: nil, jobs: jobs).page
  }
}

extension FrameComparison {
  /// The same of two frames at `place`.
  fileprivate func moved(to place: Int) -> FrameComparison {
    FrameComparison(
      expectedIndex: place, actualIndex: place, seconds: seconds, differentCount: differentCount,
      ratio: ratio, isOverLimit: isOverLimit, regions: regions, visible: visible)
  }
}

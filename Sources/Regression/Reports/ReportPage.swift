import Formatting
import ImageDiff
import Inspection
import Pixels
import RenderTransition
import SceneFormat
import Staging

/// What an HTML report shows: one card for every comparison.
package struct ReportPage: Hashable, Sendable {
  /// The heading, in plain text.
  var title: String
  /// The line beside it.
  var summary: String
  /// The comparisons, in order.
  var cards: [ReportCard]
  /// Comparisons that stand next to each other and have one reason.
  var groups: [Group] = []

  /// Some comparisons with one reason.
  struct Group: Hashable, Sendable {
    /// What they have in common, with their number.
    var title: String
    /// Their places.
    var cards: Range<Int>
  }
}

/// One comparison of a report.
struct ReportCard: Hashable, Sendable {
  /// The name of the comparison.
  var name: String
  /// A word that the page knows how to paint: `same`, `different`, `missing`, `orphaned`,
  /// `invalid`.
  var verdict: String
  /// The result in one sentence.
  var headline: String
  /// The same in the list of comparisons, where there is little room; nil for the same.
  var shortHeadline: String?
  /// Details, a line each.
  var notes: [String] = []
  /// Small facts: a name and a value.
  var facts: [Fact] = []
  /// The frames, each with how much of it differs.
  var frames: [Bar] = []
  /// The pictures.
  var film: ReportFilm?
  /// Values over time.
  var curves: [ReportCurve] = []
  /// The name of the file of a page of its own, which is written where a page has not all pictures;
  /// nil for none.
  var pageName: String?
  /// The address of that page, where it is written.
  var whole: String?
  /// The part of the pictures that changes, where it is small; nil where all of them is shown.
  var detail: PixelRect?
  /// Whether the page begins with that part: it is hard to find in the whole.
  var startsWithDetail = false

  /// A small fact.
  struct Fact: Hashable, Sendable {
    var name: String
    var value: String
  }

  /// One frame.
  struct Bar: Hashable, Sendable {
    /// In seconds.
    var time: Double
    /// How much of it differs, 0 to 1; nil where it is known to differ, but not how much.
    var share: Double?
    /// Around all that differs in it; empty for nothing, or where that is not known.
    var area = PixelRect.empty
  }

  /// Shows where pictures of this `area` differ.
  mutating func show(_ differences: [FrameComparison], in area: PixelRect) {
    detail = differences.detail(of: area)
    startsWithDetail = differences.bounds.take(lessThanOneIn: 50, of: area)
  }
}

/// A value over time, as it was and as it is; nil where it has none.
struct ReportCurve: Hashable, Sendable {
  /// Whose value, as in `to#title opacity`.
  var name: String
  /// At each frame.
  var expected, actual: [Double?]
}

extension ReportPage {
  /// What the page's script reads.
  var json: JSONValue {
    .object([
      "title": .text(Escaped.text(title)), "summary": .text(Escaped.text(summary)),
      "cards": .list(cards.map(\.json)),
      "groups": .list(
        groups.map { group in
          .object([
            "title": .text(Escaped.text(group.title)),
            "cards": .list([.whole(group.cards.lowerBound), .whole(group.cards.upperBound)]),
          ])
        }),
    ])
  }
}

extension ReportCard {
  fileprivate var json: JSONValue {
    .object([
      "name": .text(Escaped.text(name)), "verdict": .text(verdict),
      "headline": .text(Self.shown(headline)),
      "short": shortHeadline.map { .text(Self.shown($0)) },
      "notes": .list(notes.prefix(Self.mostNotes).map { .text(Self.shown($0)) }),
      "facts": .list(
        facts.map {
          .object([
            "name": .text(Escaped.text($0.name)), "value": .text(Escaped.text($0.value)),
          ])
        }),
      "times": .list(frames.map { .number(Self.rounded($0.time)) }),
      "shares": .list(frames.map { $0.share.map { .number(Self.rounded($0)) } ?? .null }),
      "film": film?.json ?? .null, "curves": .list(curves.map(\.json)),
      "whole": whole.map(JSONValue.text),
      "areas": .list(frames.map { $0.area.isEmpty ? .null : Self.list($0.area) }),
      "detail": detail.map(Self.list), "zoomed": .flag(startsWithDetail),
    ])
  }

  private static func list(_ area: PixelRect) -> JSONValue {
    .list([area.x, area.y, area.width, area.height].map(JSONValue.whole))
  }

  // Limits for pages of hostile scenes: layer names, which notes quote, may have any length.
  private static let mostNotes = 40
  private static let longestNote = 2000

  // A note may be an excerpt of a file, whose lines stand one below the other.
  private static func shown(_ note: String) -> String {
    let scalars = note.unicodeScalars
    let isLong = scalars.count > longestNote
    let cut = String(String.UnicodeScalarView(scalars.prefix(longestNote)))
    return Escaped.lines(cut) + (isLong ? "…" : "")
  }

  // A millionth of a second, or of a picture.
  private static func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
}

extension ReportFilm {
  fileprivate var json: JSONValue {
    .object([
      "size": .list([.whole(widthPixels), .whole(heightPixels)]),
      "frames": .list(frames.map(JSONValue.whole)), "counts": .list(counts.map(JSONValue.whole)),
      "worst": .whole(peak), "shrink": .whole(shrink), "limits": .text(limits),
      "apng": .text(Base64.text(apng)),
    ])
  }
}

extension ReportCurve {
  fileprivate var json: JSONValue {
    .object([
      "name": .text(Escaped.text(name)), "expected": .list(expected.map(Self.value)),
      "actual": .list(actual.map(Self.value)),
    ])
  }

  // A thousandth is finer than a plot can show.
  private static func value(_ value: Double?) -> JSONValue {
    value.map { .number(($0 * 1000).rounded() / 1000) } ?? .null
  }
}

extension ReportCurve {
  /// More than a page shows with profit.
  private static let mostCurves = 24
  /// Two curves that are no farther apart, as a share of the larger one's height, look the same.
  private static let visible = 0.005

  /// The values that changed so that one sees it, those that changed most first.
  static func changed(from expected: Animation, to actual: Animation) -> [ReportCurve] {
    let (old, new) = (expected.curves, actual.curves)
    let before = Dictionary(old.map { ($0.name, $0.values) }, uniquingKeysWith: { $1 })
    let after = Dictionary(new.map { ($0.name, $0.values) }, uniquingKeysWith: { $1 })
    let names = new.map(\.name) + old.map(\.name).filter { after[$0] == nil }
    let curves = names.map {
      ReportCurve(name: $0, expected: before[$0] ?? [], actual: after[$0] ?? [])
    }
    let shares = curves.map(\.distance)
    let order = curves.indices.filter { shares[$0] > visible }
      .sorted { (-shares[$0], $0) < (-shares[$1], $1) }
    return order.prefix(Self.mostCurves).map { curves[$0] }
  }

  /// How far the two are apart at most, as a share of the height that both take; the shorter one stays
  /// as it ends.
  private var distance: Double {
    guard !expected.isEmpty, !actual.isEmpty else { return .infinity }
    let numbers = (expected + actual).compactMap(\.self)
    let height = (numbers.max() ?? 0) - (numbers.min() ?? 0)
    return (0..<max(expected.count, actual.count)).reduce(0) { most, index in
      let old = expected[min(index, expected.count - 1)]
      let new = actual[min(index, actual.count - 1)]
      guard let old, let new else { return old == new ? most : .infinity }
      return height > 1e-9 ? max(most, (old - new).magnitude / height) : most
    }
  }
}

extension Animation {
  /// Every number that a track or a setting names, as in `to#title opacity`, at each frame at the
  /// scene's own rate; nil where the transition that has it does not play.
  var curves: [(name: String, values: [Double?])] {
    let fps = scene.output.fps
    let count = frameTimes.count
    var names: [String] = []
    var values: [String: [Double?]] = [:]
    for step in stage.timelines(fps: fps) {
      let first = Int((step.start * fps).rounded())
      for frame in step.timeline.frames where first + frame.index < count {
        for (name, number) in frame.numbers {
          if values[name] == nil { names.append(name) }
          values[name, default: Array(repeating: nil, count: count)][first + frame.index] = number
        }
      }
    }
    return names.map { ($0, values[$0] ?? []) }
  }
}

extension Timeline.Sample {
  /// All numbers by their names; of several in a property, each with its place.
  fileprivate var numbers: [(String, Double)] {
    targets.flatMap { entry in
      entry.values.flatMap { value -> [(String, Double)] in
        guard case .numbers(let numbers) = value.value else { return [] }
        let name = "\(entry.target) \(value.name.name)"
        return numbers.count == 1
          ? [(name, numbers[0])] : numbers.enumerated().map { ("\(name) \($0 + 1)", $1) }
      }
    }
  }
}

extension TestReport {
  /// The report as the HTML page shows it: failures first, then the scenes that pass.
  var page: ReportPage {
    let order: [SceneVerdict.Kind] = [.different, .invalid, .missing, .orphaned]
    let groups = groups
    let failures = order.flatMap { kind in groups.filter { $0.first.kind == kind } }
    // A scene that passes is one line of the page.
    let rest = verdicts.filter { $0.kind == .same }.prefix(1000)
    var page = ReportPage(title: "Regression report", summary: summary, cards: [])
    for group in failures {
      let start = page.cards.count
      let pictured = Set(group.pictured.map(\.scene))
      page.cards += group.verdicts.map { verdict in
        var card = verdict.card
        card.pageName =
          pictured.contains(verdict.scene)
          ? "\(ReviewPictures.name(of: verdict.scene)).html" : nil
        return card
      }
      guard group.verdicts.count > 1 else { continue }
      page.groups.append(
        ReportPage.Group(title: group.headline, cards: start..<page.cards.count))
    }
    page.cards += rest.map(\.card)
    return page
  }
}

extension SceneVerdict {
  fileprivate var card: ReportCard {
    var card = ReportCard(
      name: scene, verdict: kind.rawValue, headline: headline,
      notes: notes + diagnostics.map { $0.text(.plain, width: 120) }, facts: facts,
      frames: kind == .different ? frames : [], film: film, curves: curves)
    card.shortHeadline = change
    if let film { card.show(differences, in: film.bounds) }
    return card
  }

  private var facts: [ReportCard.Fact] {
    guard let comparison else { return [] }
    let lock = comparison.actual
    var facts = [
      ReportCard.Fact(name: "size", value: "\(lock.widthPixels) × \(lock.heightPixels) px"),
      ReportCard.Fact(name: "frames", value: "\(lock.frames.count)"),
      ReportCard.Fact(name: "rate", value: "\(NumberFormat.shortest(lock.fps)) fps"),
    ]
    if kind == .different {
      facts.append(ReportCard.Fact(name: "cause", value: comparison.cause.rawValue))
    }
    if let className { facts.append(ReportCard.Fact(name: "class", value: className)) }
    if let peak = differences.peak {
      facts.append(
        ReportCard.Fact(
          name: "peak",
          value: "frame \(peak.actualIndex), \(NumberFormat.fixed(peak.ratio * 100, decimals: 2)) %"
        ))
    }
    return facts
  }

  private var frames: [ReportCard.Bar] {
    guard let comparison else { return [] }
    let (old, new) = (comparison.expected.frames, comparison.actual.frames)
    let differing = Set(comparison.differingFrames)
    let known = Dictionary(
      differences.map { ($0.actualIndex, $0) }, uniquingKeysWith: { first, _ in first })
    return (0..<max(old.count, new.count)).map { index in
      let time = index < new.count ? new[index].time : old[index].time
      return ReportCard.Bar(
        time: known[index]?.seconds ?? time,
        share: differing.contains(index) ? known[index]?.ratio : 0,
        area: known[index].map { [$0].bounds } ?? .empty)
    }
  }
}

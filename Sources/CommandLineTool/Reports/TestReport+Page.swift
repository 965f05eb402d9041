import Formatting
import ImageDiff
import RenderTransition

extension TestReport {
  /// The report as the HTML page shows it: what there is to see first, then who passes.
  var page: ReportPage {
    let order: [SceneVerdict.Kind] = [.different, .invalid, .missing, .orphaned]
    let failures = order.flatMap { kind in verdicts.filter { $0.kind == kind } }
    // Who passes is a line; a page of very many lines would be of no use.
    let rest = verdicts.filter { $0.kind == .same }.prefix(1000)
    return ReportPage(
      title: "Regression report", summary: summary, cards: (failures + rest).map(\.card))
  }
}

extension SceneVerdict {
  fileprivate var card: ReportCard {
    ReportCard(
      name: scene, verdict: kind.rawValue, headline: headline,
      notes: notes + diagnostics.map { $0.text(.plain, width: 120) }, facts: facts,
      frames: kind == .different && showsBars ? frames : [], film: film, curves: curves)
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
    if let peak = differences.max(by: { $0.differentCount < $1.differentCount }) {
      facts.append(
        ReportCard.Fact(
          name: "peak",
          value: "frame \(peak.actualIndex), \(NumberFormat.fixed(peak.ratio * 100, decimals: 2)) %"
        ))
    }
    return facts
  }

  private var frames: [ReportCard.Frame] {
    guard let comparison else { return [] }
    let (old, new) = (comparison.expected.frames, comparison.actual.frames)
    let differing = Set(comparison.differingFrames)
    let shares = Dictionary(
      differences.map { ($0.actualIndex, $0.ratio) }, uniquingKeysWith: { first, _ in first })
    return (0..<max(old.count, new.count)).map { index in
      let time = index < new.count ? new[index].time : old[index].time
      return ReportCard.Frame(time: time, share: differing.contains(index) ? shares[index] : 0)
    }
  }
}

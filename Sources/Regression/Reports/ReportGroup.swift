import Formatting
import RenderTransition
import SceneFormat

/// Scenes of a report that have one verdict for one reason: a shared screen, a font, the renderer.
struct ReportGroup: Hashable, Sendable {
  /// The verdicts, in the order of the report; at least one.
  var verdicts: [SceneVerdict]

  /// The first verdict, whose sentence stands for all.
  var first: SceneVerdict { verdicts[0] }

  /// As in `12 scenes: screens/message.json:23 size 22 -> 24`, or the sentence of the only one.
  var headline: String {
    guard verdicts.count > 1 else { return first.headline }
    let reason = first.reason.map { ": \($0)" } ?? ""
    return "\(NumberFormat.count(verdicts.count, "scene"))\(reason)"
  }

  /// The scenes of which there are pictures of their own; the others look alike.
  var pictured: [SceneVerdict] { Array(verdicts.filter { $0.film != nil }.prefix(3)) }

  /// The paths of the first scenes, and how many more there are, a line each; none for a scene alone.
  func names(limit: Int) -> [String] {
    guard verdicts.count > 1 else { return [] }
    let more = verdicts.count - limit
    return verdicts.prefix(limit).map(\.scene) + (more > 0 ? ["and \(more) more"] : [])
  }
}

extension TestReport {
  /// So many scenes with one reason are told together.
  private static let least = 3

  /// The verdicts by their reasons, in the order of the first scene of each; a scene that is the same is
  /// alone.
  var groups: [ReportGroup] {
    let counts = Dictionary(verdicts.map { ($0.reasonKey, 1) }, uniquingKeysWith: +)
    var groups: [ReportGroup] = []
    var places: [[String]: Int] = [:]
    for verdict in verdicts {
      let key = verdict.reasonKey
      guard counts[key] ?? 0 >= Self.least else {
        groups.append(ReportGroup(verdicts: [verdict]))
        continue
      }
      if let place = places[key] {
        groups[place].verdicts.append(verdict)
      } else {
        places[key] = groups.count
        groups.append(ReportGroup(verdicts: [verdict]))
      }
    }
    return groups
  }
}

extension SceneVerdict {
  /// What scenes with one reason have in common.
  fileprivate var reasonKey: [String] { [kind.rawValue, reason ?? scene] }

  /// Why it is as it is; nil for a reason of its own.
  fileprivate var reason: String? {
    switch kind {
    case .same: nil
    case .missing: isRenamed ? nil : "without a baseline"
    case .orphaned: "the scene is gone"
    case .invalid:
      // Without a mistake, no machine has tested it.
      diagnostics.isEmpty
        ? headline
        : diagnostics.first.flatMap { mistake in
          guard let place = mistake.subject.place else { return nil }
          return "\(Escaped.path(place.file)):\(place.line) \(mistake.message)"
        }
    case .different: comparison?.cause == .scene ? change : notes.first
    }
  }
}

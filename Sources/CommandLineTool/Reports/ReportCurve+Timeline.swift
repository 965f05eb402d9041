import RenderTransition

extension ReportCurve {
  /// More than a page shows with profit.
  private static let most = 24

  /// The values that are not what they were, in the order of the scene.
  static func changed(from expected: Animation, to actual: Animation) -> [ReportCurve] {
    let (old, new) = (expected.curves, actual.curves)
    var names = new.map(\.name)
    names += old.map(\.name).filter { !names.contains($0) }
    let before = Dictionary(old.map { ($0.name, $0.values) }, uniquingKeysWith: { $1 })
    let after = Dictionary(new.map { ($0.name, $0.values) }, uniquingKeysWith: { $1 })
    let changed = names.filter { before[$0] != after[$0] }
    return changed.prefix(most).map {
      ReportCurve(name: $0, expected: before[$0] ?? [], actual: after[$0] ?? [])
    }
  }
}

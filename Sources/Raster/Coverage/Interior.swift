/// What counts as inside: of one outline, or of two at once.
enum Interior: Hashable, Sendable {
  /// Whatever is inside of the only outline.
  case outline(WindingRule)
  /// What is inside of both; the second one's lines turn 65,536 times as often as the first one's.
  case common(WindingRule, WindingRule)

  /// By how much a line of a second outline adds more to the winding.
  static let secondTurns: Int32 = 65_536

  func isInside(_ winding: Int) -> Bool {
    switch self {
    case .outline(let rule): return rule.isInside(winding)
    case .common(let first, let second):
      // Half of a turn more, so that turns of the first to the other side count as its own.
      let turns = (winding + 32_768) >> 16
      return first.isInside(winding - turns << 16) && second.isInside(turns)
    }
  }

  /// Goes across a line that adds `turns` to the winding.
  ///
  /// 1 if that leads inside, -1 if it leads outside, nil if it does neither.
  @inline(__always)
  func step(_ turns: Int, from winding: inout Int) -> Int? {
    let wasInside = isInside(winding)
    winding += turns
    let isInside = isInside(winding)
    return wasInside == isInside ? nil : isInside ? 1 : -1
  }
}

import Drawing
import Pixels

/// What an area is painted in.
///
/// Areas share edges across groups that are clipped or composited by themselves, where these keep every
/// pixel in its place: what such a group leaves of it is known once its inside is.
struct SeamScope: Hashable {
  /// The innermost group around it that moves or mixes pixels; none of its edges is shared across.
  private(set) var root = -1
  /// The groups inside of that one which are clipped or composited by themselves, from the outermost
  /// on.
  private(set) var groups: [Group] = []

  struct Group: Hashable {
    /// The command that begins it.
    let index: Int
    /// How much of it shows, in 1/65,536.
    let share: Int
  }

  /// How many groups a list keeps apart: no edge is shared across the border of what is deeper.
  private static let most = 24

  /// What the inside of a group is painted in that begins here.
  func inside(of effects: Effects, at index: Int) -> SeamScope {
    var scope = self
    if effects.needsIsolation && !effects.keepsShapes || groups.count >= Self.most {
      (scope.root, scope.groups) = (index, [])
    } else if effects.needsIsolation || effects.clip != nil {
      scope.groups.append(
        Group(
          index: index,
          share: effects.needsIsolation ? effects.faded(SeamArea.opaque) : SeamArea.opaque))
    }
    return scope
  }
}

extension SeamArea {
  /// What is left of `share` in something of which only `other` shows; both in 1/65,536.
  static func share(_ share: Int, of other: Int) -> Int { (share * other + 32_768) / 65_536 }
}

extension Effects {
  /// Whether a group's pixels are carried to other places before it is cut.
  var isBlurred: Bool { filters.contains { if case .blur = $0 { true } else { false } } }

  /// Whether a group's pixels keep their places, and meet what is behind them as those of one area.
  var keepsShapes: Bool {
    !isBlurred && mask.isEmpty && (shadow == nil || shadow?.path != nil) && blend == .normal
      && opacity > 0 && opacity <= 1
  }

  /// What is left of `share` in a group that is faded, or tinted by something translucent.
  func faded(_ share: Int) -> Int {
    filters.reduce(SeamArea.faded(share, by: opacity)) { share, filter in
      guard case .tint(let color) = filter else { return share }
      return SeamArea.faded(share, by: Double(color.alpha) / 255)
    }
  }
}

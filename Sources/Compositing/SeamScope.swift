import Drawing
import Pixels

/// What an area is painted in.
///
/// Areas share edges across groups that are composited by themselves, where these keep every pixel
/// in its place: what such a group leaves of it is known once its inside is.
struct SeamScope: Hashable {
  /// The innermost group around it that cuts or moves pixels; none of its edges is shared across.
  private(set) var root = -1
  /// The groups inside of that one which are composited by themselves, from the outermost on.
  private(set) var groups: [Group] = []

  struct Group: Hashable {
    /// The command that begins it.
    let index: Int
    /// How much of it shows, in 1/65,536.
    let share: Int
  }

  /// What the inside of a group is painted in that begins here.
  func inside(of effects: Effects, at index: Int) -> SeamScope {
    var scope = self
    if effects.clip != nil || effects.needsIsolation && !effects.keepsShapes {
      (scope.root, scope.groups) = (index, [])
    } else if effects.needsIsolation {
      scope.groups.append(Group(index: index, share: effects.faded(SeamArea.opaque)))
    }
    return scope
  }
}

/// How much of a pixel shows through what has been painted over it, group by group.
///
/// Areas are asked for from the last one on; 65,536 is all.
struct SeamRest {
  private var groups: [SeamScope.Group] = []
  /// Around all groups, and inside of each.
  private var rests = [SeamArea.opaque]

  /// What is left for an area in `scope`.
  mutating func rest(in scope: SeamScope) -> Int {
    while !scope.groups.starts(with: groups) {
      let (group, inside) = (groups.removeLast(), rests.removeLast())
      let hidden = SeamArea.share(SeamArea.opaque - inside, of: group.share)
      rests[rests.count - 1] -= SeamArea.share(rests[rests.count - 1], of: hidden)
    }
    for group in scope.groups.dropFirst(groups.count) {
      groups.append(group)
      rests.append(SeamArea.opaque)
    }
    return rests.dropFirst().reduce(rests[0], SeamArea.share)
  }

  /// Takes away what an area in the scope that was asked for last hides: `level` of 65,280 of `share`.
  mutating func hide(_ level: Int, of share: Int) {
    let rest = rests[rests.count - 1]
    rests[rests.count - 1] -= (rest * level / 256 * share + 255 * 32_768) / (255 * 65_536)
  }
}

extension SeamArea {
  /// What is left of `share` in something of which only `other` shows; both in 1/65,536.
  static func share(_ share: Int, of other: Int) -> Int { (share * other + 32_768) / 65_536 }

  /// How much of what is behind this area it hides where it is, seen from `area`.
  func share(from area: SeamArea) -> Int {
    let common = zip(scope.groups, area.scope.groups).prefix { $0 == $1 }.count
    return scope.groups.dropFirst(common).reduce(share) { Self.share($0, of: $1.share) }
  }
}

extension Effects {
  /// Whether a group's pixels keep their places, and meet what is behind them as those of one area.
  var keepsShapes: Bool {
    let isBlurred = filters.contains { if case .blur = $0 { true } else { false } }
    return !isBlurred && mask.isEmpty && shadow == nil && blend == .normal && opacity > 0
      && opacity <= 1
  }

  /// What is left of `share` in a group that is faded, or tinted by something translucent.
  func faded(_ share: Int) -> Int {
    filters.reduce(SeamArea.faded(share, by: opacity)) { share, filter in
      guard case .tint(let color) = filter else { return share }
      return SeamArea.faded(share, by: Double(color.alpha) / 255)
    }
  }
}

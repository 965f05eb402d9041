/// How much of a pixel shows through what has been painted over it, group by group.
///
/// Areas are asked for from the last one on; 65,536 is all.
struct SeamRest {
  private let tree: SeamTree
  /// Around all groups, and inside of each.
  private var around = SeamArea.opaque
  private var inside: [Int]
  /// What clips leave of groups, in 1/65,280.
  private var cuts: [Int]
  /// The group that was asked for last.
  private var open = -1

  init(_ tree: SeamTree) {
    self.tree = tree
    inside = [Int](repeating: SeamArea.opaque, count: tree.parents.count)
    cuts = [Int](repeating: SeamOverlaps.whole, count: tree.parents.count)
  }

  /// Forgets what has been painted.
  mutating func reset() {
    (around, open) = (SeamArea.opaque, -1)
    for node in cuts.indices { cuts[node] = SeamOverlaps.whole }
  }

  /// What is left for something in the group `node`.
  mutating func rest(in node: Int) -> Int {
    while open >= 0, !tree.holds(open, node) { close() }
    // Groups that begin here hide nothing yet.
    var begun = node
    while begun != open {
      inside[begun] = SeamArea.opaque
      begun = tree.parents[begun]
    }
    open = node
    var (rest, group) = (around, node)
    while group >= 0 {
      rest = left(of: SeamArea.share(rest, of: inside[group]), in: group)
      group = tree.parents[group]
    }
    return rest
  }

  /// Whether nothing is left of whatever may be asked for yet.
  var isEmpty: Bool { around == 0 }

  /// Lets a clip leave `level` of 65,280 of the group `node`.
  mutating func cut(_ node: Int, to level: Int) { cuts[node] = level }

  /// Takes away what an area in the group that was asked for last hides: `level` of 65,280 of `share`.
  mutating func hide(_ level: Int, of share: Int) {
    let rest = open >= 0 ? inside[open] : around
    let left = rest - (rest * level / 256 * share + 255 * 32_768) / (255 * 65_536)
    if open >= 0 { inside[open] = left } else { around = left }
  }

  private mutating func close() {
    let hidden = left(
      of: SeamArea.share(SeamArea.opaque - inside[open], of: tree.fades[open]), in: open)
    open = tree.parents[open]
    if open >= 0 {
      inside[open] -= SeamArea.share(inside[open], of: hidden)
    } else {
      around -= SeamArea.share(around, of: hidden)
    }
  }

  private func left(of share: Int, in node: Int) -> Int {
    guard cuts[node] < SeamOverlaps.whole else { return share }
    return (share * cuts[node] + SeamOverlaps.whole / 2) / SeamOverlaps.whole
  }
}

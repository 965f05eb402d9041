/// The areas of a cluster and the groups that they are in.
struct SeamTree {
  /// What is painted, from the last on; a clip comes before what it cuts.
  private(set) var steps: [Step] = []
  /// The clips of groups, in the order of their steps.
  private(set) var clips: [SeamClip] = []
  /// The groups: what each is in, and how much of it shows, in 1/65,536.
  private(set) var parents: [Int] = []
  private(set) var fades: [Int] = []
  /// For each area, the group that it is in.
  private(set) var nodes: [Int]
  /// For each area, which of `cutPlaces` are its clips; then the same for each clip.
  private var cutRanges: [Range<Int>]
  private var cutPlaces: [Int] = []

  /// The area at a place, or the clip at one, in a group; no group is -1.
  struct Step {
    let area, clip: Int?
    let node: Int
  }

  init(_ areas: [SeamArea]) {
    nodes = [Int](repeating: -1, count: areas.count)
    cutRanges = [Range<Int>](repeating: 0..<0, count: areas.count)
    var known: [Int: (node: Int, clip: Int?)] = [:]
    for index in areas.indices.reversed() {
      var node = -1
      var cuts: [Int] = []
      for group in areas[index].scope.groups {
        if known[group.index] == nil {
          let clip = areas[index].clips.first { $0.index == group.index }
          known[group.index] = (parents.count, clip == nil ? nil : clips.count)
          parents.append(node)
          fades.append(group.share)
          if let clip {
            steps.append(Step(area: nil, clip: clips.count, node: parents.count - 1))
            clips.append(clip)
            cutRanges.append(keep(cuts))
          }
        }
        guard let own = known[group.index] else { continue }
        node = own.node
        if let clip = own.clip { cuts.append(clip) }
      }
      nodes[index] = node
      cutRanges[index] = keep(cuts)
      steps.append(Step(area: index, clip: nil, node: node))
    }
  }

  private mutating func keep(_ cuts: [Int]) -> Range<Int> {
    cutPlaces += cuts
    return cutPlaces.count - cuts.count..<cutPlaces.count
  }

  /// The places of the clips that an area is in.
  func cuts(of area: Int) -> ArraySlice<Int> { cutPlaces[cutRanges[area]] }

  /// The places of the clips that a clip is in.
  func cuts(ofClip clip: Int) -> ArraySlice<Int> { cutPlaces[cutRanges[nodes.count + clip]] }

  /// Whether all of the group `node` shows behind whatever is in it and not in the group `other`.
  func isSheer(_ node: Int, seenFrom other: Int) -> Bool {
    var node = node
    while node >= 0, !holds(node, other) {
      guard fades[node] == SeamArea.opaque else { return false }
      node = parents[node]
    }
    return true
  }

  /// Whether the group `inner` is in the group `outer`, or is it.
  func holds(_ outer: Int, _ inner: Int) -> Bool {
    var inner = inner
    while inner > outer { inner = parents[inner] }
    return inner == outer
  }
}

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

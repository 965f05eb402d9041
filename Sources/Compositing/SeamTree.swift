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
  /// For each place, which of `cutPlaces` are the clips that it is in.
  private var cutRanges: [Range<Int>]
  private var cutPlaces: [Int] = []

  /// An area or a clip in a group; no group is -1.
  struct Step {
    /// That of the area; those of clips come behind all of these.
    let place: Int
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
            steps.append(Step(place: areas.count + clips.count, node: parents.count - 1))
            clips.append(clip)
            cutRanges.append(keep(cuts))
          }
        }
        guard let own = known[group.index] else { continue }
        node = own.node
        if let clip = own.clip { cuts.append(areas.count + clip) }
      }
      nodes[index] = node
      cutRanges[index] = keep(cuts)
      steps.append(Step(place: index, node: node))
    }
  }

  private mutating func keep(_ cuts: [Int]) -> Range<Int> {
    cutPlaces += cuts
    return cutPlaces.count - cuts.count..<cutPlaces.count
  }

  /// Whether a clip is at `place`.
  func isClip(_ place: Int) -> Bool { place >= nodes.count }

  /// The places of the clips that the area or the clip at `place` is in.
  func cuts(of place: Int) -> ArraySlice<Int> { cutPlaces[cutRanges[place]] }

  /// Whether `area`, which is at `place`, hides all that is painted before it where no clip cuts it.
  func hidesAll(_ area: SeamArea, at place: Int) -> Bool {
    area.share == SeamArea.opaque && isSheer(nodes[place], seenFrom: -1)
  }

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

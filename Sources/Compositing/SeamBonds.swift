/// Which areas share pixels with which.
struct SeamBonds {
  private let areas: [SeamArea]
  /// All shared pixels, one pair of areas after the other.
  private(set) var pixels: [SeamPixel] = []
  private var pairs: [Pair] = []
  /// For each area, one that it is bound to, or itself: the first one of all in the end.
  private var leaders: [Int]

  private struct Pair {
    let area: Int
    let pixels: Range<Int>
  }

  /// `areas`, which share nothing yet.
  init(_ areas: [SeamArea]) { (self.areas, leaders) = (areas, Array(areas.indices)) }

  /// Notes that two areas share `shared`, unless that is nothing; `isOver` says whether one may lie over
  /// the other there.
  mutating func join(_ one: Int, _ other: Int, at shared: [SharedPixel], isOver: Bool) {
    guard !shared.isEmpty else { return }
    pairs.append(Pair(area: one, pixels: pixels.count..<pixels.count + shared.count))
    pixels += shared.map { SeamPixel($0, of: areas[one], areas[other], isOver: isOver) }
    let (first, second) = (leader(of: one), leader(of: other))
    leaders[max(first, second)] = min(first, second)
  }

  private mutating func leader(of area: Int) -> Int {
    var place = area
    while leaders[place] != place {
      leaders[place] = leaders[leaders[place]]
      place = leaders[place]
    }
    return place
  }

  /// Areas that are bound to each other, in their order, and what they share.
  struct Cluster {
    var areas: [SeamArea] = []
    var pixels: [SeamPixel] = []
  }

  /// All clusters of more than one area.
  var clusters: [Cluster] {
    mutating get {
      var clusters = [Cluster](repeating: Cluster(), count: leaders.count)
      for area in leaders.indices { clusters[leader(of: area)].areas.append(areas[area]) }
      for pair in pairs { clusters[leader(of: pair.area)].pixels += pixels[pair.pixels] }
      return clusters.filter { $0.areas.count > 1 }
    }
  }
}

/// Which areas share pixels with which.
struct SeamBonds {
  /// All shared pixels, one pair of areas after the other.
  private(set) var pixels: [SharedPixel] = []
  private var pairs: [Pair] = []
  /// For each area, one that it is bound to, or itself: the first one of all in the end.
  private var leaders: [Int]

  private struct Pair {
    let area: Int
    let pixels: Range<Int>
    let liesOver: Bool
  }

  /// So many areas that share nothing yet.
  init(_ count: Int) { leaders = Array(0..<count) }

  /// Notes that two areas share `shared`, unless that is nothing.
  mutating func join(_ one: Int, _ other: Int, at shared: [SharedPixel], liesOver: Bool) {
    guard !shared.isEmpty else { return }
    pairs.append(
      Pair(
        area: one, pixels: pixels.count..<pixels.count + shared.count, liesOver: liesOver))
    pixels += shared
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
    var places: [Int] = []
    var pixels: [SharedPixel] = []
    var isLayered = false
  }

  /// All clusters of more than one area.
  var clusters: [Cluster] {
    mutating get {
      var clusters = [Cluster](repeating: Cluster(), count: leaders.count)
      for area in leaders.indices { clusters[leader(of: area)].places.append(area) }
      for pair in pairs {
        let place = leader(of: pair.area)
        clusters[place].pixels += pixels[pair.pixels]
        clusters[place].isLayered = clusters[place].isLayered || pair.liesOver
      }
      return clusters.filter { $0.places.count > 1 }
    }
  }
}

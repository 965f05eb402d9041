/// The chains of a row, cut into islands that are apart from each other, from left to right.
///
/// A drawn line of thousands of points meets a row in hundreds of places, most of which have nothing to
/// do with each other: where one has a corner, the others need not be cut.
struct Islands {
  /// Chains between two places where no line is, and where the winding is the same all the way down.
  struct Island {
    var chains: Range<Int>
    /// The winding to the left of them.
    let turns: Int
  }

  /// All chains, island by island.
  private(set) var chains: [Chain] = []
  private(set) var all: [Island] = []

  /// Where the row's part of a chain is.
  private struct Reach {
    let left: Int
    let right: Int
    let chain: Int
  }

  /// Those of the row between `top` and `bottom`, all of whose chains are `active`, about in order.
  init(_ active: [Chain], of edges: Span<Edge>, top: Int, bottom: Int) {
    let reaches = active.indices
      .map { Self.reach(of: active[$0], $0, edges, top: top, bottom: bottom) }
      .sorted { $0.left < $1.left }
    chains.reserveCapacity(active.count)
    var (right, turns, change) = (Int.min, 0, Change())
    for reach in reaches {
      let chain = active[reach.chain]
      if all.isEmpty || reach.left > right && change.isNone {
        all.append(Island(chains: chains.count..<chains.count, turns: turns))
      }
      chains.append(chain)
      all[all.count - 1].chains = all[all.count - 1].chains.lowerBound..<chains.count
      right = max(right, reach.right)
      if chain.topY <= top {
        turns += chain.winding
      } else {
        change.add(chain.winding, at: chain.topY)
      }
      if chain.bottomY < bottom { change.add(-chain.winding, at: chain.bottomY) }
    }
  }

  private static func reach(
    of chain: Chain, _ index: Int, _ edges: Span<Edge>, top: Int, bottom: Int
  ) -> Reach {
    let end = min(bottom, chain.bottomY)
    let start = max(top, chain.topY)
    var edge = chain.current
    while edges[edge].bottomY <= start { edge += 1 }
    var x = edges[edge].x(at: start)
    var (left, right) = (x, x)
    while edges[edge].bottomY < end {
      x = edges[edge].bottomX
      // Between two edges, a chain may go along its level.
      let next = edges[edge + 1].topX
      (left, right) = (min(left, x, next), max(right, x, next))
      edge += 1
    }
    x = edges[edge].x(at: end)
    return Reach(left: min(left, x), right: max(right, x), chain: index)
  }

  /// By how much the winding is another one below some height than above it.
  private struct Change {
    private var steps: [(height: Int, turns: Int)] = []

    /// Whether it is the same at all heights.
    var isNone: Bool { steps.isEmpty }

    mutating func add(_ turns: Int, at height: Int) {
      // What begins on the left of a shape ends on its right, so that few wait for each other.
      guard let index = steps.lastIndex(where: { $0.height == height }) else {
        return steps.append((height, turns))
      }
      steps[index].turns += turns
      if steps[index].turns == 0 { steps.remove(at: index) }
    }
  }
}

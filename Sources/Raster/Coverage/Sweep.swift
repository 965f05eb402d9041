import Geometry
import Pixels

/// The lines of one cluster of contours, met row by row on the way down.
///
/// A curve is dozens of short lines, many of them within one row. Each would cut the row in two if
/// it were on its own; but as links of a chain they need no order among themselves, and bands end
/// only where a chain does.
struct Sweep {
  /// Where its first line begins, and where its last one ends.
  private(set) var topY = Int.max
  private(set) var bottomY = Int.min
  /// How far its lines reach to the left and to the right.
  private(set) var leftX = Int.max
  private(set) var rightX = Int.min
  private let rule: WindingRule
  private var edges: [Edge] = []
  private var chains: [Chain] = []
  /// The first chain that no row has met yet.
  private var next = 0
  private var active: [Chain] = []

  /// The way down `contours`, as far as they matter inside `region`; nil if there are no lines.
  ///
  /// Lines are left out, but never cut at the region: where a cut is rounded, a pixel would depend
  /// on how much of the canvas is drawn.
  init?(_ contours: [Contour], _ rule: WindingRule, in region: PixelRect) {
    self.rule = rule
    edges.reserveCapacity(contours.reduce(0) { $0 + $1.count })
    for contour in contours where contour.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) {
      append(clipped(contour, to: Edge.plane), in: region)
    }
    guard !chains.isEmpty else { return nil }
    chains.sort { ($0.topY, $0.edges.lowerBound) < ($1.topY, $1.edges.lowerBound) }
    for edge in edges { leftX = min(leftX, edge.topX, edge.bottomX) }
    for chain in chains {
      topY = min(topY, chain.topY)
      bottomY = max(bottomY, chain.bottomY)
    }
    leftX = max(leftX, region.x * Edge.unit)
    rightX = min(rightX, region.maxX * Edge.unit)
    topY = max(topY, region.y * Edge.unit)
    bottomY = min(bottomY, region.maxY * Edge.unit)
  }

  private mutating func append(_ contour: Contour, in region: PixelRect) {
    // Between numbers near the largest ones, a cut can fail.
    guard var last = contour.last, contour.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
      return
    }
    var start = edges.count
    for point in contour {
      let edge = Edge(from: last, to: point)
      last = point
      guard let edge else { continue }
      let isBeside = edge.crosses(rowsOf: region)
      let matters = isBeside && edge.begins(leftOf: region)
      // What reaches behind the region's right side fills it up to there.
      if isBeside { rightX = max(rightX, edge.topX, edge.bottomX) }
      if start < edges.count, !matters || edges[start].winding != edge.winding {
        if let chain = Chain(endOf: &edges, from: start) { chains.append(chain) }
        start = edges.count
      }
      if matters { edges.append(edge) }
    }
    if let chain = Chain(endOf: &edges, from: start) { chains.append(chain) }
  }

  /// Whether no row below can meet a line.
  var isDone: Bool { next == chains.count && active.isEmpty }

  /// Brings `active` to this row; whether the row must look like the one above it.
  mutating func update(top: Int, bottom: Int) -> Bool {
    let count = active.count
    var isPlain = count > 0
    active.removeAll { $0.bottomY <= top }
    isPlain = isPlain && active.count == count
    for index in active.indices {
      var current = active[index].current
      while edges[current].bottomY <= top { current += 1 }
      active[index].current = current
      let edge = edges[current]
      isPlain =
        isPlain && edge.isVertical && edge.topY <= top - Edge.unit && edge.bottomY >= bottom
    }
    let old = next
    while next < chains.count, chains[next].topY < bottom {
      active.append(chains[next])
      next += 1
    }
    sortActive()
    return isPlain && old == next
  }

  /// How far down, from the end of this row at `bottom` on, the rows must look like this one.
  func plainUntil(below bottom: Int) -> Int {
    var end = next < chains.count ? chains[next].topY : Int.max
    for chain in active {
      let edge = edges[chain.current]
      guard edge.isVertical, edge.topY <= bottom - Edge.unit else { return bottom }
      end = min(end, edge.bottomY)
    }
    return active.isEmpty ? bottom : end
  }

  /// Orders chains by about where they are: a band, which orders them exactly, then moves few.
  ///
  /// From row to row the order hardly changes.
  private mutating func sortActive() {
    let edges = edges
    active.sortNearlySorted(active.indices) { one, other in
      Self.reach(of: one, edges) < Self.reach(of: other, edges)
    }
  }

  private static func reach(of chain: Chain, _ edges: [Edge]) -> Int {
    edges[chain.current].topX + edges[chain.current].bottomX
  }

  /// Adds what the row between `top` and `bottom` covers; `band` is room to work in.
  ///
  /// The work grows with the square of the number of chains, so a row of many is cut into clusters,
  /// each of which is on its own.
  func addRow(top: Int, bottom: Int, by band: inout Band, to cells: inout RowCells) {
    guard active.count > Self.fewEdges, active.count <= Self.mostEdges else {
      return add(active[...], turns: 0, top: top, bottom: bottom, by: &band, to: &cells)
    }
    let clusters = ChainClusters(active, of: edges.span, top: top, bottom: bottom)
    for cluster in clusters.all {
      add(
        clusters.chains[cluster.chains], turns: cluster.turns, top: top, bottom: bottom, by: &band,
        to: &cells)
    }
  }

  /// Rows of fewer chains are not clustered, nor are rows of more than `most`.
  private static let (fewEdges, mostEdges) = (16, 8192)

  /// Adds what is between some of the row's chains, to the left of which the winding is `turns`.
  private func add(
    _ chains: ArraySlice<Chain>, turns: Int, top: Int, bottom: Int, by band: inout Band,
    to cells: inout RowCells
  ) {
    let edges = edges.span
    band.beginRow(rule, turns: turns, chains: chains.count)
    var start = top
    while start < bottom {
      var end = band.end(after: start, before: bottom)
      if band.isExact {
        for chain in chains {
          if chain.topY > start, chain.topY < end { end = chain.topY }
          if chain.bottomY > start, chain.bottomY < end { end = chain.bottomY }
        }
      }
      band.begin(top: start, bottom: end, chains: chains.count)
      // In a band that is not exact, a chain may begin or end.
      let middle = (start + end) / 2
      for chain in chains where chain.topY <= middle && chain.bottomY > middle {
        band.take(chain, of: edges)
      }
      band.add(edges, to: &cells)
      start = end
    }
  }
}

/// The chains of a row, cut into clusters that are apart from each other, from left to right.
///
/// A drawn line of thousands of points meets a row in hundreds of places, most of which have nothing to
/// do with each other: where one has a corner, the others need not be cut.
struct ChainClusters {
  /// Chains between two places where no line is, and where the winding is the same all the way down.
  struct Cluster {
    var chains: Range<Int>
    /// The winding to the left of them.
    let turns: Int
  }

  /// All chains, cluster by cluster.
  private(set) var chains: [Chain] = []
  private(set) var all: [Cluster] = []

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
        all.append(Cluster(chains: chains.count..<chains.count, turns: turns))
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
      // What begins on the left of a shape ends on its right, so that few wait for each other; after
      // more than these, the rest of the row is one cluster.
      guard steps.count < 256 else { return }
      guard let index = steps.lastIndex(where: { $0.height == height }) else {
        return steps.append((height, turns))
      }
      steps[index].turns += turns
      if steps[index].turns == 0 { steps.remove(at: index) }
    }
  }
}

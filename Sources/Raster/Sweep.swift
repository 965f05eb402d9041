/// The edges of one cluster on their way down.
struct Sweep {
  /// Where its first edge begins.
  let topY: Int
  private let edges: [Edge]
  private let rule: WindingRule
  /// The first edge that no row has met yet.
  private var next = 0
  private var active: [Edge] = []

  /// The way of `edges`, which are sorted from top to bottom; nil if there are none.
  init?(edges: [Edge], rule: WindingRule) {
    guard let first = edges.first else { return nil }
    (topY, self.edges, self.rule) = (first.topY, edges, rule)
  }

  /// Whether no row below can meet an edge.
  var isDone: Bool { next == edges.count && active.isEmpty }

  /// Adds what the row between `top` and `bottom` covers; `band` is room to work in.
  func addRow(top: Int, bottom: Int, by band: inout Band, to cells: inout RowCells) {
    band.begin(rule)
    var start = top
    while start < bottom {
      let end = border(below: start, bottom: bottom)
      band.take(active, top: start, bottom: end)
      band.add(top: start, bottom: end, to: &cells)
      start = end
    }
  }

  /// Brings `active` to this row; whether the row must look like the one above it.
  mutating func update(top: Int, bottom: Int) -> Bool {
    let count = active.count
    var isPlain = count > 0
    var kept = 0
    for index in 0..<count {
      let edge = active[index]
      isPlain =
        isPlain && edge.isVertical && edge.topY <= top - Edge.unit && edge.bottomY >= bottom
      guard edge.bottomY > top else { continue }
      if kept < index { active[kept] = edge }
      kept += 1
    }
    if kept < count { active.removeSubrange(kept..<count) }
    let old = next
    while next < edges.count, edges[next].topY < bottom {
      active.append(edges[next])
      next += 1
    }
    return isPlain && old == next
  }

  /// The next height below `top` at which an edge begins or ends, at the latest `bottom`.
  private func border(below top: Int, bottom: Int) -> Int {
    var height = bottom
    for edge in active {
      if edge.topY > top, edge.topY < height { height = edge.topY }
      if edge.bottomY > top, edge.bottomY < height { height = edge.bottomY }
    }
    return height
  }
}

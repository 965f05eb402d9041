import Geometry
public import Pixels

// The plain way adds up signed areas of all lines and clamps. It is exact for one simple outline,
// but where contours overlap inside a pixel it counts their shares twice. So each row is cut into
// bands inside which no two edges cross; there, edges have an order, the winding between them is
// known, and only those edges that part inside from outside add their areas.

extension Coverage {
  /// The pixels of `region` that `contours` cover, in 1/255 of their exact area.
  public init(
    _ contours: [Contour], rule: WindingRule = .nonzero, in region: PixelRect
  ) {
    let clusters = ContourCluster.apart(contours).map { Edge.edges(of: $0, in: region) }
    let edges = clusters.joined()
    let left = edges.map { min($0.topX, $0.bottomX) }.min() ?? 0
    let right = edges.map { max($0.topX, $0.bottomX) }.max() ?? 0
    let bottom = edges.map(\.bottomY).max() ?? 0
    guard let top = edges.map(\.topY).min(), left < right else { self = .none; return }
    self.init(bounds: Self.pixels(left: left, top: top, right: right, bottom: bottom))
    var descent = Descent(clusters, rule: rule, bounds: bounds)
    for y in bounds.y..<bounds.maxY { descent.appendRow(y, to: &self) }
  }

  private static func pixels(left: Int, top: Int, right: Int, bottom: Int) -> PixelRect {
    let x = left >> 16
    let y = top >> 16
    return PixelRect(
      x: x, y: y, width: (right + Edge.unit - 1) >> 16 - x,
      height: (bottom + Edge.unit - 1) >> 16 - y)
  }
}

/// The way from the first row of an outline down to its last: all clusters side by side.
private struct Descent {
  private var waiting: ArraySlice<Sweep>
  private var sweeps: [Sweep] = []
  private var cells: RowCells
  private let maxX: Int

  init(_ clusters: [[Edge]], rule: WindingRule, bounds: PixelRect) {
    let all = clusters.compactMap { Sweep(edges: $0, rule: rule) }
    waiting = all.sorted { $0.topY < $1.topY }[...]
    cells = RowCells(firstColumn: bounds.x, width: bounds.width)
    maxX = bounds.maxX
  }

  mutating func appendRow(_ y: Int, to coverage: inout Coverage) {
    let (top, bottom) = (y * Edge.unit, (y + 1) * Edge.unit)
    let count = sweeps.count
    while let first = waiting.first, first.topY < bottom { sweeps.append(waiting.removeFirst()) }
    var isSame = sweeps.count == count && count > 0
    for index in sweeps.indices {
      isSame = sweeps[index].update(top: top, bottom: bottom) && isSame
    }
    if isSame, let last = coverage.rows.last { return coverage.rows.append(last) }
    let first = coverage.runs.count
    for index in sweeps.indices { sweeps[index].addRow(top: top, bottom: bottom, to: &cells) }
    sweeps.removeAll(where: \.isDone)
    cells.empty(into: &coverage, maxX: maxX)
    coverage.rows.append(first..<coverage.runs.count)
  }
}

/// The edges of one cluster on their way down.
private struct Sweep {
  /// An edge inside of a band: where it enters and where it leaves.
  struct Crossing {
    var topX: Int
    var bottomX: Int
    var winding: Int
  }

  /// Where its first edge begins.
  let topY: Int
  private let edges: [Edge]
  private let rule: WindingRule
  /// The first edge that no row has met yet.
  private var next = 0
  private var active: [Edge] = []
  /// How often this row may still be cut: outlines made to be slow end less exactly, but end.
  private var cutsLeft = 0

  /// The way of `edges`, which are sorted from top to bottom; nil if there are none.
  init?(edges: [Edge], rule: WindingRule) {
    guard let first = edges.first else { return nil }
    (topY, self.edges, self.rule) = (first.topY, edges, rule)
  }

  /// Whether no row below can meet an edge.
  var isDone: Bool { next == edges.count && active.isEmpty }

  /// Adds what the row between `top` and `bottom` covers.
  mutating func addRow(top: Int, bottom: Int, to cells: inout RowCells) {
    cutsLeft = 256
    var start = top
    for end in borders(top: top, bottom: bottom) {
      add(crossings(top: start, bottom: end), top: start, bottom: end, to: &cells)
      start = end
    }
  }

  /// Brings `active` to this row; whether the row must look like the one above it.
  mutating func update(top: Int, bottom: Int) -> Bool {
    let count = active.count
    let wasPlain = active.allSatisfy { $0.isVertical && $0.topY <= top - Edge.unit }
    active.removeAll { $0.bottomY <= top }
    let isPlain = active.count == count && wasPlain && active.allSatisfy { $0.bottomY >= bottom }
    let old = next
    while next < edges.count, edges[next].topY < bottom {
      active.append(edges[next])
      next += 1
    }
    return isPlain && old == next && count > 0
  }

  /// The heights at which edges begin or end within the row, and its lower side.
  private func borders(top: Int, bottom: Int) -> [Int] {
    var heights = [bottom]
    for edge in active {
      if edge.topY > top { heights.append(edge.topY) }
      if edge.bottomY < bottom { heights.append(edge.bottomY) }
    }
    guard heights.count > 1 else { return heights }
    heights.sort()
    return heights.enumerated().filter { $0 == 0 || heights[$0 - 1] != $1 }.map(\.element)
  }

  private func crossings(top: Int, bottom: Int) -> [Crossing] {
    active.compactMap { edge in
      guard edge.topY <= top, edge.bottomY >= bottom else { return nil }
      return Crossing(topX: edge.x(at: top), bottomX: edge.x(at: bottom), winding: edge.winding)
    }
  }

  /// Adds a band, after cutting it where two of its edges cross.
  private mutating func add(
    _ band: [Crossing], top: Int, bottom: Int, to cells: inout RowCells
  ) {
    let band = band.sorted {
      ($0.topX + $0.bottomX, $0.topX) < ($1.topX + $1.bottomX, $1.topX)
    }
    guard let height = firstCut(band, top: top, bottom: bottom), cutsLeft > 0 else {
      return addOrdered(band, top: top, bottom: bottom, to: &cells)
    }
    cutsLeft -= 1
    let middles = band.map { edge in
      edge.topX + floorDivide((edge.bottomX - edge.topX) * (height - top), bottom - top)
    }
    add(
      zip(band, middles).map { Crossing(topX: $0.topX, bottomX: $1, winding: $0.winding) },
      top: top, bottom: height, to: &cells)
    add(
      zip(band, middles).map { Crossing(topX: $1, bottomX: $0.bottomX, winding: $0.winding) },
      top: height, bottom: bottom, to: &cells)
  }

  /// A height at which two neighbours cross; nil if the band's order holds from top to bottom.
  private func firstCut(_ band: [Crossing], top: Int, bottom: Int) -> Int? {
    guard bottom - top > 1 else { return nil }
    for (left, right) in zip(band, band.dropFirst()) {
      let above = right.topX - left.topX
      let below = right.bottomX - left.bottomX
      guard above < 0 || below < 0 else { continue }
      let height = top + (bottom - top) * above / (above - below)
      return max(top + 1, min(bottom - 1, height))
    }
    return nil
  }

  private func addOrdered(
    _ band: [Crossing], top: Int, bottom: Int, to cells: inout RowCells
  ) {
    var winding = 0
    for edge in band {
      let wasInside = rule.isInside(winding)
      winding += edge.winding
      let isInside = rule.isInside(winding)
      guard wasInside != isInside else { continue }
      cells.add(
        x0: edge.topX, y0: top, x1: edge.bottomX, y1: bottom, sign: isInside ? 1 : -1)
    }
  }
}

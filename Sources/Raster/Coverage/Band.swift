/// A part of a row inside which no chain begins or ends, on its way into the row's cells.
///
/// One serves a whole outline, row after row, so that no row has to allocate.
struct Band {
  /// The part of a chain inside of a band.
  private struct Strand {
    /// Its first edge and its last one.
    var first: Int
    var last: Int
    /// How far it reaches to the left and to the right.
    var left: Int
    var right: Int
    /// Where it enters.
    var top: Int
    /// Where it enters and leaves, added up.
    var middle: Int
    var winding: Int
  }

  private var strands: [Strand] = []
  private var slab = CrossingSlab()
  private var top = 0
  private var bottom = 0

  /// Begins a row, or a part of one, of so many chains; the winding to the left of it is `turns`.
  mutating func beginRow(_ rule: WindingRule, turns: Int, chains: Int) {
    slab.beginRow(rule, turns: turns, lines: chains)
  }

  /// Whether the row still has budget for bands that end wherever a chain or an edge does.
  var isExact: Bool { slab.exactBudget > 0 }

  /// Where a band from `start` on ends at the latest: a row without budget is cut into even slabs.
  func end(after start: Int, before bottom: Int) -> Int {
    let step = slab.coarseHeight
    return isExact ? bottom : min(bottom, floorDivide(start, step) * step + step)
  }

  /// Begins a band, which looks at so many chains.
  mutating func begin(top: Int, bottom: Int, chains: Int) {
    (self.top, self.bottom) = (top, bottom)
    strands.removeAll(keepingCapacity: true)
    slab.exactBudget -= chains
  }

  /// Takes the part of `chain` inside the band.
  mutating func take(_ chain: Chain, of edges: Span<Edge>) {
    let (start, end) = (max(top, chain.topY), min(bottom, chain.bottomY))
    var first = chain.current
    while edges[first].bottomY <= start { first += 1 }
    var (x, last) = (edges[first].x(at: start), first)
    var strand = Strand(
      first: first, last: last, left: x, right: x, top: x, middle: x, winding: chain.winding)
    while edges[last].bottomY < end {
      x = edges[last].bottomX
      // Between two edges, a chain may go along its level.
      let next = edges[last + 1].topX
      strand.left = min(strand.left, x, next)
      strand.right = max(strand.right, x, next)
      last += 1
    }
    x = edges[last].x(at: end)
    strand.left = min(strand.left, x)
    strand.right = max(strand.right, x)
    strand.middle += x
    strand.last = last
    strands.append(strand)
  }

  /// Adds what the band covers.
  mutating func add(_ edges: Span<Edge>, to cells: inout RowCells) {
    strands.sortNearlySorted(strands.indices) { $0.middle < $1.middle }
    guard isExact else { return addChords(to: &cells) }
    for index in strands.indices.dropFirst()
    where strands[index - 1].right > strands[index].left {
      return untangle(edges, to: &cells)
    }
    var winding = slab.turns
    for strand in strands {
      guard let sign = slab.rule.step(strand.winding, from: &winding) else { continue }
      for index in strand.first...strand.last {
        let edge = edges[index]
        let (start, end) = (max(edge.topY, top), min(edge.bottomY, bottom))
        cells.add(
          x0: edge.x(at: start), y0: start, x1: edge.x(at: end), y1: end,
          sign: sign)
      }
    }
  }

  /// Adds the band as if its chains were straight and did not cross.
  private func addChords(to cells: inout RowCells) {
    var winding = slab.turns
    for strand in strands {
      guard let sign = slab.rule.step(strand.winding, from: &winding) else { continue }
      cells.add(
        x0: strand.top, y0: top, x1: strand.middle - strand.top, y1: bottom, sign: sign)
    }
  }

  /// Adds the band edge by edge: its chains may cross.
  private mutating func untangle(_ edges: Span<Edge>, to cells: inout RowCells) {
    var start = top
    while start < bottom {
      var end = end(after: start, before: bottom)
      for index in strands.indices {
        while strands[index].first < strands[index].last,
          edges[strands[index].first].bottomY <= start
        { strands[index].first += 1 }
        if isExact { end = min(end, edges[strands[index].first].bottomY) }
      }
      slab.begin()
      for index in strands.indices {
        let x = edges[strands[index].first].clampedX(at: start)
        while strands[index].first < strands[index].last,
          edges[strands[index].first].bottomY < end
        { strands[index].first += 1 }
        slab.take(
          topX: x, bottomX: edges[strands[index].first].clampedX(at: end),
          winding: strands[index].winding)
      }
      slab.exactBudget -= strands.count
      slab.add(top: start, bottom: end, to: &cells)
      start = end
    }
  }
}

/// A part of a row inside which no edge begins or ends, but edges may cross.
///
/// Edges that have nothing to do with each other there are apart: only those are cut that cross, or are
/// in between.
struct CrossingSlab {
  /// Where an edge enters and where it leaves.
  private struct Line {
    var topX: Int
    var bottomX: Int
    let winding: Int

    var left: Int { min(topX, bottomX) }
    var right: Int { max(topX, bottomX) }

    /// Where it is at height `y` between `top` and `bottom`.
    func x(at y: Int, top: Int, bottom: Int) -> Int {
      topX + floorDivide((bottomX - topX) * (y - top), bottom - top)
    }
  }

  private(set) var rule = WindingRule.nonzero
  /// The winding to the left of all edges.
  private(set) var turns = 0
  /// Those that were taken, and behind them parts of those that are being cut.
  private var lines: [Line] = []
  /// How many more lines this row may visit before it is cut into even slabs, in which lines are in the
  /// order in which they are in the middle.
  ///
  /// Being exact takes time with the square of the number of lines that overlap. No golden and no scene of
  /// the project uses up as much as this allows.
  var exactBudget = 0
  /// The height of such a slab: a sixteenth of a row for up to 1,024 lines, growing to a whole row for
  /// 16,384.
  private(set) var coarseHeight = Edge.unit
  /// Rows of more lines are cut into even slabs at once.
  private static let mostLines = 256

  /// Begins a row, or a part of one, of so many lines.
  mutating func beginRow(_ rule: WindingRule, turns: Int, lines: Int) {
    (self.rule, self.turns) = (rule, turns)
    exactBudget = lines > Self.mostLines ? 0 : 16_384 + 32 * lines
    coarseHeight = Edge.unit / max(1, min(16, 16 * 1024 / max(1, lines)))
  }

  /// Forgets all edges.
  mutating func begin() {
    lines.removeAll(keepingCapacity: true)
  }

  /// Takes a line, which leads from the top to the bottom.
  mutating func take(topX: Int, bottomX: Int, winding: Int) {
    lines.append(Line(topX: topX, bottomX: bottomX, winding: winding))
  }

  /// Adds what lies between the edges, after cutting where two of them cross.
  mutating func add(top: Int, bottom: Int, to cells: inout RowCells) {
    add(from: 0, turns: turns, top: top, bottom: bottom, depth: 0, to: &cells)
  }

  /// The same for the last lines, from the one at `start` on, which are `depth` cuts deep.
  private mutating func add(
    from start: Int, turns: Int, top: Int, bottom: Int, depth: Int, to cells: inout RowCells
  ) {
    let end = lines.count
    lines.sortNearlySorted(start..<end) { $0.left < $1.left }
    var turns = turns
    var first = start
    while first < end {
      var (next, right) = (first + 1, lines[first].right)
      while next < end, lines[next].left < right {
        right = max(right, lines[next].right)
        next += 1
      }
      addOverlapping(first..<next, turns: turns, top: top, bottom: bottom, depth: depth, to: &cells)
      for index in first..<next { turns += lines[index].winding }
      first = next
    }
  }

  /// The same for lines that are beside each other.
  private mutating func addOverlapping(
    _ range: Range<Int>, turns: Int, top: Int, bottom: Int, depth: Int, to cells: inout RowCells
  ) {
    lines.sortNearlySorted(range) {
      ($0.topX + $0.bottomX, $0.topX) < ($1.topX + $1.bottomX, $1.topX)
    }
    let mayCut = exactBudget > 0 && depth < Self.deepest
    guard var height = cut(range, top: top, bottom: bottom),
      mayCut || bottom - top > coarseHeight
    else {
      var winding = turns
      for line in lines[range] {
        guard let sign = rule.step(line.winding, from: &winding) else { continue }
        cells.add(x0: line.topX, y0: top, x1: line.bottomX, y1: bottom, sign: sign)
      }
      return
    }
    if mayCut { exactBudget -= range.count } else { height = (top + bottom) / 2 }
    let start = lines.count
    for index in range {
      var line = lines[index]
      line.bottomX = line.x(at: height, top: top, bottom: bottom)
      lines.append(line)
    }
    add(from: start, turns: turns, top: top, bottom: height, depth: depth + 1, to: &cells)
    for (place, index) in range.enumerated() {
      lines[start + place] = lines[index]
      lines[start + place].topX = lines[index].x(at: height, top: top, bottom: bottom)
    }
    add(from: start, turns: turns, top: height, bottom: bottom, depth: depth + 1, to: &cells)
    lines.removeSubrange(start...)
  }

  /// The height at which two neighbours cross that is nearest to the middle; nil if the order holds from
  /// top to bottom.
  ///
  /// Overlaps that rounding made at an earlier cut are ignored: cutting there again would use up the
  /// row's limit.
  private func cut(_ range: Range<Int>, top: Int, bottom: Int) -> Int? {
    guard bottom - top > 1 else { return nil }
    let middle = (top + bottom) / 2
    var best: Int?
    for index in range.dropFirst() {
      let (left, right) = (lines[index - 1], lines[index])
      let above = right.topX - left.topX
      let below = right.bottomX - left.bottomX
      guard above < -Self.slack || below < -Self.slack else { continue }
      let height = top + (bottom - top) * above / (above - below)
      if best.map({ abs(height - middle) < abs($0 - middle) }) ?? true { best = height }
    }
    return best.map { max(top + 1, min(bottom - 1, $0)) }
  }

  /// An overlap up to this many units does not count as a crossing.
  private static let slack = 2
  /// How many cuts may be inside of each other: each takes room on the stack.
  private static let deepest = 128
}

extension Array {
  /// Sorts what is nearly in order in `range`, without a change to the order of equals.
  @inline(__always)
  mutating func sortNearlySorted(_ range: Range<Int>, by isBefore: (Element, Element) -> Bool) {
    guard range.count <= 64 else { return self[range].sort(by: isBefore) }
    for index in range.dropFirst() where isBefore(self[index], self[index - 1]) {
      let element = self[index]
      var place = index
      while place > range.lowerBound, isBefore(element, self[place - 1]) {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = element
    }
  }
}

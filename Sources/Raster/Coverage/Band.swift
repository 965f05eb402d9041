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
    /// Where it enters and leaves, added up.
    var middle: Int
    var winding: Int
  }

  private var strands: [Strand] = []
  private var slab = CrossingSlab()
  private var top = 0
  private var bottom = 0

  /// Begins a row, or a part of one; the winding to the left of it is `turns`.
  mutating func beginRow(_ rule: WindingRule, turns: Int) {
    slab.beginRow(rule, turns: turns)
  }

  /// Begins a band, of which nothing is known yet.
  mutating func begin(top: Int, bottom: Int) {
    (self.top, self.bottom) = (top, bottom)
    strands.removeAll(keepingCapacity: true)
  }

  /// Takes the part of `chain` inside the band, which it crosses from top to bottom.
  mutating func take(_ chain: Chain, of edges: Span<Edge>) {
    var first = chain.current
    while edges[first].bottomY <= top { first += 1 }
    var (x, last) = (edges[first].x(at: top), first)
    var strand = Strand(
      first: first, last: last, left: x, right: x, middle: x, winding: chain.winding)
    while edges[last].bottomY < bottom {
      x = edges[last].bottomX
      // Between two edges, a chain may go along its level.
      let next = edges[last + 1].topX
      strand.left = min(strand.left, x, next)
      strand.right = max(strand.right, x, next)
      last += 1
    }
    x = edges[last].x(at: bottom)
    strand.left = min(strand.left, x)
    strand.right = max(strand.right, x)
    strand.middle += x
    strand.last = last
    insert(strand)
  }

  private mutating func insert(_ strand: Strand) {
    var place = strands.count
    strands.append(strand)
    while place > 0, strand.middle < strands[place - 1].middle {
      strands[place] = strands[place - 1]
      place -= 1
    }
    strands[place] = strand
  }

  /// Adds what the band covers.
  mutating func add(_ edges: Span<Edge>, to cells: inout RowCells) {
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

  /// Adds the band edge by edge: its chains may cross.
  private mutating func untangle(_ edges: Span<Edge>, to cells: inout RowCells) {
    var start = top
    while start < bottom {
      var end = bottom
      for strand in strands {
        var index = strand.first
        while edges[index].bottomY <= start { index += 1 }
        end = min(end, edges[index].bottomY)
      }
      slab.begin()
      for strand in strands {
        for index in strand.first...strand.last
        where edges[index].topY <= start && edges[index].bottomY >= end {
          slab.take(edges[index], top: start, bottom: end)
        }
      }
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
  /// How often this row may still be cut at crossings: outlines made to be slow end less exactly, but
  /// end.
  private var cutsLeft = 0

  /// Begins a row, or a part of one.
  mutating func beginRow(_ rule: WindingRule, turns: Int) {
    (self.rule, self.turns) = (rule, turns)
    cutsLeft = 2048
  }

  /// Forgets all edges.
  mutating func begin() {
    lines.removeAll(keepingCapacity: true)
  }

  /// Takes an edge, which leads from `top` to `bottom` and perhaps beyond.
  mutating func take(_ edge: Edge, top: Int, bottom: Int) {
    lines.append(Line(topX: edge.x(at: top), bottomX: edge.x(at: bottom), winding: edge.winding))
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
    sort(start..<end) { $0.left < $1.left }
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
    sort(range) { ($0.topX + $0.bottomX, $0.topX) < ($1.topX + $1.bottomX, $1.topX) }
    let mayCut = cutsLeft > 0 && depth < Self.deepest
    guard var height = cut(range, top: top, bottom: bottom),
      mayCut || bottom - top > Edge.unit / 16
    else {
      var winding = turns
      for line in lines[range] {
        guard let sign = rule.step(line.winding, from: &winding) else { continue }
        cells.add(x0: line.topX, y0: top, x1: line.bottomX, y1: bottom, sign: sign)
      }
      return
    }
    if mayCut { cutsLeft -= 1 } else { height = (top + bottom) / 2 }
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

  /// Sorts lines that are nearly in order.
  private mutating func sort(_ range: Range<Int>, by isBefore: (Line, Line) -> Bool) {
    for index in range.dropFirst() where isBefore(lines[index], lines[index - 1]) {
      let line = lines[index]
      var place = index
      while place > range.lowerBound, isBefore(line, lines[place - 1]) {
        lines[place] = lines[place - 1]
        place -= 1
      }
      lines[place] = line
    }
  }
}

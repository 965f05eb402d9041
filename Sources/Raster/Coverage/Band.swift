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
  private var knot = Knot()
  private var top = 0
  private var bottom = 0

  /// Begins a row, or a part of one; the winding to the left of it is `turns`.
  mutating func beginRow(_ rule: WindingRule, turns: Int) {
    knot.beginRow(rule, turns: turns)
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
    var winding = knot.turns
    for strand in strands {
      guard let sign = knot.rule.step(strand.winding, from: &winding) else { continue }
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
      knot.begin()
      for strand in strands {
        for index in strand.first...strand.last
        where edges[index].topY <= start && edges[index].bottomY >= end {
          knot.take(edges[index], top: start, bottom: end)
        }
      }
      knot.add(top: start, bottom: end, to: &cells)
      start = end
    }
  }
}

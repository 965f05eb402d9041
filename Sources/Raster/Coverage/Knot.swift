/// A part of a row inside which no edge begins or ends, but edges may cross.
///
/// Edges that have nothing to do with each other there are apart: only those are cut that cross, or are
/// in between.
struct Knot {
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
      addTangle(first..<next, turns: turns, top: top, bottom: bottom, depth: depth, to: &cells)
      for index in first..<next { turns += lines[index].winding }
      first = next
    }
  }

  /// The same for lines that are beside each other.
  private mutating func addTangle(
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
  /// Where they were cut already, rounding may leave one of them on the wrong side of the other: were
  /// they cut there again, it would be step by step until the row may not be cut any more.
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

  /// As good as no steps.
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

import Drawing
import Geometry
import Pixels
import Raster

/// What is seen of areas that lie over each other, pixel by pixel.
///
/// Of two rows with a line between them, the line hides a part of one of the rows only: their levels
/// alone, which make more than a whole pixel, do not tell of which. So a pixel is cut into pieces of
/// which each is inside or outside of every area. Inside of a clip, only its part of a pixel counts.
struct SeamOverlaps {
  /// All of a pixel.
  static let whole = 65_280

  /// All lines that are not level, from the highest on.
  private let lines: [Line]
  /// How many of them begin above the lower end of the row that was asked for last.
  private var begun = 0
  /// Those of them that do not end above it.
  private var active: [Line] = []
  private var cut = PixelCut()
  private var rests: SeamRest
  private let tree: SeamTree
  /// The steps of the tree that matter in the pixel that was asked for last.
  private var steps: [SeamTree.Step] = []
  /// What is seen there of each area, and behind them of each clip, in 1/65,280.
  private(set) var parts: [Int]
  /// What the areas cover there together.
  private(set) var sum = 0
  private var seen: [Double]
  /// Those of the areas, then of the clips, then perhaps of the one that all of them are in.
  private let rules: [WindingRule]
  private let isClipped: Bool

  /// A piece of an outline that leads from the top to the bottom.
  fileprivate struct Line {
    let top, bottom: Point
    /// What it adds to the winding of what is on its right.
    let turn: Int
    /// The area whose outline it is.
    let area: Int

    /// Where it is at the height `y`.
    func x(at y: Double) -> Double {
      let share = (y - top.y) / (bottom.y - top.y)
      return top.x + (bottom.x - top.x) * max(0, min(1, share))
    }
  }

  /// Those of `areas`, painted as `tree` says, which are inside of `clip`; pixels in `region` will be asked
  /// for.
  init(_ areas: [SeamArea], _ tree: SeamTree, inside clip: SeamClip?, in region: PixelRect) {
    self.tree = tree
    rests = SeamRest(tree)
    isClipped = clip != nil
    let clips = tree.clips + (clip.map { [$0] } ?? [])
    rules = areas.map(\.rule) + clips.map(\.rule)
    (parts, seen) = (rules.map { _ in 0 }, rules.map { _ in 0 })
    let outlines = areas.map(\.contours) + clips.map(\.contours)
    // What is on the right of them turns around none of them.
    let (top, bottom, right) = (Double(region.y), Double(region.maxY), Double(region.maxX))
    lines = outlines.indices.flatMap { index in
      outlines[index].flatMap { contour in
        contour.sides.compactMap { start, end -> Line? in
          guard start.y != end.y, max(start.y, end.y) > top, min(start.y, end.y) < bottom,
            min(start.x, end.x) < right
          else { return nil }
          return start.y < end.y
            ? Line(top: start, bottom: end, turn: 1, area: index)
            : Line(top: end, bottom: start, turn: -1, area: index)
        }
      }
    }.sorted { $0.top.y < $1.top.y }
  }

  /// Finds what is seen in a pixel of each area which has a level there; rows have to be asked for from
  /// the first one on.
  mutating func look(at pixel: SharedPixel, shares: [Int], where levels: [UInt8]) {
    if cut.row != pixel.y { begin(row: pixel.y) }
    cut.begin(x: pixel.x) { $0 >= levels.count || levels[$0] > 0 }
    steps.removeAll(keepingCapacity: true)
    for step in tree.steps where tree.isClip(step.place) || levels[step.place] > 0 {
      steps.append(step)
    }
    let count = rules.count
    for place in seen.indices { seen[place] = 0 }
    var (sum, all) = (0.0, 0.0)
    // What is asked for each piece may look at all but the cutting itself.
    var cutting = PixelCut()
    swap(&cutting, &cut)
    cutting.forEachPiece(outlines: count) { size, windings in
      if isClipped {
        guard rules[count - 1].isInside(windings[count - 1]) else { return }
        all += size
      }
      if add(size, windings, shares) { sum += size }
    }
    swap(&cutting, &cut)
    if !isClipped { all = 1 }
    func level(_ part: Double) -> Int {
      Int((min(1, part / max(1e-9, all)) * Double(Self.whole)).rounded())
    }
    for place in seen.indices { parts[place] = level(seen[place]) }
    self.sum = level(sum)
  }

  private mutating func begin(row: Int) {
    while begun < lines.count, lines[begun].top.y < Double(row + 1) {
      active.append(lines[begun])
      begun += 1
    }
    active.removeAll { $0.bottom.y <= Double(row) }
    cut.begin(row: row, active)
  }

  private static let opaque = Double(SeamArea.opaque)

  /// Adds what is seen in a piece; whether it is in any area.
  private mutating func add(_ size: Double, _ windings: [Int], _ shares: [Int]) -> Bool {
    var isCovered = false
    rests.reset()
    for step in steps {
      let place = step.place
      guard rules[place].isInside(windings[place]),
        tree.cuts(of: place).allSatisfy({ rules[$0].isInside(windings[$0]) })
      else { continue }
      guard !tree.isClip(place) else {
        seen[place] += size * Double(rests.rest(in: tree.parents[step.node])) / Self.opaque
        continue
      }
      isCovered = true
      seen[place] += size * Double(rests.rest(in: step.node)) / Self.opaque
      rests.hide(Self.whole, of: shares[place])
      if rests.isEmpty { break }
    }
    return isCovered
  }
}

/// A pixel that lines go through, cut into pieces.
private struct PixelCut {
  /// The row of the pixel that was cut last.
  private(set) var row: Int?
  private var (top, bottom, left) = (0.0, 0.0, 0.0)
  /// The lines that touch the row.
  private var active: [Part] = []
  /// The lines that touch the pixel, or are left of it, in its row.
  private var inside: [SeamOverlaps.Line] = []
  private var beside: [SeamOverlaps.Line] = []
  /// The heights at which something begins, ends or crosses.
  private var heights: [Double] = []
  private var windings: [Int] = []
  private var crossings: [Crossing] = []

  /// Where a line crosses a strip of the pixel.
  private struct Crossing {
    let upper, lower: Double
    let area, turn: Int
  }

  /// What a row has of a line: between two heights and two columns.
  private struct Part {
    let line: SeamOverlaps.Line
    let top, bottom, left, right: Double
  }

  /// Takes the lines that touch a row.
  mutating func begin(row: Int, _ lines: [SeamOverlaps.Line]) {
    self.row = row
    (top, bottom) = (Double(row), Double(row + 1))
    active.removeAll(keepingCapacity: true)
    for line in lines {
      let (first, last) = (max(top, line.top.y), min(bottom, line.bottom.y))
      let (from, to) = (line.x(at: first), line.x(at: last))
      active.append(
        Part(line: line, top: first, bottom: last, left: min(from, to), right: max(from, to)))
    }
  }

  /// Takes the pixel in column `x`, and those lines whose areas are present.
  mutating func begin(x: Int, _ isPresent: (Int) -> Bool) {
    left = Double(x)
    let right = left + 1
    inside.removeAll(keepingCapacity: true)
    beside.removeAll(keepingCapacity: true)
    heights.removeAll(keepingCapacity: true)
    heights.append(top)
    heights.append(bottom)
    for part in active where part.left < right && isPresent(part.line.area) {
      let line = part.line
      addHeight(part.top)
      addHeight(part.bottom)
      guard part.right > left else {
        beside.append(line)
        continue
      }
      addHeight(of: line, at: left)
      addHeight(of: line, at: right)
      for other in inside { addHeight(of: line, crossing: other) }
      inside.append(line)
    }
    heights.sort()
  }

  private mutating func addHeight(of line: SeamOverlaps.Line, at x: Double) {
    let across = line.bottom.x - line.top.x
    guard across != 0, min(line.top.x, line.bottom.x) < x, max(line.top.x, line.bottom.x) > x
    else { return }
    addHeight(line.top.y + (x - line.top.x) / across * (line.bottom.y - line.top.y))
  }

  private mutating func addHeight(
    of line: SeamOverlaps.Line, crossing other: SeamOverlaps.Line
  ) {
    // A curve is many short lines, most of which are nowhere near each other.
    let (first, last) = (max(line.top.y, other.top.y), min(line.bottom.y, other.bottom.y))
    guard first < last,
      max(line.top.x, line.bottom.x) >= min(other.top.x, other.bottom.x),
      max(other.top.x, other.bottom.x) >= min(line.top.x, line.bottom.x)
    else { return }
    let (along, across) = (line.bottom - line.top, other.bottom - other.top)
    let slant = along.x * across.y - along.y * across.x
    guard slant != 0 else { return }
    let way = other.top - line.top
    let height = line.top.y + along.y * ((way.x * across.y - way.y * across.x) / slant)
    if height > first, height < last { addHeight(height) }
  }

  private mutating func addHeight(_ height: Double) {
    if height > heights[0], height < heights[1] { heights.append(height) }
  }

  /// Calls `body` with the size of each piece, and how often each of so many outlines goes around it.
  mutating func forEachPiece(outlines: Int, _ body: (Double, [Int]) -> Void) {
    while windings.count < outlines { windings.append(0) }
    for index in 0..<heights.count - 1 {
      let (top, bottom) = (heights[index], heights[index + 1])
      guard bottom - top > 1e-12 else { continue }
      cross(from: top, to: bottom)
      var (upper, lower) = (left, left)
      for crossing in crossings {
        let size = (crossing.upper - upper + crossing.lower - lower) / 2 * (bottom - top)
        if size > 0 { body(size, windings) }
        (upper, lower) = (crossing.upper, crossing.lower)
        windings[crossing.area] += crossing.turn
      }
      let size = (left + 1 - upper + left + 1 - lower) / 2 * (bottom - top)
      if size > 0 { body(size, windings) }
    }
  }

  /// Finds what crosses the strip between two heights, from the left on, and what is left of it.
  private mutating func cross(from top: Double, to bottom: Double) {
    let middle = (top + bottom) / 2
    for area in windings.indices { windings[area] = 0 }
    for line in beside where line.top.y <= middle && line.bottom.y >= middle {
      windings[line.area] += line.turn
    }
    crossings.removeAll(keepingCapacity: true)
    for line in inside where line.top.y <= middle && line.bottom.y >= middle {
      let x = line.x(at: middle)
      guard x > left else {
        windings[line.area] += line.turn
        continue
      }
      guard x < left + 1 else { continue }
      crossings.append(
        Crossing(
          upper: max(left, min(left + 1, line.x(at: top))),
          lower: max(left, min(left + 1, line.x(at: bottom))), area: line.area, turn: line.turn))
    }
    crossings.sort { $0.upper + $0.lower < $1.upper + $1.lower }
  }
}

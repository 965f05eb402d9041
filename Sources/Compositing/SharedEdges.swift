import Geometry
import Pixels
import Raster

/// The pixels in which two areas end: along edges that they have in common, one on each side or both on
/// the same one, where the later hides the earlier, and wherever else their outlines meet.
struct SharedEdges {
  /// Those in which the two are side by side; some more than once.
  private(set) var pixels: [SharedPixel] = []
  /// Those in which one may lie over the other.
  private(set) var overlaps: [SharedPixel] = []
  private let one: SeamArea
  private let other: SeamArea
  private let region: PixelRect

  /// A straight piece of an outline.
  struct Line {
    let start, end: Point
    let length: Double

    init(start: Point, end: Point) {
      (self.start, self.end, length) = (start, end, (end - start).length)
    }

    var middle: Point { (start + end) * 0.5 }
  }

  /// A sixteenth of a pixel: few lines' middles are in the same one.
  fileprivate struct Cell: Hashable {
    let x, y: Int

    init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

    /// The one in which `place` is.
    init(_ place: Point) {
      x = Int((place.x * 16).rounded(.down))
      y = Int((place.y * 16).rounded(.down))
    }
  }

  /// Finds what `one` and `other`, which is painted later, share inside `region`.
  init(_ one: SeamArea, _ other: SeamArea, in region: PixelRect) {
    (self.one, self.other, self.region) = (one, other, region)
    let (low, high) = (
      Point(x: max(one.low.x, other.low.x) - 1, y: max(one.low.y, other.low.y) - 1),
      Point(x: min(one.high.x, other.high.x) + 1, y: min(one.high.y, other.high.y) + 1)
    )
    let (mine, theirs) = edges(near: low, high, outside: [])
    guard !mine.isEmpty, !theirs.isEmpty else { return }
    shareLong(mine.filter { $0.length > 1 }, theirs.filter { $0.length > 1 })
    shareShort(mine.filter { $0.length <= 1 }, theirs.filter { $0.length <= 1 })
    guard one.isSimple, other.isSimple, let box = region.part(from: low, to: high) else { return }
    // Clips that both are in cut both alike.
    let common = one.clips.map(\.index).filter { index in
      other.clips.contains { $0.index == index }
    }
    let known = Set(pixels)
    let (some, others) =
      common.isEmpty ? (mine, theirs) : edges(near: low, high, outside: common)
    overlaps += some.crossings(with: others, in: box).filter { !known.contains($0) }
  }

  /// The lines of both which come near each other between two corners.
  private func edges(
    near low: Point, _ high: Point, outside clips: [Int]
  ) -> (mine: [Line], theirs: [Line]) {
    let mine = one.edges(near: low, high, outside: clips)
    guard !mine.isEmpty else { return ([], []) }
    let theirs = other.edges(near: low, high, outside: clips)
    guard mine.count + theirs.count > 64 else { return (mine, theirs) }
    let near = mine.filter(EdgeTiles(of: theirs, from: low, to: high).areNear)
    return (near, theirs.filter(EdgeTiles(of: near, from: low, to: high).areNear))
  }

  /// Lines that lie in one: only a part of each may be shared.
  private mutating func shareLong(_ mine: [Line], _ theirs: [Line]) {
    guard mine.count * theirs.count <= 65_536 else { return }
    for line in mine {
      let (along, length) = (line.end - line.start, line.length)
      for their in theirs {
        let most = SeamArea.nearby * length
        guard abs(Self.cross(along, their.start - line.start)) < most,
          abs(Self.cross(along, their.end - line.start)) < most
        else { continue }
        let shares = [their.start, their.end].map {
          Self.dot(along, $0 - line.start) / (length * length)
        }.sorted()
        let (first, last) = (max(0, shares[0]), min(1, shares[1]))
        guard (last - first) * length > SeamArea.nearby else { continue }
        let part = Line(start: line.start + along * first, end: line.start + along * last)
        take(part, where: meeting(at: part))
      }
    }
  }

  /// Lines of curves: those of a shared curve are the same ones.
  private mutating func shareShort(_ mine: [Line], _ theirs: [Line]) {
    var places: [Cell: [Line]] = [:]
    for line in theirs { places[Cell(line.middle), default: []].append(line) }
    var (found, meeting) = (0, Meeting.none)
    var last: Point?
    for line in mine {
      if line.start != last { found = 0 }
      last = line.end
      guard Self.isAmong(line, places) else {
        found = 0
        continue
      }
      // Along a curve, the two areas stay on their sides: not every line has to be asked.
      if found % 32 == 0 { meeting = self.meeting(at: line) }
      found += 1
      take(line, where: meeting)
    }
  }

  private static func isAmong(_ line: Line, _ places: [Cell: [Line]]) -> Bool {
    let (middle, near) = (line.middle, Point(x: SeamArea.nearby, y: SeamArea.nearby))
    let (low, high) = (Cell(middle - near), Cell(middle + near))
    for x in low.x...high.x {
      for y in low.y...high.y {
        let isHere = places[Cell(x: x, y: y)]?.contains { other in
          areOne(line.start, other.end) && areOne(line.end, other.start)
            || areOne(line.start, other.start) && areOne(line.end, other.end)
        }
        if isHere == true { return true }
      }
    }
    return false
  }

  private static func areOne(_ one: Point, _ other: Point) -> Bool {
    abs(one.x - other.x) < SeamArea.nearby && abs(one.y - other.y) < SeamArea.nearby
  }

  /// How two areas meet at a line.
  private enum Meeting {
    /// They do not: one of them does not end there, or nothing is hidden.
    case none
    case sideBySide
    /// Both are on the same side, and the later hides the earlier.
    case over
  }

  private func meeting(at line: Line) -> Meeting {
    let (along, middle) = (line.end - line.start, line.middle)
    let aside = Point(x: -along.y, y: along.x) * (1.0 / 64 / max(1e-9, along.length))
    let (left, right) = (one.holds(middle + aside), one.holds(middle - aside))
    guard left != right, other.holds(middle - aside) != other.holds(middle + aside) else {
      return .none
    }
    if other.holds(middle + aside) == right { return .sideBySide }
    return other.hidesEdges ? .over : .none
  }

  /// Takes all pixels that a line touches; none if it lies on a border of pixels.
  private mutating func take(_ line: Line, where meeting: Meeting) {
    guard !line.directions.isEmpty else { return }
    switch meeting {
    case .none: break
    case .sideBySide: pixels.append(from: line.start, to: line.end, in: region)
    case .over: overlaps.append(from: line.start, to: line.end, in: region)
    }
  }

  private static func cross(_ one: Point, _ other: Point) -> Double {
    one.x * other.y - one.y * other.x
  }

  private static func dot(_ one: Point, _ other: Point) -> Double {
    one.x * other.x + one.y * other.y
  }
}

extension SeamArea {
  /// The lines of all that it can end at which come near the rectangle between two corners; those of
  /// the clips `known` are left out.
  fileprivate func edges(
    near low: Point, _ high: Point, outside known: [Int]
  ) -> [SharedEdges.Line] {
    var lines: [SharedEdges.Line] = []
    for contour in edges(outside: known) {
      // Most of an outline is nowhere near.
      guard var start = contour.last else { continue }
      for end in contour {
        if max(start.x, end.x) >= low.x, min(start.x, end.x) <= high.x,
          max(start.y, end.y) >= low.y, min(start.y, end.y) <= high.y, start != end
        {
          lines.append(SharedEdges.Line(start: start, end: end))
        }
        start = end
      }
    }
    return lines
  }

  /// All pixels of `region` that its outline touches, some more than once.
  func edgePixels(in region: PixelRect) -> [SharedPixel] {
    var pixels: [SharedPixel] = []
    for contour in edges(outside: []) {
      for (start, end) in contour.sides {
        pixels.append(from: start, to: end, in: region)
      }
    }
    return pixels
  }
}

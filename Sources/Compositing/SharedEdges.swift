import Geometry
import Pixels
import Raster

/// The pixels along the edges that two areas have in common: one on each side, or both on the same
/// one, where the later hides the earlier.
struct SharedEdges {
  /// Some of them more than once.
  private(set) var pixels: [SharedPixel] = []
  /// Whether one may lie over the other in some of them.
  private(set) var liesOver = false
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
    let mine = one.edges(near: low, high)
    guard !mine.isEmpty else { return }
    let theirs = other.edges(near: low, high)
    guard !theirs.isEmpty else { return }
    shareLong(mine.filter { $0.length > 1 }, theirs.filter { $0.length > 1 })
    shareShort(mine.filter { $0.length <= 1 }, theirs.filter { $0.length <= 1 })
    guard !pixels.isEmpty else { return }
    if mine.count * theirs.count <= 64 {
      takeCrossings(mine, theirs)
    } else {
      takeCrossings(low, high)
    }
  }

  /// Takes the pixels in which a few lines cross.
  private mutating func takeCrossings(_ mine: [Line], _ theirs: [Line]) {
    for line in mine {
      for their in theirs {
        guard let place = line.crossing(their) else { continue }
        let pixel = SharedPixel(x: Int(place.x.rounded(.down)), y: Int(place.y.rounded(.down)))
        guard pixel.isIn(region), !pixels.contains(pixel) else { continue }
        pixels.append(pixel)
        liesOver = true
      }
    }
  }

  /// Takes the pixels in which both outlines are, without being one: where they cross, or a curve
  /// leaves a line.
  private mutating func takeCrossings(_ low: Point, _ high: Point) {
    let (left, top) = (max(Double(region.x), low.x), max(Double(region.y), low.y))
    let (right, bottom) = (min(Double(region.maxX), high.x), min(Double(region.maxY), high.y))
    guard left < right, top < bottom else { return }
    let box = PixelRect(
      x: Int(left.rounded(.down)), y: Int(top.rounded(.down)),
      width: Int(right.rounded(.up)) - Int(left.rounded(.down)),
      height: Int(bottom.rounded(.up)) - Int(top.rounded(.down)))
    let theirs = Set(other.edgePixels(in: box))
    let known = Set(pixels)
    let crossings = one.edgePixels(in: box).filter { theirs.contains($0) && !known.contains($0) }
    liesOver = liesOver || !crossings.isEmpty
    pixels += crossings
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
        if isShared(part) { take(part) }
      }
    }
  }

  /// Lines of curves: those of a shared curve are the same ones.
  private mutating func shareShort(_ mine: [Line], _ theirs: [Line]) {
    var places: [Cell: [Line]] = [:]
    for line in theirs { places[Cell(line.middle), default: []].append(line) }
    var (found, isTaken) = (0, false)
    for line in mine {
      guard Self.isAmong(line, places) else {
        found = 0
        continue
      }
      // Along a curve, the two areas stay on their sides: not every line has to be asked.
      if found % 32 == 0 { isTaken = isShared(line) }
      found += 1
      if isTaken { take(line) }
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

  /// Whether each of the two areas ends at a line, and of two on the same side one is hidden there.
  private mutating func isShared(_ line: Line) -> Bool {
    let (along, middle) = (line.end - line.start, line.middle)
    let aside = Point(x: -along.y, y: along.x) * (1.0 / 64 / max(1e-9, along.length))
    let (left, right) = (one.holds(middle + aside), one.holds(middle - aside))
    guard left != right, other.holds(middle - aside) != other.holds(middle + aside) else {
      return false
    }
    if other.holds(middle + aside) == right { return true }
    liesOver = liesOver || other.hidesEdges
    return other.hidesEdges
  }

  /// Takes all pixels that a line touches; none if it lies on a border of pixels.
  private mutating func take(_ line: Line) {
    let isOnGrid =
      line.start.x == line.end.x && line.start.x.isOnGrid
      || line.start.y == line.end.y && line.start.y.isOnGrid
    guard !isOnGrid else { return }
    pixels.append(from: line.start, to: line.end, in: region)
  }

  private static func cross(_ one: Point, _ other: Point) -> Double {
    one.x * other.y - one.y * other.x
  }

  private static func dot(_ one: Point, _ other: Point) -> Double {
    one.x * other.x + one.y * other.y
  }
}

extension SharedEdges.Line {
  /// Where it crosses `other`.
  fileprivate func crossing(_ other: Self) -> Point? {
    let (along, across, way) = (end - start, other.end - other.start, other.start - start)
    let slant = along.x * across.y - along.y * across.x
    guard abs(slant) > 1e-9 else { return nil }
    let own = (way.x * across.y - way.y * across.x) / slant
    let its = (way.x * along.y - way.y * along.x) / slant
    return (0...1).contains(own) && (0...1).contains(its) ? start + along * own : nil
  }
}

extension SeamArea {
  /// The lines of all that it can end at which come near the rectangle between two corners.
  fileprivate func edges(near low: Point, _ high: Point) -> [SharedEdges.Line] {
    var lines: [SharedEdges.Line] = []
    for contour in edges {
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
    for contour in edges {
      for (start, end) in contour.sides {
        pixels.append(from: start, to: end, in: region)
      }
    }
    return pixels
  }
}

extension [SharedPixel] {
  /// Appends the pixels of `region` that the line from `start` to `end` touches.
  fileprivate mutating func append(from start: Point, to end: Point, in region: PixelRect) {
    let (top, bottom) = start.y <= end.y ? (start, end) : (end, start)
    let first = Swift.max(Double(region.y), (top.y - 1e-9).rounded(.down))
    let last = Swift.min(Double(region.maxY - 1), (bottom.y + 1e-9).rounded(.down))
    guard first <= last else { return }
    let slope = bottom.y > top.y ? (bottom.x - top.x) / (bottom.y - top.y) : 0
    for y in Int(first)...Int(last) {
      let isLevel = bottom.y - top.y < 1e-9
      let x0 = isLevel ? top.x : top.x + (Swift.max(top.y, Double(y)) - top.y) * slope
      let x1 = isLevel ? bottom.x : top.x + (Swift.min(bottom.y, Double(y + 1)) - top.y) * slope
      let left = Swift.max(Double(region.x), (Swift.min(x0, x1) - 1e-9).rounded(.down))
      let right = Swift.min(
        Double(region.maxX - 1), (Swift.max(x0, x1) + 1e-9).rounded(.down))
      guard left <= right else { continue }
      for x in Int(left)...Int(right) { append(SharedPixel(x: x, y: y)) }
    }
  }
}

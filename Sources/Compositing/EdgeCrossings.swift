import Geometry
import Pixels

extension [SharedEdges.Line] {
  /// The pixels of `box` in which these lines and `others` are, but where both together leave of a pixel
  /// just what comes of painting one area over the other.
  func crossings(with others: Self, in box: PixelRect) -> [SharedPixel] {
    let mine = cells(near: others, in: box)
    guard !mine.isEmpty else { return [] }
    let theirs = others.cells(near: self, in: box)
    var crossings: [SharedPixel] = []
    var next = 0
    for cell in mine {
      while next < theirs.count, theirs[next].place < cell.place { next += 1 }
      guard next < theirs.count else { break }
      if theirs[next].place == cell.place, cell.directions.mayCross(theirs[next].directions) {
        crossings.append(cell.pixel(in: box))
      }
    }
    return crossings
  }

  /// The pixels of `box` that they touch, in their order; of long lines, those that one of `others` may
  /// touch as well.
  private func cells(near others: Self, in box: PixelRect) -> [EdgeCell] {
    var cells: [EdgeCell] = []
    for line in self {
      let directions = line.directions
      func take(in part: PixelRect) {
        SharedPixel.forEach(from: line.start, to: line.end, in: part) { x, y in
          cells.append(EdgeCell(x: x, y: y, of: box, directions))
        }
      }
      // Most lines of curves are so short that it takes longer to ask.
      if line.length < 4 {
        take(in: box)
      } else {
        for other in others where directions.mayCross(other.directions) {
          if let part = line.meeting(with: other, in: box) { take(in: part) }
        }
      }
    }
    cells.sort { $0.place < $1.place }
    var last = 0
    for index in cells.indices.dropFirst() {
      if cells[index].place == cells[last].place {
        cells[last].directions.formUnion(cells[index].directions)
      } else {
        last += 1
        cells[last] = cells[index]
      }
    }
    if !cells.isEmpty { cells.removeSubrange((last + 1)...) }
    return cells
  }
}

/// The squares of 16 by 16 pixels between two corners to which some lines come near.
struct EdgeTiles {
  private let low: Point
  private let columns, rows: Int
  private var areTouched: [Bool]

  init(of lines: [SharedEdges.Line], from low: Point, to high: Point) {
    self.low = low
    (columns, rows) = (Self.place(high.x - low.x) + 1, Self.place(high.y - low.y) + 1)
    areTouched = [Bool](repeating: false, count: columns * rows)
    for line in lines {
      let tiles = tiles(around: line)
      for row in tiles.top...tiles.bottom {
        for column in tiles.left...tiles.right { areTouched[row * columns + column] = true }
      }
    }
  }

  /// Whether a line comes near one of the others.
  func areNear(_ line: SharedEdges.Line) -> Bool {
    let tiles = tiles(around: line)
    for row in tiles.top...tiles.bottom {
      for column in tiles.left...tiles.right where areTouched[row * columns + column] {
        return true
      }
    }
    return false
  }

  /// The tiles that a line may be in, or be a pixel away from; at least one.
  @inline(__always)
  private func tiles(
    around line: SharedEdges.Line
  ) -> (left: Int, right: Int, top: Int, bottom: Int) {
    let (start, end) = (line.start - low, line.end - low)
    let left = min(Self.place(min(start.x, end.x) - 1), columns - 1)
    let top = min(Self.place(min(start.y, end.y) - 1), rows - 1)
    return (
      left, max(left, min(Self.place(max(start.x, end.x) + 1), columns - 1)),
      top, max(top, min(Self.place(max(start.y, end.y) + 1), rows - 1))
    )
  }

  /// Which tile is so far behind the first corner; the first one for all that is in front of it.
  @inline(__always)
  private static func place(_ distance: Double) -> Int { max(0, Int(distance * (1.0 / 16))) }
}

/// A pixel and the ways in which an outline leads through it.
private struct EdgeCell {
  /// Which it is of a rectangle's pixels.
  let place: Int
  var directions: Directions

  init(x: Int, y: Int, of box: PixelRect, _ directions: Directions) {
    place = (y - box.y) * box.width + x - box.x
    self.directions = directions
  }

  func pixel(in box: PixelRect) -> SharedPixel {
    SharedPixel(x: box.x + place % box.width, y: box.y + place / box.width)
  }
}

/// Which ways the lines in a pixel lead.
///
/// What a level and an upright edge leave of a pixel together is the product of what each leaves: just
/// what comes of painting one area over the other.
struct Directions: OptionSet {
  let rawValue: UInt8

  static let level = Directions(rawValue: 1)
  static let upright = Directions(rawValue: 2)
  static let slanting: Directions = [.level, .upright]

  fileprivate func mayCross(_ other: Directions) -> Bool { !isDisjoint(with: other) }
}

extension SharedEdges.Line {
  /// None, if it lies on a border of pixels.
  var directions: Directions {
    if start.y == end.y { return start.y.isOnGrid ? [] : .level }
    if start.x == end.x { return start.x.isOnGrid ? [] : .upright }
    return .slanting
  }

  private var low: Point { Point(x: min(start.x, end.x), y: min(start.y, end.y)) }
  private var high: Point { Point(x: max(start.x, end.x), y: max(start.y, end.y)) }

  /// Where there may be pixels of `box` that both touch.
  fileprivate func meeting(with other: Self, in box: PixelRect) -> PixelRect? {
    guard let part = box.part(from: low, to: high)?.part(from: other.low, to: other.high)
    else { return nil }
    guard other.length >= 4 else { return part }
    let (along, across, way) = (end - start, other.end - other.start, other.start - start)
    let slant = along.x * across.y - along.y * across.x
    let sine = abs(slant) / (length * other.length)
    guard sine > 0.02 else { return part }
    // Farther from their crossing, they are more than a pixel apart.
    let crossing = start + along * ((way.x * across.y - way.y * across.x) / slant)
    let reach = Point(x: 1.5 / sine, y: 1.5 / sine)
    return part.part(from: crossing - reach, to: crossing + reach)
  }
}

extension PixelRect {
  /// Those of its pixels of which a part is between two corners.
  func part(from low: Point, to high: Point) -> PixelRect? {
    let (left, top) = (max(Double(x), low.x.rounded(.down)), max(Double(y), low.y.rounded(.down)))
    let (right, bottom) = (
      min(Double(maxX), high.x.rounded(.down) + 1), min(Double(maxY), high.y.rounded(.down) + 1)
    )
    guard left < right, top < bottom else { return nil }
    return PixelRect(
      x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
  }
}

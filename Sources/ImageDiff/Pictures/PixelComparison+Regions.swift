public import Pixels

extension PixelComparison {
  /// The side of the tiles that differing pixels are gathered in: what lies closer belongs
  /// together.
  static let tileSide = 16

  /// The smallest rectangle around all that differs.
  public var bounds: PixelRect {
    tiles().compactMap(\.self).reduce(.empty) { $0.union($1) }
  }

  /// Where pixels differ: rectangles around what lies together, the largest count of pixels first,
  /// no more than `most` of them.
  public func regions(most: Int = 8) -> [PixelRect] {
    var clusters = TileClusters(tiles(), columns: columns).rects
    while clusters.count > max(1, most) { clusters.joinNearest() }
    return clusters.joined().sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }

  private var columns: Int { (width + Self.tileSide - 1) / Self.tileSide }

  /// For each tile the smallest rectangle around what differs in it.
  private func tiles() -> [PixelRect?] {
    let rows = (height + Self.tileSide - 1) / Self.tileSide
    var tiles = [PixelRect?](repeating: nil, count: columns * rows)
    guard differentCount > 0 else { return tiles }
    let span = marks.span
    for y in 0..<height {
      for column in 0..<columns {
        let start = column * Self.tileSide
        let end = min(width, start + Self.tileSide)
        guard let (first, last) = Self.ends(span, y * width + start, y * width + end) else {
          continue
        }
        let place = y / Self.tileSide * columns + column
        let run = PixelRect(x: start + first, y: y, width: last - first + 1, height: 1)
        tiles[place] = tiles[place]?.union(run) ?? run
      }
    }
    return tiles
  }

  /// The first and the last that differs, counted from `start`.
  private static func ends(_ marks: Span<UInt8>, _ start: Int, _ end: Int) -> (Int, Int)? {
    if end - start == 16, marks.fourPixels(at: start) == SIMD16(repeating: Mark.same) { return nil }
    var (first, last) = (start, end - 1)
    while first < end, !isDifferent(marks[first]) { first &+= 1 }
    guard first < end else { return nil }
    while !isDifferent(marks[last]) { last &-= 1 }
    return (first - start, last - start)
  }
}

/// Tiles that touch each other, gathered.
private struct TileClusters {
  private(set) var rects: [PixelRect] = []

  init(_ tiles: [PixelRect?], columns: Int) {
    var isOpen = tiles.map { $0 != nil }
    for start in tiles.indices where isOpen[start] {
      var (waiting, area) = ([start], PixelRect.empty)
      isOpen[start] = false
      while let tile = waiting.popLast() {
        if let rect = tiles[tile] { area = area.union(rect) }
        for next in Self.neighbors(of: tile, columns, tiles.count) where isOpen[next] {
          isOpen[next] = false
          waiting.append(next)
        }
      }
      rects.append(area)
    }
  }

  private static func neighbors(of tile: Int, _ columns: Int, _ count: Int) -> [Int] {
    let (row, column) = tile.quotientAndRemainder(dividingBy: columns)
    var places: [Int] = []
    for y in row - 1...row + 1 {
      for x in max(0, column - 1)...min(columns - 1, column + 1) {
        let place = y * columns + x
        if place >= 0, place < count, place != tile { places.append(place) }
      }
    }
    return places
  }
}

extension [PixelRect] {
  /// Makes one of the two whose common rectangle is the least larger than they are.
  ///
  /// With very many, only neighbours in the list are tried, which are near each other, too.
  fileprivate mutating func joinNearest() {
    let reach = count > 256 ? 4 : count
    var best = (cost: Int.max, first: 0, second: 1)
    for first in indices {
      for second in first + 1..<Swift.max(first + 1, Swift.min(count, first + reach)) {
        let union = self[first].union(self[second])
        let cost = union.area - self[first].area - self[second].area
        if cost < best.cost { best = (cost, first, second) }
      }
    }
    self[best.first] = self[best.first].union(self[best.second])
    remove(at: best.second)
  }

  /// The same without any that overlap.
  fileprivate func joined() -> [PixelRect] {
    var rects: [PixelRect] = []
    for rect in self {
      var rect = rect
      while let other = rects.firstIndex(where: { !$0.intersection(rect).isEmpty }) {
        rect = rect.union(rects.remove(at: other))
      }
      rects.append(rect)
    }
    return rects
  }
}

extension PixelRect {
  fileprivate var area: Int { width * height }
}

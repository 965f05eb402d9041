public import Pixels

/// How much of each pixel an outline covers, from 0 to 255, rounded from the exact area.
///
/// Rows are kept as runs, because most of an outline's inside is full and most of its outside
/// empty; what no run speaks of is not covered at all.
public struct Coverage: Hashable, Sendable {
  /// Pixels of one row, side by side, that are all covered alike or each by its own level.
  public struct Run: Hashable, Sendable {
    /// The first column.
    public var x: Int
    /// The number of columns.
    public var width: Int
    /// The level that all of them have; nil where each has its own.
    public var level: UInt8?
    /// Where their own levels begin in `Coverage.levels`.
    public var start: Int
    /// The column behind the last one.
    public var maxX: Int { x + width }

    /// The part from column `left` up to before `right`; nil if there is none.
    public func clipped(from left: Int, to right: Int) -> Run? {
      let first = max(x, left)
      let last = min(maxX, right)
      guard first < last else { return nil }
      return Run(
        x: first, width: last - first, level: level, start: start + first - x)
    }
  }

  /// The smallest known rectangle around all covered pixels.
  public internal(set) var bounds: PixelRect
  /// All runs; `row` says which belong to a row.
  public internal(set) var runs: [Run] = []
  /// The levels of those runs whose pixels have their own.
  public internal(set) var levels: [UInt8] = []
  /// For each row of `bounds`, its first run and the one behind its last; rows may share them.
  var rows: [Range<Int>] = []

  /// Nothing.
  public static let none = Coverage(bounds: .empty)

  init(bounds: PixelRect) {
    self.bounds = bounds
  }

  /// Every pixel of `region`, completely.
  public init(all region: PixelRect) {
    bounds = region
    guard !region.isEmpty else { return }
    runs = [Run(x: region.x, width: region.width, level: 255, start: 0)]
    rows = [Range<Int>](repeating: 0..<1, count: region.height)
  }

  /// Makes the last run longer, if it is one of those behind `first`, covered as `run` is and ends
  /// where that begins; or else appends `run`, whose pixels are all alike.
  mutating func append(alike run: Run, behind first: Int) {
    if runs.count > first, let last = runs.last, last.maxX == run.x, last.level == run.level {
      runs[runs.count - 1].width += run.width
    } else {
      runs.append(run)
    }
  }

  /// Makes the last run longer, if it is one of those behind `first`, has levels of its own and ends
  /// at `x`; or else begins one.
  ///
  /// The levels themselves are appended by the caller.
  mutating func makeRoom(x: Int, width: Int, behind first: Int) {
    if runs.count > first, let last = runs.last, last.maxX == x, last.level == nil {
      runs[runs.count - 1].width += width
    } else {
      runs.append(Run(x: x, width: width, level: nil, start: levels.count))
    }
  }

  /// The places in `runs` of the runs in row `y`, from left to right.
  public func row(_ y: Int) -> Range<Int> {
    let index = y - bounds.y
    guard rows.indices.contains(index) else { return 0..<0 }
    return rows[index]
  }

  /// The level of pixel `index` of a run.
  @inline(__always)
  func level(of run: Run, at index: Int) -> UInt8 { run.level ?? levels[run.start &+ index] }

  /// The level of the pixel in column `x` of row `y`.
  public func level(x: Int, y: Int) -> UInt8 {
    for index in row(y) where runs[index].x <= x && x < runs[index].maxX {
      return level(of: runs[index], at: x - runs[index].x)
    }
    return 0
  }

  /// Writes the levels of row `y`, from column `x` on, into all of `row`.
  public func write(y: Int, x: Int, into row: inout [UInt8]) {
    for i in row.indices { row[i] = 0 }
    for index in self.row(y) {
      guard let run = runs[index].clipped(from: x, to: x + row.count) else { continue }
      for i in 0..<run.width { row[run.x - x + i] = level(of: run, at: i) }
    }
  }
}

/// A pixel, and by how much of 255 it is covered.
public struct PixelLevel: Hashable, Sendable {
  /// Its column and its row.
  public var x, y: Int
  /// How much of it is covered.
  public var level: UInt8

  /// The pixel in column `x` of row `y`, `level` of 255 of which are covered.
  public init(x: Int, y: Int, level: UInt8) { (self.x, self.y, self.level) = (x, y, level) }
}

extension Coverage {
  /// Gives single pixels other levels; they are in order, row by row, and those outside of `bounds`
  /// stay empty.
  public mutating func set(_ pixels: [PixelLevel]) {
    var rest = pixels[...]
    while let first = rest.first {
      let row = rest.prefix { $0.y == first.y }
      rest = rest.dropFirst(row.count)
      if rows.indices.contains(first.y - bounds.y) { setRow(first.y, row) }
    }
  }

  /// Only what is around the pixels is taken apart: a row may be long.
  private mutating func setRow(_ y: Int, _ pixels: ArraySlice<PixelLevel>) {
    var rest = rows[y - bounds.y]
    let first = runs.count
    var x = bounds.x
    for pixel in pixels where pixel.x >= x && pixel.x < bounds.maxX {
      keep(&rest, from: x, to: pixel.x, behind: first)
      append(pixel, behind: first)
      x = pixel.x + 1
    }
    keep(&rest, from: x, to: bounds.maxX, behind: first)
    rows[y - bounds.y] = first..<runs.count
  }

  /// Appends what the runs `rest` have from column `left` up to before `right` to those that begin at
  /// `first`; of the rest it takes away those that end there.
  private mutating func keep(
    _ rest: inout Range<Int>, from left: Int, to right: Int, behind first: Int
  ) {
    while let index = rest.first, runs[index].x < right {
      if let part = runs[index].clipped(from: left, to: right) { append(part, behind: first) }
      guard runs[index].maxX <= right else { return }
      rest = rest.dropFirst()
    }
  }

  private mutating func append(_ part: Run, behind first: Int) {
    guard part.level == nil else { return append(alike: part, behind: first) }
    makeRoom(x: part.x, width: part.width, behind: first)
    for i in part.start..<part.start + part.width {
      levels.append(levels[i])
    }
  }

  private mutating func append(_ pixel: PixelLevel, behind first: Int) {
    guard pixel.level > 0 else { return }
    guard pixel.level < 255 else {
      return append(alike: Run(x: pixel.x, width: 1, level: 255, start: 0), behind: first)
    }
    makeRoom(x: pixel.x, width: 1, behind: first)
    levels.append(pixel.level)
  }
}

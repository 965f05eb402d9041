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

  /// Whether every pixel of `region` is covered completely.
  public func isFull(in region: PixelRect) -> Bool {
    guard bounds.intersection(region) == region else { return region.isEmpty }
    return (region.y..<region.maxY).allSatisfy { y in
      row(y).contains { index in
        let run = runs[index]
        return run.level == 255 && run.x <= region.x && run.maxX >= region.maxX
      }
    }
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

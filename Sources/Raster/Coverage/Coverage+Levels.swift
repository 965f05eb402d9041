import Pixels

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

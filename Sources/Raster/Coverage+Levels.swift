import Pixels

/// A pixel, and by how much of 255 it is covered.
public struct PixelLevel: Hashable, Sendable {
  /// Its column and its row.
  public var x, y: Int
  /// How much of it is covered.
  public private(set) var level: UInt8
  /// The same in 1/65,280.
  public var fine: UInt16 {
    didSet { level = UInt8((UInt32(fine) + 128) >> 8) }
  }

  /// The pixel in column `x` of row `y`.
  public init(x: Int, y: Int, level: UInt8) {
    (self.x, self.y, self.level) = (x, y, level)
    fine = UInt16(level) << 8
  }
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

  private mutating func setRow(_ y: Int, _ pixels: ArraySlice<PixelLevel>) {
    var line = [UInt8](repeating: 0, count: bounds.width)
    var fineLine = [UInt16](repeating: 0, count: bounds.width)
    write(y: y, x: bounds.x, into: &line)
    writeFine(y: y, x: bounds.x, into: &fineLine)
    for pixel in pixels where line.indices.contains(pixel.x - bounds.x) {
      line[pixel.x - bounds.x] = pixel.level
      fineLine[pixel.x - bounds.x] = pixel.fine
    }
    let first = runs.count
    var start = 0
    while start < line.count {
      let isAlike = line[start] == 0 || line[start] == 255
      var end = start + 1
      while end < line.count,
        isAlike ? line[end] == line[start] : line[end] != 0 && line[end] != 255
      {
        end += 1
      }
      append(line[start..<end], fineLine[start..<end], from: bounds.x, isAlike)
      start = end
    }
    rows[y - bounds.y] = first..<runs.count
  }

  private mutating func append(
    _ line: ArraySlice<UInt8>, _ fineLine: ArraySlice<UInt16>, from x: Int, _ isAlike: Bool
  ) {
    guard let level = line.first, level > 0 else { return }
    runs.append(
      Run(
        x: x + line.startIndex, width: line.count, level: isAlike ? level : nil,
        start: isAlike ? 0 : levels.count))
    guard !isAlike else { return }
    levels += line
    fine += fineLine
  }
}

extension Coverage {
  /// The pixels that this and `other` both cover in part, with its own levels, row by row.
  public func pixels(cutLike other: Coverage) -> [PixelLevel] {
    let region = bounds.intersection(other.bounds)
    var pixels: [PixelLevel] = []
    for y in region.y..<region.maxY {
      for index in row(y) where runs[index].level != 255 {
        guard let run = runs[index].clipped(from: region.x, to: region.maxX) else { continue }
        for i in 0..<run.width {
          let level = run.level ?? levels[run.start + i]
          let theirs = other.level(x: run.x + i, y: y)
          guard level > 0, level < 255, theirs > 0, theirs < 255 else { continue }
          pixels.append(PixelLevel(x: run.x + i, y: y, level: level))
        }
      }
    }
    return pixels
  }
}

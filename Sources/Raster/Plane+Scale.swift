import Pixels

// Halving with weights 1, 3, 3, 1 rather than by plain averages: what is as fine as the pixels
// would else come back as broad ripples. Doubling with the same weights makes smooth curves.

extension Plane {
  /// A copy of half the size; its borders are those of even pixels.
  func halved() -> Plane {
    var result = Plane(Self.half(of: bounds), channels: channels)
    let half = result.bounds
    // Two empty pixels on the left and two on the right stand for what is outside.
    var line = [UInt32](repeating: 0, count: (half.width * 2 + 2) * channels)
    let shift = (bounds.x - (half.x * 2 - 1)) * channels
    let width = bounds.width * channels
    for y in 0..<half.height {
      line.fill(0)
      for (tap, weight) in [UInt32(1), 3, 3, 1].enumerated() {
        let row = (half.y + y) * 2 - 1 + tap - bounds.y
        guard row >= 0, row < bounds.height else { continue }
        line.add(levels, from: row * width, weight, at: shift, count: width)
      }
      result.takeHalf(line, row: y)
    }
    return result
  }

  /// Takes every second sum of four neighbours along `line`.
  private mutating func takeHalf(_ line: [UInt32], row: Int) {
    let (line, channels) = (line.span, channels)
    let start = row * bounds.width * channels
    let count = bounds.width
    var levels = levels.mutableSpan
    let done = wideHalve(line, channels: channels, to: &levels, at: start, count: count)
    for column in done..<count {
      let first = column &* 2 &* channels
      for channel in first..<first &+ channels {
        let inner = line[channel &+ channels] &+ line[channel &+ 2 &* channels]
        let sum = line[channel] &+ 3 &* inner &+ line[channel &+ 3 &* channels] &+ 32
        levels[start &+ channel &- column &* channels] = UInt16(truncatingIfNeeded: sum >> 6)
      }
    }
  }

  /// A copy of twice the size, as far as `region`, in its own pixels, can see it.
  func doubled(in region: PixelRect) -> Plane {
    var result = Plane(unwritten: region, channels: channels)
    let columns = (region.x..<region.maxX).map { Self.pair(of: $0, bounds.x, bounds.width) }
    let inner = innerColumns(of: region)
    let width = bounds.width * channels
    var line = [UInt32](repeating: 0, count: width)
    for y in region.y..<region.maxY {
      let rows = Self.pair(of: y, bounds.y, bounds.height)
      line.setSums(levels, near: rows.near * width, far: rows.far * width)
      let done = result.takeDouble(line, inner, from: bounds.x, row: y - region.y)
      result.takeDouble(line, columns, in: 0..<done.lowerBound, row: y - region.y)
      result.takeDouble(line, columns, in: done.upperBound..<columns.count, row: y - region.y)
    }
    return result
  }

  /// The small columns whose both halves lie in `region` and whose neighbours are there.
  private func innerColumns(of region: PixelRect) -> Range<Int> {
    let first = max((region.x + 1) >> 1, bounds.x + 1)
    return first..<max(first, min(region.maxX >> 1, bounds.maxX - 1))
  }

  /// Takes the halves of the first of `columns`, several at a time, and answers which.
  private mutating func takeDouble(
    _ line: [UInt32], _ columns: Range<Int>, from x: Int, row: Int
  ) -> Range<Int> {
    let first = columns.lowerBound * 2 - bounds.x
    let (channels, start) = (channels, (row * bounds.width + first) * channels)
    guard !columns.isEmpty, channels == 1 || channels == 4 else { return 0..<0 }
    var levels = levels.mutableSpan
    let count = wideDouble(
      line.span, from: (columns.lowerBound - x) * channels, channels: channels, to: &levels,
      at: start, count: columns.count)
    return first..<first + count * 2
  }

  /// Takes three parts of the near pixel and one of the far one for each column of `part`.
  private mutating func takeDouble(
    _ line: [UInt32], _ columns: [(near: Int, far: Int)], in part: Range<Int>, row: Int
  ) {
    let (line, channels) = (line.span, channels)
    let start = row * bounds.width * channels
    var levels = levels.mutableSpan
    for column in part {
      let (near, far) = (columns[column].near &* channels, columns[column].far &* channels)
      for channel in 0..<channels {
        let sum = 3 &* line[near &+ channel] &+ line[far &+ channel] &+ 8
        levels[start &+ column &* channels &+ channel] = UInt16(truncatingIfNeeded: sum >> 4)
      }
    }
  }

  /// The small pixel that holds a large one, and the one next to it on the same side.
  private static func pair(of position: Int, _ start: Int, _ count: Int) -> (near: Int, far: Int) {
    let near = position >> 1 - start
    let far = near + (position & 1 == 0 ? -1 : 1)
    return (max(0, min(count - 1, near)), max(0, min(count - 1, far)))
  }

  /// The pixels of a copy of half the size that `region` needs when that copy is doubled.
  static func half(of region: PixelRect) -> PixelRect {
    guard !region.isEmpty else { return region }
    let (x, y) = (region.x >> 1 - 1, region.y >> 1 - 1)
    return PixelRect(
      x: x, y: y, width: (region.maxX - 1) >> 1 + 2 - x, height: (region.maxY - 1) >> 1 + 2 - y)
  }
}

extension [UInt32] {
  /// Makes each three of the levels from `near` on and one of those from `far` on.
  fileprivate mutating func setSums(_ levels: [UInt16], near: Int, far: Int) {
    let one = levels.span.extracting(near..<near + count)
    let other = levels.span.extracting(far..<far + count)
    var sums = mutableSpan
    for i in 0..<sums.count { sums[i] = 3 &* UInt32(one[i]) &+ UInt32(other[i]) }
  }
}

public import Pixels

/// One row of a mask, ready to be painted: what a colour weighs in each of its pixels.
///
/// Between its corners every row of a mask is the same one, so that hundreds of them are looked up
/// once; and of that one it is worth to know which pixels are alike.
private struct MaskRow {
  /// Pixels side by side.
  struct Run {
    /// Where they are.
    var columns: Range<Int>
    /// What the colour weighs in all of them; nil where each has its own weight.
    var weight: Weight?
  }

  /// The weight of each column of the region in 1/65,536, never 0.
  private(set) var weights: [UInt16]
  private(set) var runs: [Run] = []
  private let mask: SoftMask
  private let columns: Range<Int>
  private let factor: UInt32
  /// A weight that nothing can be seen of: up to 1/512 of a colour is rounded away.
  private static let faintest: UInt16 = 128
  /// The line of the patch that it is.
  private var line: Int?

  /// A row of `mask` in the columns of `region`, faded to `opacity`.
  init(_ mask: SoftMask, opacity: Weight, in region: PixelRect) {
    (self.mask, columns) = (mask, region.x..<region.maxX)
    weights = [UInt16](repeating: 0, count: columns.count)
    // A whole level is 65,280 here: this makes it 65,535, and what is nothing next to nothing.
    factor = (opacity.parts &* 257) >> 8
  }

  /// Where the weights of a run are.
  func places(of run: Run) -> Range<Int> {
    let start = run.columns.lowerBound - columns.lowerBound
    return start..<start + run.columns.count
  }

  /// Makes it row `y` of the canvas; false if that is the same as the row before.
  mutating func move(to y: Int) -> Bool {
    let line = mask.row.source(y)
    guard line != self.line else { return false }
    self.line = line
    runs.removeAll(keepingCapacity: true)
    let patch = mask.patch.bounds
    guard line >= patch.y, line < patch.maxY else { return true }
    let (first, last) = (mask.column.line, mask.column.line + mask.column.count)
    let isRepeated = mask.row.count > 0 && line == mask.row.line
    append(Int.min..<first, line, isRepeated)
    append(first..<last + 1, line, isRepeated, isFlat: true)
    append(last + 1..<Int.max, line, isRepeated)
    return true
  }

  /// Paints an opaque colour by its weights; its first column is at `offset` of `rows`.
  func paint(_ pixel: Pixel, onto rows: inout MutableSpan<UInt8>, at offset: Int) {
    for run in runs {
      let places = places(of: run)
      let start = offset + places.lowerBound * 4
      if let weight = run.weight {
        sourceOver(pixel, fadedBy: weight, onto: &rows, at: start, width: places.count)
      } else {
        sourceOver(pixel, fadedBy: weights.span.extracting(places), onto: &rows, at: start)
      }
    }
  }

  /// The pixels of `part` in which something can be seen.
  private func visible(_ part: Range<Int>) -> Range<Int> {
    let start = columns.lowerBound
    var (first, last) = (part.lowerBound, part.upperBound)
    while first < last, weights[first - start] <= Self.faintest { first += 1 }
    while first < last, weights[last - 1 - start] <= Self.faintest { last -= 1 }
    return first..<last
  }

  /// Appends what can be seen of `part`, all of whose pixels are alike if it is flat.
  private mutating func append(
    _ part: Range<Int>, _ line: Int, _ isRepeated: Bool, isFlat: Bool = false
  ) {
    let seen = part.clamped(to: columns)
    let patch = mask.patch.bounds
    let start = mask.column.source(seen.lowerBound) - patch.x
    let count = isFlat ? min(1, seen.count) : seen.count
    guard count > 0, start >= 0, start + count <= patch.width else { return }
    let first = seen.lowerBound - columns.lowerBound
    write(from: (line - patch.y) * patch.width + start, count: count, at: first)
    if isFlat {
      for i in first..<first + seen.count { weights[i] = weights[first] }
      appendEven(seen)
    } else if isRepeated {
      appendParted(visible(seen))
    } else {
      let part = visible(seen)
      if !part.isEmpty { runs.append(Run(columns: part)) }
    }
  }

  /// Appends `seen` in parts: far from an edge, one is as good as clear, and another as full.
  private mutating func appendParted(_ seen: Range<Int>) {
    let start = columns.lowerBound
    func end(_ index: Int) -> Int {
      (index..<seen.upperBound).first { weights[$0 - start] != weights[index - start] }
        ?? seen.upperBound
    }
    var own = seen.lowerBound
    var index = own
    while index < seen.upperBound {
      let next = end(index)
      if next - index >= 16 {
        if own < index { runs.append(Run(columns: own..<index)) }
        appendEven(index..<next)
        own = next
      }
      index = next
    }
    if own < seen.upperBound { runs.append(Run(columns: own..<seen.upperBound)) }
  }

  /// Appends pixels that are all alike, unless there is nothing to be seen in them.
  private mutating func appendEven(_ part: Range<Int>) {
    let weight = weights[part.lowerBound - columns.lowerBound]
    guard weight > Self.faintest else { return }
    runs.append(Run(columns: part, weight: weight == 65_535 ? .one : Weight(parts: UInt32(weight))))
  }

  /// Writes the weights of `count` levels from `start` of the patch.
  private mutating func write(from start: Int, count: Int, at offset: Int) {
    let (mask, factor) = (mask, factor)
    let levels = mask.patch.levels.span.extracting(start..<start + count)
    var weights = weights.mutableSpan
    for i in 0..<count {
      weights[offset &+ i] = UInt16(
        truncatingIfNeeded: max(1, (UInt32(levels[i]) &* factor) &>> 16))
    }
  }
}

extension Surface {
  /// Paints one opaque colour, faded to `opacity`, through `mask`, but only inside `scissor`.
  public mutating func fill(
    _ mask: SoftMask, with pixel: Pixel, opacity: Weight = .one, in scissor: PixelRect
  ) {
    let region = scissor.intersection(bounds).intersection(mask.bounds)
    guard !region.isEmpty else { return }
    var row = MaskRow(mask, opacity: opacity, in: region)
    let surface = (x: x, y: y, width: pixmap.width)
    let pending = takeClear(from: region.y, to: region.maxY)
    let columns = region.x - surface.x..<region.maxX - surface.x
    pixmap.withMutableSpan { rows in
      for y in region.y..<region.maxY {
        let isOther = row.move(to: y)
        // On cleared pixels, equal rows of a mask leave equal rows.
        if !isOther, let pending, pending.covers(columns, ofRow: y - surface.y - 1),
          pending.covers(columns, ofRow: y - surface.y)
        {
          pending.repeatRowAbove(y - surface.y, of: &rows, width: surface.width)
          continue
        }
        pending?.clear(y - surface.y, of: &rows, width: surface.width)
        row.paint(
          pixel, onto: &rows, at: ((y - surface.y) * surface.width + region.x - surface.x) * 4)
      }
    }
  }
}

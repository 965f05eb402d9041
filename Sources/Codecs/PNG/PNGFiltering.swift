/// A raster with each row behind the number of its filter, ready to be deflated.
struct PNGFiltering {
  private let raster: PNGRaster
  private let stride: Int
  private let step: Int
  /// How rows are filtered.
  ///
  /// To look for the best filter of each row takes longer than all the rest, and hardly pays.
  enum Strategy: Hashable, Sendable, CaseIterable {
    /// Rows that are what is above them become nothing, and all others stay as they are: right where
    /// neighbours say nothing about each other, such as for the indices of a palette; and for text
    /// and drawings, which come again and again, as what filters make of them does not.
    case unfiltered
    /// The same, but by what is on the left: right for gradients that are drawn.
    case sub
    /// By what is nearest to what goes on from its neighbours: right for photographs and gradients.
    case paeth
  }

  // Rows are written in steps of sixteen bytes; and some like to find room for nothing behind them.
  private static let slack = RepetitionTrail.slack

  private let strategy: Strategy
  private var above: [UInt8]
  private var row: [UInt8]

  /// All of `raster`, filtered in one way.
  init(_ raster: PNGRaster, _ strategy: Strategy) {
    (self.raster, stride, step) = (raster, raster.stride, raster.step)
    self.strategy = strategy
    // Everything left of and above the picture counts as zero, and rows are read in whole steps
    // of sixteen; so they are copied into lines that have room on both sides.
    row = [UInt8](repeating: 0, count: (stride + 15) / 16 * 16 + 32)
    above = row
  }

  /// The number of bytes of a filtered row.
  var rowBytes: Int { stride + 1 }

  /// All rows.
  mutating func bytes() -> [UInt8] { bytes(ofRows: 0..<raster.height) }

  /// Some rows.
  mutating func bytes(ofRows rows: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    fill(&result, withRows: rows)
    return result
  }

  /// Makes `piece` what some rows are; whatever it held is gone.
  mutating func fill(_ piece: inout [UInt8], withRows rows: Range<Int>) {
    let end = write(rows, to: &piece, at: 0)
    piece.removeLast(piece.count - end)
  }

  /// Writes some rows behind `start` other bytes, and answers where they end; what is stored there
  /// does not matter.
  mutating func write(_ rows: Range<Int>, to piece: inout [UInt8], at start: Int) -> Int {
    // What is stored behind the end of a row is overwritten by the next one.
    let end = start + rowBytes * rows.count
    if piece.count < end + Self.slack {
      piece += repeatElement(0, count: end + Self.slack - piece.count)
    }
    if strategy == .paeth {
      filter(rows, to: &piece, at: start)
    } else {
      draw(rows, to: &piece, at: start)
    }
    return end
  }

  private mutating func filter(_ rows: Range<Int>, to piece: inout [UInt8], at start: Int) {
    if rows.lowerBound > 0 { copyRow(rows.lowerBound - 1, to: &row) }
    var target = piece.mutableSpan
    for y in rows {
      swap(&row, &above)
      copyRow(y, to: &row)
      let offset = start + rowBytes * (y - rows.lowerBound)
      target[offset] = PNGFilter.paeth.rawValue
      write(row.span, above.span, to: &target, at: offset + 1)
    }
  }

  /// Rows as they are or less their left, but for those that are what is above them: they become
  /// nothing.
  private mutating func draw(_ rows: Range<Int>, to piece: inout [UInt8], at start: Int) {
    var target = piece.mutableSpan
    // A row of nothing is nothing without a filter too, and goes on with the one above.
    var isBlank = false
    for y in rows {
      let offset = start + rowBytes * (y - rows.lowerBound)
      let isRepeated = raster.isRepeated(y)
      if !isRepeated || y == rows.lowerBound { isBlank = raster.isBlank(y) }
      if isRepeated, !isBlank {
        target[offset] = PNGFilter.up.rawValue
        target.fill(offset + 1..<offset + 1 + stride, with: 0)
      } else if strategy == .sub, !isBlank {
        copyRow(y, to: &row)
        target[offset] = PNGFilter.sub.rawValue
        subtractLeft(row.span, to: &target, at: offset + 1)
      } else {
        raster.copyRow(y, to: &target, at: offset + 1)
        target[offset] = PNGFilter.none.rawValue
      }
    }
  }

  /// What is stored behind the row's end is overwritten by the next row.
  private func subtractLeft(
    _ row: Span<UInt8>, to target: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let none = PNGFilter.Bytes(repeating: 0)
    var start = 0
    while start < stride {
      let here = start &+ 16
      let residue = PNGFilter.sub.residue(
        row.sixteen(at: here), left: row.sixteen(at: here &- step), up: none, corner: none)
      target.setSixteen(residue, at: offset &+ start)
      start &+= 16
    }
  }

  private func copyRow(_ y: Int, to line: inout [UInt8]) {
    var target = line.mutableSpan
    raster.copyRow(y, to: &target, at: 16)
  }

  /// What is stored behind the row's end is overwritten by the next row.
  private func write(
    _ row: Span<UInt8>, _ above: Span<UInt8>, to target: inout MutableSpan<UInt8>, at offset: Int
  ) {
    var start = widePaeth(
      row, above, from: 16, step: step, to: &target, at: offset, count: stride)
    while start < stride {
      let here = start &+ 16
      let residue = PNGFilter.paeth.residue(
        row.sixteen(at: here), left: row.sixteen(at: here &- step), up: above.sixteen(at: here),
        corner: above.sixteen(at: here &- step))
      target.setSixteen(residue, at: offset &+ start)
      start &+= 16
    }
  }
}

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
    /// By what is nearest to what goes on from its neighbours: right for photographs and gradients.
    case paeth
  }

  // Rows are written in steps of sixteen bytes.
  private static let slack = 16

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
    // What is stored behind the end of a row is overwritten by the next one.
    let count = rowBytes * rows.count + Self.slack
    if piece.count < count { piece += repeatElement(0, count: count - piece.count) }
    if strategy == .unfiltered { draw(rows, to: &piece) } else { filter(rows, to: &piece) }
    piece.removeLast(piece.count - count + Self.slack)
  }

  private mutating func filter(_ rows: Range<Int>, to piece: inout [UInt8]) {
    if rows.lowerBound > 0 { copyRow(rows.lowerBound - 1, to: &row) }
    var target = piece.mutableSpan
    for y in rows {
      swap(&row, &above)
      copyRow(y, to: &row)
      let offset = rowBytes * (y - rows.lowerBound)
      target[offset] = PNGFilter.paeth.rawValue
      write(row.span, above.span, to: &target, at: offset + 1)
    }
  }

  /// Rows as they are, but for those that are what is above them: they become nothing.
  private func draw(_ rows: Range<Int>, to piece: inout [UInt8]) {
    var target = piece.mutableSpan
    // A row of nothing is nothing without a filter too, and goes on with the one above.
    var isBlank = false
    for y in rows {
      let offset = rowBytes * (y - rows.lowerBound)
      let isRepeated = raster.isRepeated(y)
      if !isRepeated || y == rows.lowerBound { isBlank = raster.isBlank(y) }
      if isRepeated, !isBlank {
        target[offset] = PNGFilter.up.rawValue
        target.clear(from: offset + 1, count: stride)
      } else {
        raster.copyRow(y, to: &target, at: offset + 1)
        target[offset] = PNGFilter.none.rawValue
      }
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

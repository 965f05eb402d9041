/// A raster with each row behind the number of its filter, ready to be deflated.
struct PNGFiltering {
  private typealias Bytes = PNGFilter.Bytes

  private let raster: PNGRaster
  private let stride: Int
  private let step: Int
  /// What decides about a row's filter.
  enum Strategy: Hashable, Sendable, CaseIterable {
    /// The size of the residues alone: right for photographs and gradients.
    case smallest
    /// Rows that are what is above them become nothing, and all others stay as they are: right where
    /// neighbours say nothing about each other, such as for the indices of a palette; and for text
    /// and drawings, which come again and again, as what filters make of them does not.
    case unfiltered
  }

  private let strategy: Strategy
  private let rowsOfChoice: Int
  private var above: [UInt8]
  private var row: [UInt8]

  /// A filter is chosen anew for every so many rows.
  init(_ raster: PNGRaster, _ strategy: Strategy = .smallest, rowsOfChoice: Int = 1) {
    (self.raster, stride, step) = (raster, raster.stride, raster.step)
    (self.strategy, self.rowsOfChoice) = (strategy, rowsOfChoice)
    // Everything left of and above the picture counts as zero, and rows are read in whole steps
    // of sixteen; so they are copied into lines that have room on both sides.
    row = [UInt8](repeating: 0, count: (stride + 15) / 16 * 16 + 32)
    above = row
  }

  /// The number of bytes of a filtered row.
  var rowBytes: Int { stride + 1 }

  /// All rows, each filtered by what costs least in a sample of it.
  mutating func bytes() -> [UInt8] { bytes(ofRows: 0..<raster.height) }

  /// Some rows, filtered likewise.
  mutating func bytes(ofRows rows: Range<Int>) -> [UInt8] {
    guard strategy != .unfiltered else { return drawing(rows) }
    if rows.lowerBound > 0 { copyRow(rows.lowerBound - 1, to: &row) }
    var result = [UInt8](repeating: 0, count: rowBytes * rows.count + 16)
    var target = result.mutableSpan
    var filter = PNGFilter.none
    for y in rows {
      swap(&row, &above)
      copyRow(y, to: &row)
      if (y - rows.lowerBound) % rowsOfChoice == 0 { filter = best(row.span, above.span) }
      let offset = rowBytes * (y - rows.lowerBound)
      target[offset] = filter.rawValue
      write(row.span, above.span, filter, to: &target, at: offset + 1)
    }
    result.removeLast(16)
    return result
  }

  /// Rows as they are, but for those that are what is above them: they become nothing.
  private func drawing(_ rows: Range<Int>) -> [UInt8] {
    // A row may be copied with three bytes more than it has.
    var result = [UInt8](repeating: 0, count: rowBytes * rows.count + 4)
    var target = result.mutableSpan
    for y in rows {
      let offset = rowBytes * (y - rows.lowerBound)
      if raster.isRepeated(y) {
        // What the row before left here is no part of it.
        for place in offset..<offset + 3 { target[place] = 0 }
        target[offset] = PNGFilter.up.rawValue
      } else {
        raster.copyRow(y, to: &target, at: offset + 1)
        target[offset] = PNGFilter.none.rawValue
      }
    }
    result.removeLast(4)
    return result
  }

  private func copyRow(_ y: Int, to line: inout [UInt8]) {
    var target = line.mutableSpan
    raster.copyRow(y, to: &target, at: 16)
  }

  /// The filter with the smallest sum of residues, read as signed, in a part of the row.
  private func best(_ row: Span<UInt8>, _ above: Span<UInt8>) -> PNGFilter {
    var costs = SIMD8<UInt32>.zero
    for start in Swift.stride(from: 0, to: stride, by: 256) {
      for filter in PNGFilter.allCases {
        let residue = residue(filter, row, above, at: start)
        let size = pointwiseMin(residue, 0 &- residue)
        let words =
          SIMD8<UInt16>(truncatingIfNeeded: size.lowHalf)
          &+ SIMD8<UInt16>(truncatingIfNeeded: size.highHalf)
        costs[Int(filter.rawValue)] &+= UInt32(words.wrappedSum())
      }
    }
    return PNGFilter.allCases.min { costs[Int($0.rawValue)] < costs[Int($1.rawValue)] } ?? .none
  }

  private func write(
    _ row: Span<UInt8>, _ above: Span<UInt8>, _ filter: PNGFilter,
    to target: inout MutableSpan<UInt8>, at offset: Int
  ) {
    // Each case has a loop of its own, so that nothing is decided inside.
    switch filter {
    case .none: write(.none, row, above, to: &target, at: offset)
    case .sub: write(.sub, row, above, to: &target, at: offset)
    case .up: write(.up, row, above, to: &target, at: offset)
    case .average: write(.average, row, above, to: &target, at: offset)
    case .paeth: write(.paeth, row, above, to: &target, at: offset)
    }
  }

  /// What is stored behind the row's end is overwritten by the next row.
  @inline(__always)
  private func write(
    _ filter: PNGFilter, _ row: Span<UInt8>, _ above: Span<UInt8>,
    to target: inout MutableSpan<UInt8>, at offset: Int
  ) {
    var start = 0
    while start < stride {
      target.setSixteen(residue(filter, row, above, at: start), at: offset &+ start)
      start &+= 16
    }
  }

  @inline(__always)
  private func residue(
    _ filter: PNGFilter, _ row: Span<UInt8>, _ above: Span<UInt8>, at start: Int
  ) -> Bytes {
    let here = start &+ 16
    return filter.residue(
      row.sixteen(at: here), left: row.sixteen(at: here &- step), up: above.sixteen(at: here),
      corner: above.sixteen(at: here &- step))
  }
}

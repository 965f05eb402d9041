/// A raster with each row behind the number of its filter, ready to be deflated.
struct PNGFiltering {
  private typealias Bytes = PNGFilter.Bytes

  private let raster: PNGRaster
  private let stride: Int
  private let step: Int

  init(_ raster: PNGRaster) {
    (self.raster, stride, step) = (raster, raster.stride, raster.step)
  }

  /// Filters every row by what costs least in a sample of it.
  func bytes() -> [UInt8] {
    // Neighbouring palette indices say nothing about each other, so a difference would not help.
    guard raster.kind != .palette else { return unfiltered() }
    // Everything left of and above the picture counts as zero, and rows are read in whole steps
    // of sixteen; so they are copied into lines that have room on both sides.
    let room = (stride + 15) / 16 * 16 + 32
    var above = [UInt8](repeating: 0, count: room)
    var row = above
    var result = [UInt8](repeating: 0, count: (stride + 1) * raster.height + 16)
    var target = result.mutableSpan
    for y in 0..<raster.height {
      swap(&row, &above)
      copyRow(y, to: &row)
      let filter = best(row.span, above.span)
      target[y * (stride + 1)] = filter.rawValue
      write(row.span, above.span, filter, to: &target, at: y * (stride + 1) + 1)
    }
    result.removeLast(16)
    return result
  }

  private func unfiltered() -> [UInt8] {
    var result = [UInt8](repeating: 0, count: (stride + 1) * raster.height)
    var target = result.mutableSpan
    for y in 0..<raster.height { raster.copyRow(y, to: &target, at: y * (stride + 1) + 1) }
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
    var winner = PNGFilter.none
    for filter in PNGFilter.allCases
    where costs[Int(filter.rawValue)] < costs[Int(winner.rawValue)] {
      winner = filter
    }
    return winner
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

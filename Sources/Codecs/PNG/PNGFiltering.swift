/// A raster with each row behind the number of its filter, ready to be deflated.
struct PNGFiltering {
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
    var result = [UInt8](repeating: 0, count: (stride + 1) * raster.height)
    var target = result.mutableSpan
    // Everything left of and above the picture counts as zero.
    let zeros = [UInt8](repeating: 0, count: stride)
    for y in 0..<raster.height {
      let row = raster.bytes.span.extracting(y * stride..<(y + 1) * stride)
      let above =
        y == 0 ? zeros.span : raster.bytes.span.extracting((y - 1) * stride..<y * stride)
      let filter = best(row, above)
      target[y * (stride + 1)] = filter.rawValue
      write(row, above, filter, to: &target, at: y * (stride + 1) + 1)
    }
    return result
  }

  private func unfiltered() -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((stride + 1) * raster.height)
    for y in 0..<raster.height {
      result.append(0)
      result += raster.bytes[y * stride..<(y + 1) * stride]
    }
    return result
  }

  /// The filter with the smallest sum of residues, read as signed, in a part of the row.
  private func best(_ row: Span<UInt8>, _ above: Span<UInt8>) -> PNGFilter {
    var costs = [0, 0, 0, 0, 0]
    var start = step
    while start < stride {
      for i in start..<min(start + 16, stride) {
        let (byte, left, up, corner) = (row[i], row[i - step], above[i], above[i - step])
        for filter in PNGFilter.allCases {
          let residue = filter.residue(byte, left: left, up: up, corner: corner)
          costs[Int(filter.rawValue)] += Int(min(residue, 0 &- residue))
        }
      }
      start += 64
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
    for i in 0..<stride {
      let left = i >= step ? row[i - step] : 0
      let corner = i >= step ? above[i - step] : 0
      target[offset + i] = filter.residue(row[i], left: left, up: above[i], corner: corner)
    }
  }
}

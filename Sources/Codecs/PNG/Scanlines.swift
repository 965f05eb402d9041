internal import Kernels
internal import Pixels

/// A picture as PNG deflates it: its rows in a pixel format, filtered, each behind the number of its
/// filter.
struct Scanlines {
  let width: Int
  let height: Int
  /// Straight RGBA, all of which `format` holds.
  let rgba: [UInt8]
  let format: PixelFormat

  /// The size of the picture's rows.
  private var rowBytes: Int { format.rowBytes(width: width) }

  /// All rows.
  func filtered(by filter: PNGFilter) -> [UInt8] { filtered(by: filter, rows: 0..<height) }

  /// Some of the rows.
  func filtered(by filter: PNGFilter, rows: Range<Int>) -> [UInt8] {
    // The Paeth kernel writes whole vectors: up to 15 bytes behind a row.
    var bytes = [UInt8](repeating: 0, count: (rowBytes + 1) * rows.count + 16)
    var target = bytes.mutableSpan
    switch filter {
    case .none:
      for (place, y) in rows.enumerated() {
        pack(row: y, into: &target, at: (rowBytes + 1) * place + 1)
      }
    case .paeth: filterPaeth(rows, into: &target)
    }
    bytes.removeLast(16)
    return bytes
  }

  private func pack(row y: Int, into target: inout MutableSpan<UInt8>, at offset: Int) {
    format.pack(rgba.span, from: y * width * 4, width: width, into: &target, at: offset)
  }

  private func filterPaeth(_ rows: Range<Int>, into target: inout MutableSpan<UInt8>) {
    // In front of a row, and above the first one, all counts as zero.
    let (step, count) = (format.step, rowBytes)
    let lineBytes = step + count + 15
    var above = [UInt8](repeating: 0, count: lineBytes)
    var row = above
    if rows.lowerBound > 0 { pack(row: rows.lowerBound - 1, into: &row) }
    for (place, y) in rows.enumerated() {
      swap(&row, &above)
      pack(row: y, into: &row)
      let offset = (count + 1) * place
      target[offset] = PNGFilter.paeth.rawValue
      unsafe row.span.lend(0, lineBytes) { row in
        unsafe above.span.lend(0, lineBytes) { above in
          unsafe target.lend(offset + 1, count + 15) {
            unsafe rt_filter_paeth(row + step, above + step, step, $0, count)
          }
        }
      }
    }
  }

  private func pack(row y: Int, into line: inout [UInt8]) {
    var target = line.mutableSpan
    pack(row: y, into: &target, at: format.step)
  }
}

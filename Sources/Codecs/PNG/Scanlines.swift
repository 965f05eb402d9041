internal import Kernels
internal import Pixels

/// A picture as PNG deflates it: its rows in a pixel format, filtered, each behind the number of
/// its filter.
struct Scanlines {
  let width: Int
  let height: Int
  /// Straight RGBA, all of which `format` holds.
  let rgba: [UInt8]
  let format: PixelFormat

  /// The size of the picture's rows.
  private var rowBytes: Int { format.rowBytes(width: width) }

  /// The bytes of a row and its filter.
  var lineBytes: Int { rowBytes + 1 }

  /// The rows in bands of 4 MB, which can be deflated apart from each other.
  var bands: [Range<Int>] {
    let rows = max(1, (4 << 20) / lineBytes)
    return stride(from: 0, to: height, by: rows).map { $0..<min($0 + rows, height) }
  }

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

/// The two of PNG's five filters that are worth writing, by their numbers in the file.
///
/// A candidates among all five would make the example scenes .5 % smaller; one for each row, of the
/// least sum of residuals, makes drawings 12 % larger and photographs .6 % smaller.
enum PNGFilter: UInt8, Hashable, Sendable, CaseIterable {
  /// Bytes as they are.
  case none = 0
  /// Bytes less Paeth's prediction from their neighbours.
  case paeth = 4
}

/// How a picture is best filtered and deflated.
enum PictureKind: Hashable, Sendable {
  /// Text and shapes: pixels repeat.
  case drawing
  /// Smooth colours: the residuals of prediction repeat.
  case gradient
  /// Photographs: the residuals of prediction are noise.
  case photograph

  /// The filter for all rows.
  var filter: PNGFilter { self == .drawing ? .none : .paeth }
}

extension Scanlines {
  /// The kind that makes least of a sample of the rows, and about how many bytes it makes of them.
  func kind() throws(PNGError) -> (kind: PictureKind, sampledBytes: Int) {
    let plain = try Zlib.compressed(sample(.none), level: 1).count
    guard format.isPredictable else { return (.drawing, plain) }
    let residuals = sample(.paeth)
    let predicted = try Zlib.compressed(residuals, level: 1).count
    // Rows repeat each other, and the whole picture has more of them to repeat. With 10 %, the
    // candidates costs .01 % over the example scenes, with none 1 %, with 20 % .5 %: compare the
    // sizes of whole files with either filter.
    guard plain * 10 > predicted * 11 else { return (.drawing, plain) }
    // Of samples of photographs, runs alone make .95 to 1.13 times as many bytes as a search, and of
    // gradients and charts 1.3 to 2 times. A quick search finds too little to tell them apart.
    let searched = try Zlib.compressed(residuals, level: 7).count
    let isNoise = RunLengthDeflate.zlib(residuals).count * 20 < searched * 23
    return (isNoise ? .photograph : .gradient, predicted)
  }

  private func sample(_ filter: PNGFilter) -> [UInt8] {
    // Half of deflate's window, lest nothing in a narrow picture seems to repeat.
    let (bands, bandRows) = (6, max(16, 16_384 / (format.rowBytes(width: width) + 1)))
    guard height > bands * bandRows else { return filtered(by: filter) }
    return (0..<bands).flatMap { band in
      let start = height * (2 * band + 1) / (2 * bands) - bandRows / 2
      return filtered(by: filter, rows: start..<start + bandRows)
    }
  }
}

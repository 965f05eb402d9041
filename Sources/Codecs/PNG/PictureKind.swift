/// The two of PNG's five filters that are worth writing, by their numbers in the file.
///
/// A choice among all five would make the example scenes .5 % smaller; one for each row, of the least sum
/// of residuals, makes drawings 12 % larger and photographs .6 % smaller.
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
    // Rows repeat each other, and the whole picture has more of them to repeat. With 10 %, the choice
    // costs .01 % over the example scenes, with none 1 %, with 20 % .5 %: compare the sizes of whole
    // files with either filter.
    guard plain * 10 > predicted * 11 else { return (.drawing, plain) }
    // Of samples of the example photographs, runs alone make .9 to 1.12 times as many bytes, and of
    // gradients 1.19 to 2.5 times: compare both for the benchmark push and `wipe`, `custom`, `cover`.
    let isNoise = RunLengthDeflate.zlib(residuals).count * 20 < predicted * 23
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

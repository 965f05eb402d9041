/// How a picture is best filtered and deflated, judged by a sample of its rows.
struct PNGPackingPlan: Hashable, Sendable {
  /// How filters are chosen.
  private(set) var strategy = PNGFiltering.Strategy.smallest
  /// Whether a search for matches would save too little to be worth its time.
  private(set) var isQuick = false
  private let compression: PNGCompression

  /// Tries everything on a few rows of the picture.
  init(of raster: PNGRaster, _ compression: PNGCompression) throws(PNGError) {
    self.compression = compression
    var least = Int.max
    // Palette rows are not filtered, so there is nothing to choose.
    for strategy in raster.kind == .palette ? [.smallest] : PNGFiltering.Strategy.allCases {
      let sample = Self.sample(of: raster, strategy, compression)
      let size = try Deflate.zlib(sample, level: min(compression.deflateLevel, 6)).count
      guard size < least else { continue }
      (least, self.strategy) = (size, strategy)
      var deflate = RunDeflate(rowBytes: raster.stride + 1, step: raster.step)
      deflate.append(sample, isLast: true)
      isQuick = deflate.zlib().count * 100 <= size * (100 + compression.percentOfHaste)
    }
  }

  /// A filter for the picture.
  func filtering(of raster: PNGRaster) -> PNGFiltering {
    PNGFiltering(raster, strategy, rowsOfChoice: compression.rowsOfChoice)
  }

  private static func sample(
    of raster: PNGRaster, _ strategy: PNGFiltering.Strategy, _ compression: PNGCompression
  ) -> [UInt8] {
    (1...3).flatMap { part in
      let start = raster.height * part / 4
      var filtering = PNGFiltering(raster, strategy, rowsOfChoice: compression.rowsOfChoice)
      return filtering.bytes(ofRows: start..<min(start + 16, raster.height))
    }
  }
}

/// How a picture is best filtered and deflated, judged by a sample of its rows.
struct PNGPackingPlan: Hashable, Sendable {
  /// What looks for repetitions, and where.
  enum Method: Hashable, Sendable {
    /// `RunDeflate`: one pixel and one row before.
    case runs
    /// `DrawingDeflate`: everywhere, but for what lies inside of runs.
    case drawing
    /// libdeflate: everywhere.
    case everything
  }

  /// How filters are chosen.
  private(set) var strategy = PNGFiltering.Strategy.smallest
  private(set) var method = Method.everything
  private let compression: PNGCompression

  /// Tries everything on a few rows of the picture.
  init(of raster: PNGRaster, _ compression: PNGCompression) throws(PNGError) {
    self.compression = compression
    let plain = try Trial(of: raster, .unfiltered, compression)
    var trials = [plain]
    // Palette rows are not filtered, so there is nothing to choose.
    if raster.kind != .palette { trials.append(try Trial(of: raster, .smallest, compression)) }
    // In the whole picture, more of a drawing comes again than in a few rows.
    let isDrawing = plain.size * 3 < plain.count
    let expected = isDrawing ? plain.size * 100 / 114 : plain.size
    let best = trials.dropFirst().first { $0.size < expected } ?? plain
    strategy = best.strategy
    guard compression != .best else { return }
    let runs = trials.min { $0.sizeOfRuns < $1.sizeOfRuns } ?? best
    let reach = best.strategy == .unfiltered ? expected : best.size
    let limit = reach * (100 + compression.percentOfHaste)
    if runs.sizeOfRuns * 100 <= limit {
      (method, strategy) = (.runs, runs.strategy)
    } else if plain.sizeOfDrawing * 100 <= best.size * (100 + compression.percentOfRuns) {
      (method, strategy) = (.drawing, .unfiltered)
    }
  }

  /// What a sample of the picture takes.
  private struct Trial {
    var strategy: PNGFiltering.Strategy
    /// Unpacked.
    var count: Int
    /// With libdeflate.
    var size: Int
    /// With the other methods, where they are asked for.
    var (sizeOfRuns, sizeOfDrawing) = (Int.max, Int.max)

    init(
      of raster: PNGRaster, _ strategy: PNGFiltering.Strategy, _ compression: PNGCompression
    ) throws(PNGError) {
      self.strategy = strategy
      let sample = PNGPackingPlan.sample(of: raster, strategy, compression)
      count = sample.count
      size = try Deflate.zlib(sample, level: compression == .best ? 9 : 6).count
      guard compression != .best else { return }
      var runs = RunDeflate(rowBytes: raster.stride + 1, step: raster.step)
      runs.append(sample, isLast: true)
      sizeOfRuns = runs.zlib().count
      guard strategy == .unfiltered else { return }
      var drawing = DrawingDeflate(
        rowBytes: raster.stride + 1, step: raster.step, effort: compression.effort)
      drawing.append(sample, isLast: true)
      sizeOfDrawing = drawing.zlib().count
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

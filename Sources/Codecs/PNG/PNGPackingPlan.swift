/// How a picture is best filtered and deflated, judged by a sample of its rows.
struct PNGPackingPlan: Hashable, Sendable {
  /// What looks for repetitions, and where.
  enum Method: Hashable, Sendable {
    /// `RunDeflate`: one pixel and one row before.
    case runs
    /// `DrawingDeflate`: everywhere, but for what lies inside of runs.
    case drawing(DrawingDeflate.Effort)
    /// libdeflate: everywhere.
    case everything
    /// `FrugalDeflate`: wherever it is not clear what goes on, and the cheapest of all that is found.
    case frugal
  }

  /// Enough to tell which filter is the right one.
  private static let quickLevel: Int32 = 6

  /// How rows are filtered.
  private(set) var strategy = PNGFiltering.Strategy.unfiltered
  private(set) var method = Method.everything

  /// Tries everything on a few rows of the picture.
  init(
    of raster: PNGRaster, _ compression: PNGCompression, isPatient: Bool = false
  ) throws(PNGError) {
    let plain = Sample(of: raster, .unfiltered, compression)
    // Palette rows are not filtered, so there is nothing to choose.
    let filters = PNGFiltering.Strategy.allCases.filter {
      raster.kind != .palette && $0 != .unfiltered
    }
    if compression == .best {
      let samples = [plain] + filters.map { Sample(of: raster, $0, compression) }
      strategy = try Self.smallest(samples, level: 9).strategy
      return
    }
    let drawn = plain.sizeOfDrawing(raster, compression.firstEffort)
    // No filter makes much less of what is next to nothing as it is.
    if raster.kind == .rgb, !isPatient, plain.isNearlyNothing(at: drawn) {
      let effort = Self.effort(plain, of: drawn, raster, compression).effort
      // But where a quick search will not do, there are often gradients, of which the left leaves less.
      if effort == compression.firstEffort || !plain.isWide {
        method = .drawing(effort)
        return
      }
    }
    let samples = [plain] + filters.map { Sample(of: raster, $0, compression) }
    let runs = Self.runs(samples, raster)
    let drawing = Self.drawing(samples, raster, compression, plain: drawn, runs: runs.size)
    // What hardly shrinks is not worth a search.
    let isNoise = drawing.size * 5 > samples[0].rows.count * 4
    let haste = 100 + compression.percentOfHaste(raster.kind)
    if isNoise || runs.size * 100 <= drawing.size * haste {
      (method, strategy) = (.runs, runs.strategy)
    } else if isPatient {
      try beFrugal(samples, raster, compression)
    } else {
      strategy = drawing.sample.strategy
      if let effort = try Self.effortBetweenRuns(
        drawing.sample, of: drawing.size, raster, compression)
      {
        method = .drawing(effort)
      }
    }
  }

  /// Chooses between libdeflate and what looks for the cheapest repetitions of whole pixels.
  private mutating func beFrugal(
    _ samples: [Sample], _ raster: PNGRaster, _ compression: PNGCompression
  ) throws(PNGError) {
    let isColored = raster.kind == .rgb
    let (best, size) = try Self.smallest(
      samples, level: isColored ? Self.quickLevel : compression.patientLevel(raster.kind),
      isThrifty: isColored)
    strategy = best
    guard best == .unfiltered else {
      takeDrawing(samples, raster, size)
      return
    }
    // Of few colours it can take more than libdeflate, which finds all that is as long as can be.
    if isColored || samples[0].sizeOfThrift(raster, compression) * 100 <= size * 98 {
      method = .frugal
    }
  }

  /// Looks for repetitions of whole pixels in what the left leaves of a gradient, if that is as good as
  /// libdeflate's `size`: it takes half the time.
  private mutating func takeDrawing(_ samples: [Sample], _ raster: PNGRaster, _ size: Int) {
    let effort = PNGCompression.patientEffort
    guard let left = Self.left(samples), left.sizeOfDrawing(raster, effort) <= size else { return }
    (method, strategy) = (.drawing(effort), .sub)
  }

  /// The rows less their left; nil where they are not filtered.
  private static func left(_ samples: [Sample]) -> Sample? {
    samples.first { $0.strategy == .sub }
  }

  /// What libdeflate makes least of, and how much that is.
  ///
  /// What is not filtered is looked through once more, by who finds more, where that `isThrifty`.
  private static func smallest(
    _ samples: [Sample], level: Int32, isThrifty: Bool = false
  ) throws(PNGError) -> (strategy: PNGFiltering.Strategy, size: Int) {
    let plain = try Deflate.zlib(samples[0].rows, level: level).count
    var best = samples[0]
    var size = plain * 100 / best.percentOfWhole(at: plain, isThrifty: isThrifty)
    for sample in samples.dropFirst() {
      let other = try Deflate.zlib(sample.rows, level: level).count
      if other < size { (best, size) = (sample, other) }
    }
    return (best.strategy, best.strategy == .unfiltered ? plain : size)
  }

  /// The filter with which runs alone take least, and how much that is.
  private static func runs(
    _ samples: [Sample], _ raster: PNGRaster
  ) -> (strategy: PNGFiltering.Strategy, size: Int) {
    var best = (strategy: samples[0].strategy, size: samples[0].sizeOfRuns(raster))
    for sample in samples.dropFirst() where sample.strategy != .sub {
      let size = sample.sizeOfRuns(raster)
      if size < best.size { best = (sample.strategy, size) }
    }
    return best
  }

  /// What the first search makes least of, and how much that is; as it is, the picture comes to `plain`,
  /// and packed as runs to `runs`.
  private static func drawing(
    _ samples: [Sample], _ raster: PNGRaster, _ compression: PNGCompression, plain: Int, runs: Int
  ) -> (sample: Sample, size: Int) {
    guard let left = left(samples) else { return (samples[0], plain) }
    let size = left.sizeOfDrawing(raster, compression.firstEffort)
    let percent = compression.percentOfLeft(isWide: left.isWide)
    // Where runs come to more than the picture as it is, they are not in question.
    let areRunsOut = runs * 100 > plain * (100 + compression.percentOfHaste(raster.kind))
    let isLeft =
      size * 100 < plain * percent.drawing && (areRunsOut || size * 100 < runs * percent.runs)
    return isLeft ? (left, size) : (samples[0], plain)
  }

  /// What a small drawing's head takes of its own: in a whole picture it is next to nothing.
  private static let headBytes = 512

  /// How what lies between runs is to be searched, and what comes of it; by the first search, that is
  /// `size`.
  private static func effort(
    _ sample: Sample, of size: Int, _ raster: PNGRaster, _ compression: PNGCompression
  ) -> (effort: DrawingDeflate.Effort, size: Int) {
    guard let other = compression.effort else { return (compression.firstEffort, size) }
    let least = sample.sizeOfDrawing(raster, other)
    let bearable = least * (100 + compression.percentOfHurry(sample.strategy))
    return size * 100 > bearable ? (other, least) : (compression.firstEffort, size)
  }

  /// The same, if that is all that has to be searched.
  private static func effortBetweenRuns(
    _ sample: Sample, of size: Int, _ raster: PNGRaster, _ compression: PNGCompression
  ) throws(PNGError) -> DrawingDeflate.Effort? {
    guard let percent = compression.percentOfRuns(raster.kind) else {
      return compression.firstEffort
    }
    let (effort, size) = effort(sample, of: size, raster, compression)
    if raster.kind != .rgba, sample.isLittle(at: size) { return effort }
    let reach = try Deflate.zlib(sample.rows, level: quickLevel).count
    return (size - headBytes) * 100 <= reach * (100 + percent) ? effort : nil
  }

  /// A filter for the picture.
  func filtering(of raster: PNGRaster) -> PNGFiltering { PNGFiltering(raster, strategy) }

  /// A few rows, filtered in one way.
  private struct Sample {
    var strategy: PNGFiltering.Strategy
    var rows: [UInt8]

    init(
      of raster: PNGRaster, _ strategy: PNGFiltering.Strategy, _ compression: PNGCompression
    ) {
      self.strategy = strategy
      var filtering = PNGFiltering(raster, strategy)
      rows = (1...3).flatMap { part in
        let start = raster.height * part / 4
        return filtering.bytes(ofRows: start..<min(start + compression.rowsOfSample, raster.height))
      }
    }

    /// Whether each part fills the window, so that as much of it comes again as in the whole picture.
    var isWide: Bool { rows.count >= 3 * RepetitionSearch.window }

    /// These rows of a drawing, packed into `size` bytes, take so many percent of what they do in the whole
    /// picture, where more of it comes again.
    func percentOfWhole(at size: Int, isThrifty: Bool) -> Int {
      guard isThrifty, isWide else { return size * 3 < rows.count ? isThrifty ? 130 : 114 : 100 }
      return size * 8 < rows.count ? 112 : 100
    }

    /// Whether so many bytes for all rows are so few that nothing need be compared with them.
    func isNearlyNothing(at size: Int) -> Bool { size * 12 < rows.count }

    /// Whether so many bytes are as few as a picture takes that consists of areas, lines and text: in
    /// those a search between runs misses next to nothing.
    func isLittle(at size: Int) -> Bool { size * 5 < rows.count }

    func sizeOfRuns(_ raster: PNGRaster) -> Int {
      var runs = RunDeflate(rowBytes: raster.stride + 1, step: raster.step)
      runs.append(rows, isLast: true)
      return runs.zlib().count
    }

    func sizeOfThrift(_ raster: PNGRaster, _ compression: PNGCompression) -> Int {
      FrugalDeflate.zlib(
        rows, rowBytes: raster.stride + 1, step: raster.step,
        niceLength: compression.niceLength(raster.kind)
      ).count
    }

    func sizeOfDrawing(_ raster: PNGRaster, _ effort: DrawingDeflate.Effort) -> Int {
      var drawing = DrawingDeflate(
        rowBytes: raster.stride + 1, step: raster.step, effort: effort)
      drawing.append(rows, isLast: true)
      return drawing.zlib().count
    }
  }
}

public import Pixels

/// Writes a picture as a PNG; the same picture always gives the same bytes.
public struct PNGWriter: Hashable, Sendable {
  /// How much time is spent on the size.
  public var compression: PNGCompression

  /// A writer.
  public init(compression: PNGCompression = .standard) {
    self.compression = compression
  }

  /// A PNG file of a frame; colours are divided by alpha, rounded to nearest.
  ///
  /// Who knows that nothing shows through anywhere may say so, which saves a look at every pixel.
  public func file(of pixmap: Pixmap, isOpaque: Bool = false) throws(PNGError) -> [UInt8] {
    try file(of: pixmap, isOpaque: isOpaque) { _ in }
  }

  /// The same, and lets `look` hear of rows just before they are packed, while that brings them into
  /// the cache; where they are packed all at once, it hears of none.
  func file(
    of pixmap: Pixmap, isOpaque: Bool, look: (_ rows: Range<Int>) -> Void
  ) throws(PNGError) -> [UInt8] {
    let census = ColorCensus(of: pixmap.bytes, isOpaque: isOpaque, isBrief: true)
    // Where nothing shows through, straight and premultiplied are the same.
    let straight = census.isOpaque ? pixmap.bytes : StraightAlpha.straight(pixmap.bytes)
    return try file(
      width: pixmap.width, height: pixmap.height, straight: straight,
      census.isOpaque ? census : ColorCensus(of: straight, isBrief: true), look: look)
  }

  /// A PNG file that decodes to exactly this picture.
  public func file(of image: PNGImage) throws(PNGError) -> [UInt8] {
    try file(
      width: image.width, height: image.height, straight: image.bytes,
      ColorCensus(of: image.bytes, isBrief: true))
  }

  private func file(
    width: Int, height: Int, straight: [UInt8], _ census: ColorCensus,
    look: (_ rows: Range<Int>) -> Void = { _ in }
  ) throws(PNGError) -> [UInt8] {
    guard width > 0, height > 0 else { throw .noPixels }
    let raster = PNGRaster(
      width: width, height: height, straight: straight, as: PNGRaster.Form(census))
    var file = PNGHeader.signature
    // As much as most drawings take, which then are not moved while they grow.
    file.reserveCapacity(width * height / 4)
    Self.header(of: raster).write(to: &file)
    // 0 is "perceptual", the rendering intent that is usual for pictures.
    PNGChunk("sRGB", [0]).write(to: &file)
    for chunk in raster.paletteChunks { chunk.write(to: &file) }
    let start = PNGChunk.begin("IDAT", in: &file)
    file = try packed(raster, behind: file, look: look)
    PNGChunk.end(from: start, in: &file)
    PNGChunk("IEND").write(to: &file)
    return file
  }

  /// What an IDAT chunk holds, behind `file`; `isPatient` takes more time for the repetitions in
  /// drawings.
  func packed(
    _ raster: PNGRaster, isPatient: Bool = false, behind file: consuming [UInt8] = [],
    look: (_ rows: Range<Int>) -> Void = { _ in }
  ) throws(PNGError) -> [UInt8] {
    let plan = try PNGPackingPlan(of: raster, compression, isPatient: isPatient)
    var filtering = plan.filtering(of: raster)
    switch plan.method {
    case .runs:
      var deflate = RunDeflate(
        rowBytes: filtering.rowBytes, step: raster.step,
        expecting: filtering.rowBytes * raster.height / 2, behind: file)
      var piece: [UInt8] = []
      forEachPiece(of: raster) { rows, isLast in
        look(rows)
        filtering.fill(&piece, withRows: rows)
        deflate.append(piece, isLast: isLast)
      }
      return deflate.zlib()
    case .drawing(let effort):
      var deflate = DrawingDeflate(
        rowBytes: filtering.rowBytes, step: raster.step, effort: effort, behind: file)
      forEachPiece(of: raster) { rows, isLast in
        look(rows)
        deflate.append(isLast: isLast) { filtering.write(rows, to: &$0, at: $1) }
      }
      return deflate.zlib()
    case .everything:
      let level = isPatient ? compression.patientLevel(raster.kind) : compression.deflateLevel
      let packed = try Deflate.zlib(filtering.bytes(), level: level)
      guard compression == .best else { return file + packed }
      // Of drawings, whole pixels make less; a sample does not tell by how much.
      let other = thrifty(raster, PNGFiltering(raster, .unfiltered), behind: [])
      return file + (other.count < packed.count ? other : packed)
    case .frugal: return thrifty(raster, filtering, behind: file)
    }
  }

  private func thrifty(
    _ raster: PNGRaster, _ filtering: consuming PNGFiltering, behind file: consuming [UInt8]
  ) -> [UInt8] {
    FrugalDeflate.zlib(
      filtering.bytes(), rowBytes: filtering.rowBytes, step: raster.step,
      niceLength: compression.niceLength(raster.kind), behind: file)
  }

  /// Goes through a few rows at a time, which stay in the cache while they are deflated.
  private func forEachPiece(
    of raster: PNGRaster, _ body: (_ rows: Range<Int>, _ isLast: Bool) -> Void
  ) {
    let rows = max(1, RunDeflate.pieceBytes / (raster.stride + 1))
    for start in stride(from: 0, to: raster.height, by: rows) {
      let end = min(start + rows, raster.height)
      body(start..<end, end == raster.height)
    }
  }

  /// The chunk that every PNG begins with.
  static func header(of raster: PNGRaster) -> PNGChunk {
    header(of: raster, width: raster.width, height: raster.height)
  }

  /// The same for a canvas of which `raster` is a part.
  static func header(of raster: PNGRaster, width: Int, height: Int) -> PNGChunk {
    var body: [UInt8] = []
    body.append(bigEndian: UInt32(truncatingIfNeeded: width))
    body.append(bigEndian: UInt32(truncatingIfNeeded: height))
    return PNGChunk("IHDR", body + [UInt8(raster.bitDepth), raster.kind.rawValue, 0, 0, 0])
  }
}

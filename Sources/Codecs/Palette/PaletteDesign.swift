/// A palette for a picture that has more colours than fit, and which cell gets which of its colours.
struct PaletteDesign: Sendable {
  /// The colours, RGBA with red in the lowest byte; those that fill areas come last.
  let colors: [UInt32]
  /// The colours that fill areas, which stay exact.
  let flats: [UInt32]
  /// For each cell the index of the colour that is nearest to its mean.
  let nearest: [Int]
  /// What is beside each colour.
  let neighbors: ColorNeighbors

  // The mean square over the three channels together: about 59 dB, which nobody can see. More
  // colours would only cost bytes.
  private static let bearableError: Float = 0.3

  /// Chooses at most `count` colours.
  init(_ cells: ColorCells, count: Int) {
    let pixels = cells.sums.reduce(UInt64(0)) { $0 + UInt64($1.w) }
    // A colour that fills a two thousandth of the picture is seen as a colour of its own.
    let flats = cells.flats.colors(
      fillingAtLeast: UInt32(clamping: pixels / 2000 + 1), atMost: count / 2)
    self.flats = flats.map(\.color)
    var clusters = ColorClusters(
      of: cells.samples(without: flats), count: count - flats.count, besides: self.flats,
      bearableError: Float(pixels) * Self.bearableError)
    clusters.refine(rounds: 3)
    clusters.spreadDoubles()
    colors = clusters.colors
    nearest = clusters.nearest
    neighbors = clusters.neighbors
  }
}

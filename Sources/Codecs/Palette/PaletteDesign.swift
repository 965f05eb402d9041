/// A palette for a picture that has more colours than fit, and which cell gets which of its colours.
struct PaletteDesign: Sendable {
  /// The colours, RGBA with red in the lowest byte; those that fill areas come last.
  let colors: [UInt32]
  /// The colours that fill areas, which stay exact.
  let flats: [UInt32]
  /// What the colours are chosen for.
  let cells: ColorCells
  /// For each cell the index of the colour that is nearest to its mean.
  let nearest: [Int]
  /// Whether there are gradients whose colours are left to dither, and so not all are settled.
  let hasGradients: Bool
  /// The runs of the picture, where these are known and all colours are settled.
  let runs: KeptRuns?
  /// What is beside each colour.
  let neighbors: ColorNeighbors
  /// The mean square of what is lost, over all pixels.
  let meanError: Float
  /// How much farther than the nearest colour one may always be that stands in for it, squared.
  let leastSlack: Float
  /// How far apart two of the moving colours may be of which one stands in for the other, squared.
  private let reach: Float
  /// Colours with the index that they always become, `flats` among them.
  private(set) var settled: SettledColors

  // Mean squares over the three channels together, before the means are refined: about 58 dB, which
  // nobody can see. More colours would only cost bytes.
  private static let bearableError: Float = 0.3
  // Measured on pages, lists and every example: gradients whose colours the palette holds so closely gain
  // nothing from dither, neither in decibels nor in bytes, and take up to a fifth more time.
  private static let bearableErrorOfGradients: Float = 2
  // How much farther than the nearest colour one may be that stands in for it, squared.
  private static let slack: Float = 8

  /// Chooses at most `count` colours; those of `steady` are always among them.
  init(_ cells: ColorCells, count: Int, steady: [UInt32] = []) {
    let pixels = cells.sums.reduce(UInt64(0)) { $0 + UInt64($1.w) }
    // A colour that fills a two thousandth of the picture is seen as a colour of its own.
    let found = cells.flats(
      fillingAtLeast: UInt32(clamping: pixels / 2000 + 1), atMost: count / 2)
    let flats = found.map(\.color)
    let others = steady.filter { !flats.contains($0) }.prefix(count / 2)
    self.flats = flats + others
    let boxes = ColorBoxes(
      cells.samples(without: found), count: count - self.flats.count,
      bearableError: Float(pixels) * Self.bearableError)
    var clusters = ColorClusters(of: boxes, besides: self.flats)
    clusters.refine(rounds: 5)
    clusters.spreadDoubles()
    self.cells = cells
    colors = clusters.colors
    nearest = clusters.nearest
    neighbors = clusters.neighbors
    meanError = clusters.error / Float(max(1, pixels))
    hasGradients = true
    reach = 0
    leastSlack = Self.slack
    runs = nil
    settled = SettledColors(count: self.flats.count)
    settleFlats(steady)
  }

  /// Chooses at most `count` colours for a picture that was drawn.
  ///
  /// All of its colours are settled but those of gradients that the palette cannot hold closely.
  init(
    _ drawn: DrawnColors, count: Int, steady: [UInt32] = [],
    fineness: DrawnTolerance.Fineness = .usual
  ) {
    let counts = drawn.counts()
    let pixels = counts.reduce(UInt64(0)) { $0 + UInt64($1) }
    let found = drawn.flatPlaces(
      fillingAtLeast: max(16, UInt32(clamping: pixels / 20_000)), atMost: count / 2)
    let flats = found.map { drawn.colors[$0] }
    let others = steady.filter { !flats.contains($0) && drawn.colors.contains($0) }
    self.flats = flats + others.prefix(count / 2)
    var samples = zip(drawn.colors, counts).map(ColorSample.init)
    for place in found { samples[place].weight = 0 }
    let moving = max(1, samples.reduce(Float(0)) { $0 + $1.weight })
    var boxes = ColorBoxes(samples, count: count - self.flats.count)
    let tolerance = DrawnTolerance(drawn, fineness)
    let least = boxes.error / Float(max(1, pixels))
    if let error = tolerance.bearableError(least: least, ofMoving: boxes.error / moving) {
      boxes.join(bearableError: Float(pixels) * error)
    }
    var clusters = ColorClusters(of: boxes, besides: self.flats)
    clusters.refine(rounds: 12)
    clusters.spreadDoubles()
    colors = clusters.colors
    neighbors = clusters.neighbors
    let limits = tolerance.limits(loss: clusters.error / moving)
    (reach, leastSlack) = (limits.reach, limits.slack)
    meanError = clusters.error / Float(max(1, pixels))
    settled = SettledColors(count: drawn.colors.count + self.flats.count)
    cells = ColorCells(drawn)
    var nearest = [Int](repeating: 0, count: cells.sums.count)
    hasGradients =
      drawn.hasGradients
      && clusters.meanError(of: counts, where: drawn.isSoft) > Self.bearableErrorOfGradients
    runs = hasGradients ? nil : drawn.runs
    for place in drawn.colors.indices {
      let (color, owner) = (drawn.colors[place], clusters.nearest[place])
      let cell = Int(cells.places[ColorCells.cell(of: color)]) - 1
      nearest[cell] = neighbors.nearest(to: ColorSample(cells.sums[cell]).color, from: owner)
      guard !hasGradients || !drawn.isSoft(place) else { continue }
      settled.settle(
        color, as: UInt8(truncatingIfNeeded: owner),
        or: neighbors.standIn(for: color, owner: owner, within: limits.leniency))
    }
    self.nearest = nearest
    settleFlats(steady)
  }

  /// Which colours may stand in for others; flat ones have none.
  var kin: ColorKin {
    ColorKin(of: neighbors, count: colors.count - flats.count, within: reach)
  }

  private mutating func settleFlats(_ always: [UInt32]) {
    for (place, flat) in flats.enumerated() {
      let index = UInt8(truncatingIfNeeded: colors.count - flats.count + place)
      settled.settle(flat, as: index, or: index, isSteady: always.contains(flat))
    }
  }
}

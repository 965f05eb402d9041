/// A palette for a picture that has more colours than fit, and which cell gets which of its colours.
struct PaletteDesign: Sendable {
  /// How near colours have to be to those of what was drawn.
  enum Fineness: Hashable, Sendable {
    /// So near that nobody sees a difference.
    case usual
    /// So near that hardly any figure tells one.
    case fine
    /// As near as can be.
    case finest
  }

  /// The colours, RGBA with red in the lowest byte; those that fill areas come last.
  let colors: [UInt32]
  /// The colours that fill areas, which stay exact.
  let flats: [UInt32]
  /// What the colours are chosen for.
  let cells: ColorCells
  /// For each cell the index of the colour that is nearest to its mean.
  let nearest: [Int]
  /// Whether colours are not all settled.
  let hasGradients: Bool
  /// The runs of the picture, where these are known and all colours are settled.
  let runs: KeptRuns?
  /// What is beside each colour.
  let neighbors: ColorNeighbors
  /// The mean square of what is lost, over all pixels.
  let meanError: Float
  /// How far apart two of the moving colours may be of which one stands in for the other, squared.
  private let reach: Float
  /// Colours with the index that they always become, `flats` among them.
  private(set) var settled: SettledColors

  // Mean squares over the three channels together, before the means are refined: about 58 dB, which
  // nobody can see. More colours would only cost bytes.
  private static let bearableError: Float = 0.3
  // What was drawn has colours that are dear in bytes and that nobody can tell apart: so many times
  // the least that could be lost, and at least and at most this.
  private static let bearableShareOfDrawn: Float = 2.5
  private static let bearableErrorsOfDrawn: ClosedRange<Float> = 1...9

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
    runs = nil
    settled = SettledColors(count: self.flats.count)
    settleFlats(steady)
  }

  /// Chooses at most `count` colours for a picture that was drawn.
  ///
  /// All of its colours are settled but those of gradients.
  init(
    _ drawn: DrawnColors, count: Int, steady: [UInt32] = [], fineness: Fineness = .usual
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
    let most = count - self.flats.count
    let errors = Self.bearableErrorsOfDrawn
    var boxes = ColorBoxes(samples, count: most)
    let least = boxes.error / Float(max(1, pixels))
    let bearable = min(
      errors.upperBound, max(errors.lowerBound, least * Self.bearableShareOfDrawn))
    if fineness == .usual { boxes.join(bearableError: Float(pixels) * bearable) }
    var clusters = ColorClusters(of: boxes, besides: self.flats)
    clusters.refine(rounds: 12)
    clusters.spreadDoubles()
    colors = clusters.colors
    neighbors = clusters.neighbors
    let loss = clusters.error / max(1, samples.reduce(Float(0)) { $0 + $1.weight })
    // Of many bright colours, others lose much more.
    let parts =
      loss > Self.greatLoss
      ? Self.partsOfRough : fineness == .fine ? Self.partsOfFine : Self.partsOfFinest
    let leniency = fineness == .usual ? Self.leniency : loss * parts.leniency
    reach = fineness == .usual ? Self.reach : loss * parts.reach
    meanError = clusters.error / Float(max(1, pixels))
    settled = SettledColors(count: drawn.colors.count + self.flats.count)
    cells = ColorCells(drawn)
    var nearest = [Int](repeating: 0, count: cells.sums.count)
    hasGradients = drawn.hasGradients
    runs = hasGradients ? nil : drawn.runs
    for place in drawn.colors.indices {
      let (color, owner) = (drawn.colors[place], clusters.nearest[place])
      let cell = Int(cells.places[ColorCells.cell(of: color)]) - 1
      nearest[cell] = neighbors.nearest(to: ColorSample(cells.sums[cell]).color, from: owner)
      guard !hasGradients || !drawn.isSoft(place) else { continue }
      settled.settle(
        color, as: UInt8(truncatingIfNeeded: owner),
        or: neighbors.standIn(for: color, owner: owner, within: leniency))
    }
    self.nearest = nearest
    settleFlats(steady)
  }

  // Squares of levels, over the three channels together. Measured on lists, cards and pages of text:
  // more colours whose pixels may take one of those around theirs are ahead, in bytes and in decibels,
  // of fewer colours that are kept to.
  private static let leniency: Float = 16
  private static let reach: Float = 26
  // Of so many times what is lost in the mean of what moves: each then takes its part of the bytes.
  private static let partsOfRough = (leniency: Float(26), reach: Float(54))
  private static let partsOfFine = (leniency: Float(18), reach: Float(38))
  private static let partsOfFinest = (leniency: Float(8), reach: Float(17))
  private static let greatLoss: Float = 0.4

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

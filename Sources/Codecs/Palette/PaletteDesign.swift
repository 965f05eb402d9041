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
  /// How much farther than the nearest colour one may always be that stands in for it, squared.
  let leastSlack: Float
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
  // The same of what is to be fine, where gradients are among it.
  private static let fineShareOfDrawn: Float = 1.5
  private static let fineError: Float = 0.5

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
    let moving = max(1, samples.reduce(Float(0)) { $0 + $1.weight })
    var boxes = ColorBoxes(samples, count: most)
    let least = boxes.error / Float(max(1, pixels))
    let bearable = min(
      errors.upperBound, max(errors.lowerBound, least * Self.bearableShareOfDrawn))
    if fineness == .usual, !drawn.areMany {
      boxes.join(bearableError: Float(pixels) * bearable)
    } else if fineness != .usual, drawn.hasGradients, boxes.error > Self.much * moving {
      let bearable = max(Self.fineError, least * Self.fineShareOfDrawn)
      boxes.join(bearableError: Float(pixels) * bearable)
    }
    var clusters = ColorClusters(of: boxes, besides: self.flats)
    clusters.refine(rounds: 12)
    clusters.spreadDoubles()
    colors = clusters.colors
    neighbors = clusters.neighbors
    let loss = clusters.error / moving
    let limits = Self.limits(fineness, loss: loss, areMany: drawn.areMany)
    reach = limits.reach
    leastSlack = fineness == .usual || loss > Self.much ? Self.slackOfDrawn : Self.slackOfFine
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
        or: neighbors.standIn(for: color, owner: owner, within: limits.leniency))
    }
    self.nearest = nearest
    settleFlats(steady)
  }

  // Squares of levels, over the three channels together. Measured on lists, cards and pages of text:
  // more colours whose pixels may take one of those around theirs are ahead, in bytes and in decibels,
  // of fewer colours that are kept to.
  private typealias Limits = (leniency: Float, reach: Float)
  private static let usual: Limits = (16, 26)
  private static let usualOfMany: Limits = (4, 6)
  // Where gradients are, pixels look around one by one.
  private static let slack: Float = 8
  private static let slackOfDrawn: Float = 14
  private static let slackOfFine: Float = 4
  // So many times what is lost in the mean of what moves: each then takes its part of the bytes. Of many
  // bright colours, others lose much more.
  private static let partsOfMuch: Limits = (12, 26)
  private static let partsOfFine: Limits = (18, 38)
  private static let partsOfFinest: Limits = (8, 17)
  private static let much: Float = 0.36

  /// How far a stand-in may be from a colour, and from the one that stands for it, as squares.
  private static func limits(_ fineness: Fineness, loss: Float, areMany: Bool) -> Limits {
    if fineness == .usual { return areMany ? usualOfMany : usual }
    let parts = loss > much ? partsOfMuch : fineness == .fine ? partsOfFine : partsOfFinest
    return (loss * parts.leniency, loss * parts.reach)
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

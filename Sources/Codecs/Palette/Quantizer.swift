/// Finds the palette's index for a colour.
struct Quantizer: Sendable {
  /// The bits of a grid's entry that are one more than a place; all 0 where there is none.
  static let placeBits: UInt32 = 0x3FFF_FFFF
  /// The bit of an entry whose cell has a settled colour.
  private static let settledBit: UInt32 = 1 << 31
  /// The bit of an entry that was found in the grid beside it.
  private static let learntBit: UInt32 = 1 << 30

  /// For each cell of the grid the place of its choice, and what is known of it.
  private(set) var places: [UInt32]
  /// What the cells that occurred may become; empty if that depends on rows above.
  private(set) var choices: [ColorChoice] = []
  /// The same as planes; empty if nothing depends on rows above.
  private(set) var planes: [ColorPlane] = []
  private let means: [SIMD4<Float>]
  private let neighbors: ColorNeighbors
  let settled: SettledColors
  let firstFlat: Int
  /// What becomes of colours between two of the palette's.
  let dither: GIFOptions.Dither
  /// The palette's colours.
  let colors: [UInt32]
  /// The palette's colours, in the units in which losses are counted, and nothing for the index that
  /// leaves what is there.
  let amounts: [ColorLoss.Amount]
  /// Which of them may stand in for others.
  let kin: ColorKin
  /// How little of what was lost is made good.
  let restraint: ColorLoss.Restraint

  init(
    _ design: PaletteDesign, dither: GIFOptions.Dither, restraint: ColorLoss.Restraint = .none
  ) {
    let cells = design.cells
    self.restraint = restraint
    colors = design.colors
    amounts = design.colors.map { ColorLoss.Amount($0) } + [.zero]
    kin = ColorKin(
      of: design.neighbors, colors: design.colors, meanError: design.meanError,
      leastSlack: design.leastSlack, isStrict: restraint == .most)
    means = design.colors.map(ColorClusters.vector)
    neighbors = design.neighbors
    firstFlat = design.colors.count - design.flats.count
    settled = design.settled
    self.dither = dither
    places = cells.places
    var choices: [ColorChoice] = []
    choices.reserveCapacity(cells.sums.count)
    for (place, sum) in cells.sums.enumerated() {
      let color = ColorSample(sum).color
      choices.append(ColorChoice(for: color, near: design.nearest[place], means, neighbors))
    }
    for color in settled.colors { places[ColorCells.cell(of: color)] |= Self.settledBit }
    let first = Self.firstPlaces(of: design.colors)
    for place in choices.indices {
      choices[place].near = first[Int(choices[place].near)]
      choices[place].far = first[Int(choices[place].far)]
    }
    if dither == .auto { planes = choices.map { ColorPlane($0) } } else { self.choices = choices }
  }

  /// For each colour the first index that has it, flats before others: one colour by two indices
  /// would only cost bytes.
  private static func firstPlaces(of colors: [UInt32]) -> [UInt8] {
    var places: [UInt32: UInt8] = [:]
    for (place, color) in colors.enumerated().reversed() { places[color] = UInt8(place) }
    return colors.map { places[$0] ?? 0 }
  }

  /// The choice for a cell that was in none of the rows that were counted.
  ///
  /// A cell beside it does as well; only where there is none the whole palette is searched.
  @inline(never)
  func choice(for color: UInt32) -> ColorChoice {
    placeBeside(color).map { choices[$0] } ?? soughtChoice(for: color)
  }

  /// The same as a plane, which is remembered.
  @inline(never)
  private mutating func learnPlane(for color: UInt32, inCell cell: Int) -> ColorPlane {
    let place = placeBeside(color) ?? planes.count
    if place == planes.count { planes.append(ColorPlane(soughtChoice(for: color))) }
    places[cell] |= Self.learntBit | UInt32(truncatingIfNeeded: place &+ 1)
    return planes[place]
  }

  private func placeBeside(_ color: UInt32) -> Int? {
    for shift: UInt32 in [0, 8, 16] {
      let level = color >> shift & 0xFF
      for other in [level ^ 4, level >= 4 ? level - 4 : 4] {
        let beside = color & ~(0xFF << shift) | other << shift
        let entry = places[ColorCells.cell(of: beside)]
        // What was learnt is beside something else.
        guard entry & Self.learntBit == 0, entry & Self.placeBits > 0 else { continue }
        return Int(entry & Self.placeBits) - 1
      }
    }
    return nil
  }

  private func soughtChoice(for color: UInt32) -> ColorChoice {
    let vector = ColorClusters.vector(color)
    var (near, least) = (0, Float.infinity)
    for index in means.indices {
      let distance = ColorNeighbors.distance(vector, means[index])
      if distance < least { (near, least) = (index, distance) }
    }
    return ColorChoice(for: vector, near: near, means, neighbors)
  }

  /// What a pixel is to become that is to make good for what is owed.
  @inline(__always)
  mutating func plan(
    for color: UInt32, owed: ColorLoss.Amount
  ) -> (PixelPlan, SIMD4<Int16>) {
    let cell = ColorCells.cell(of: color)
    let levels = SIMD4<UInt32>(color, color &>> 8, color &>> 16, 0) & 0xFF
    if let index = settledIndex(color, places[cell]) {
      let isFlat = Int(index) >= firstFlat
      let plan = isFlat ? PixelPlan(index, or: index) : PixelPlan(quietlyAbout: index)
      return (plan, SIMD4<Int16>(truncatingIfNeeded: levels &<< 3))
    }
    let wanted = SIMD4<Int16>(
      truncatingIfNeeded: SIMD4<Int32>(truncatingIfNeeded: levels &<< 3) &+ owed
    ).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 2040))
    var place = Int(places[ColorCells.cell(ofEighths: wanted)] & Self.placeBits)
    // Where no pixel fell nobody knows what is near; then the colour's own cell does.
    if place == 0 { place = Int(places[cell] & Self.placeBits) }
    let plane = place > 0 ? planes[place &- 1] : learnPlane(for: color, inCell: cell)
    return (PixelPlan(about: plane.index(ofEighths: wanted)), wanted)
  }

  /// The index of a colour for which it is settled; nil for others.
  ///
  /// `entry` is what the grid says of its cell.
  @inline(__always)
  func settledIndex(_ color: UInt32, _ entry: UInt32) -> UInt8? {
    entry & Self.settledBit == 0 ? nil : settled.index(of: color)
  }
}

/// A pattern that is fixed to the canvas: every threshold once in each square of 4 x 4.
enum DitherPattern {
  // Bayer's matrix, in sixteenths of the way from one palette colour to the other.
  private static let order: [Int32] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  /// From the middle, where 65,536 is the way from one palette colour to the other.
  @inline(__always)
  static func threshold(_ x: Int, _ y: Int) -> Int32 {
    order[(y & 3) &* 4 &+ (x & 3)] &* 4_096 &- 30_720
  }
}

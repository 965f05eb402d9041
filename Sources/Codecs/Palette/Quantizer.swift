/// Finds the palette's index for a colour.
struct Quantizer: Sendable {
  /// For each cell of the grid one more than its place in `choices`; 0 where there is none.
  let places: [UInt32]
  /// For each cell of the grid whether it has a settled colour.
  let hasSettled: [Bool]
  /// What the cells that occurred may become.
  let choices: [ColorChoice]
  private let means: [SIMD4<Float>]
  private let neighbors: ColorNeighbors
  private let settled: SettledColors
  private let steady: SettledColors
  private let firstFlat: Int
  /// What becomes of colours between two of the palette's.
  let dither: GIFOptions.Dither
  /// The palette's colours, in the units in which losses are counted.
  let amounts: [ColorLoss.Amount]
  /// Which of them may stand in for others.
  let kin: ColorKin

  init(_ design: PaletteDesign, dither: GIFOptions.Dither) {
    let cells = design.cells
    amounts = design.colors.map { ColorLoss.Amount($0) }
    kin = ColorKin(
      of: design.neighbors, colors: design.colors, meanError: design.meanError)
    means = design.colors.map(ColorClusters.vector)
    neighbors = design.neighbors
    firstFlat = design.colors.count - design.flats.count
    (settled, steady) = (design.settled, design.steady)
    self.dither = dither
    places = cells.places
    var choices: [ColorChoice] = []
    choices.reserveCapacity(cells.sums.count)
    for (place, sum) in cells.sums.enumerated() {
      let color = ColorSample(sum).color
      choices.append(ColorChoice(for: color, near: design.nearest[place], means, neighbors))
    }
    hasSettled = design.hasSettled()
    let first = Self.firstPlaces(of: design.colors)
    for place in choices.indices {
      choices[place].near = first[Int(choices[place].near)]
      choices[place].far = first[Int(choices[place].far)]
    }
    self.choices = choices
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
    for shift: UInt32 in [0, 8, 16] {
      let level = color >> shift & 0xFF
      for other in [level ^ 4, level >= 4 ? level - 4 : 4] {
        let beside = color & ~(0xFF << shift) | other << shift
        let place = Int(places[ColorCells.cell(of: beside)])
        if place > 0 { return choices[place - 1] }
      }
    }
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
  func plan(for color: UInt32, owed: ColorLoss.Amount) -> (PixelPlan, SIMD4<Int16>) {
    let cell = ColorCells.cell(of: color)
    let levels = SIMD4<UInt32>(color, color &>> 8, color &>> 16, 0) & 0xFF
    if let index = settledIndex(color, inCell: cell) {
      if Int(index) >= firstFlat { return (PixelPlan(index, or: index), .zero) }
      return (PixelPlan(quietlyAbout: index), SIMD4<Int16>(truncatingIfNeeded: levels &<< 3))
    }
    let wanted = SIMD4<Int16>(
      truncatingIfNeeded: SIMD4<Int32>(truncatingIfNeeded: levels &<< 3) &+ owed
    ).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 2040))
    var place = Int(places[ColorCells.cell(ofEighths: wanted)])
    // Where no pixel fell nobody knows what is near; then the colour's own cell does.
    if place == 0 { place = Int(places[cell]) }
    guard place > 0 else {
      return (PixelPlan(about: choice(for: color).index(ofEighths: wanted)), wanted)
    }
    return (PixelPlan(about: choices[place &- 1].index(ofEighths: wanted)), wanted)
  }

  /// The index of a colour that is exact wherever it was painted; nil for others.
  @inline(__always)
  func steady(_ pixel: UInt32) -> UInt8? { steady.index(of: pixel) }

  /// The index of a colour for which it is settled; nil for others.
  @inline(__always)
  func settledIndex(_ color: UInt32, inCell cell: Int) -> UInt8? {
    hasSettled[cell] ? settled.index(of: color) : nil
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

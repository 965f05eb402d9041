/// Finds the palette's index for a colour.
struct Quantizer: Sendable {
  /// For each cell of the grid one more than its place in `choices`; 0 where there is none.
  let places: [UInt32]
  /// What the cells that occurred may become.
  let choices: [ColorChoice]
  private let means: [SIMD4<Float>]
  private let neighbors: ColorNeighbors
  private let flats: ColorTable
  private let firstFlat: Int
  /// What becomes of colours between two of the palette's.
  let dither: GIFOptions.Dither
  /// The palette's colours, in the units in which losses are counted.
  let amounts: [ColorLoss.Amount]

  init(_ design: PaletteDesign, _ cells: ColorCells, dither: GIFOptions.Dither) {
    amounts = design.colors.map { ColorLoss.Amount($0) }
    means = design.colors.map(ColorClusters.vector)
    neighbors = design.neighbors
    flats = ColorTable(design.flats)
    firstFlat = design.colors.count - design.flats.count
    self.dither = dither
    places = cells.places
    var choices: [ColorChoice] = []
    choices.reserveCapacity(cells.sums.count)
    for (place, sum) in cells.sums.enumerated() {
      let color = ColorSample(sum).color
      choices.append(ColorChoice(for: color, near: design.nearest[place], means, neighbors))
    }
    for flat in design.flats {
      choices[Int(cells.places[ColorCells.cell(of: flat)]) - 1].hasFlat = true
    }
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

  /// The index of a colour that must stay exact; nil for others.
  func flat(_ color: UInt32) -> UInt8? {
    flats.index(of: color).map { UInt8(truncatingIfNeeded: firstFlat + Int($0)) }
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

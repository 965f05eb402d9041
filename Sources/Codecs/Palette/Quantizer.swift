// Error diffusion is the plain way of dithering. It makes a pixel depend on all those before it,
// so that what stands still would flicker. Here colour and place alone decide: between the two
// palette colours about a cell, by where the pixel lies between them.

/// Finds for a colour at a place the palette's index: nothing but these decides.
struct Quantizer: Sendable {
  /// For each cell of the grid one more than its place in `choices`; 0 where there is none.
  let places: [UInt32]
  /// What the cells that occurred may become.
  let choices: [ColorChoice]
  private let means: [SIMD4<Float>]
  private let neighbors: ColorNeighbors
  private let flats: ColorTable
  private let firstFlat: Int
  private let isDithering: Bool

  init(_ design: PaletteDesign, _ cells: ColorCells, dither: GIFOptions.Dither) {
    means = design.colors.map(ColorClusters.vector)
    neighbors = design.neighbors
    flats = ColorTable(design.flats)
    firstFlat = design.colors.count - design.flats.count
    isDithering = dither != .none
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
    self.choices = choices
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

  /// The index for a colour in column `x` of row `y`, which is no exact one.
  ///
  /// `steepness` says how much the picture changes about there; it is asked for where it matters.
  @inline(__always)
  func index(
    of color: UInt32, _ choice: ColorChoice, x: Int, y: Int, steepness: () -> Int32
  ) -> UInt8 {
    var excess = choice.excess(of: color)
    if isDithering, abs(excess) <= DitherPattern.reach, steepness() <= choice.gentleness {
      excess &-= DitherPattern.threshold(x, y)
    }
    return excess > 0 ? choice.far : choice.near
  }
}

/// A pattern that is fixed to the canvas, in which four thresholds alternate.
enum DitherPattern {
  // A finer pattern looks no better at this strength, and takes more bytes.
  private static let thresholds: SIMD4<Int32> = [-12_288, 4_096, 12_288, -4_096]

  /// The greatest threshold: 65,536 is the way from one palette colour to the other.
  static let reach: Int32 = 12_288

  @inline(__always)
  static func threshold(_ x: Int, _ y: Int) -> Int32 {
    thresholds[(y & 1) &* 2 &+ (x & 1)]
  }
}

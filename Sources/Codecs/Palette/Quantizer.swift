// Error diffusion is the plain way of dithering. It makes a pixel depend on all those before it,
// so that what stands still would flicker. Here colour and place alone decide: between the two
// palette colours about a cell, by where the pixel lies between them.

/// Finds for a colour at a place the palette's index: nothing but these decides.
struct Quantizer: Sendable {
  private var cells: ColorCells
  private var choices: [ColorChoice] = []
  private let means: [SIMD4<Float>]
  private let neighbors: ColorNeighbors
  private let flats: ColorTable
  private let firstFlat: Int
  private let isDithering: Bool
  /// The colour that was exact last, and its index.
  private var lastFlat: (color: UInt32, index: UInt8) = (0, 0)

  init(_ design: PaletteDesign, _ cells: ColorCells, dither: GIFOptions.Dither) {
    self.cells = cells
    means = design.colors.map(ColorClusters.vector)
    neighbors = ColorNeighbors(of: means)
    flats = ColorTable(design.flats)
    firstFlat = design.colors.count - design.flats.count
    isDithering = dither != .none
    choices.reserveCapacity(cells.sums.count + 256)
    for (place, sum) in cells.sums.enumerated() {
      let color = ColorSample(sum).color
      choices.append(ColorChoice(for: color, near: design.nearest[place], means, neighbors))
    }
    for flat in design.flats { choices[self.cells.place(of: flat)].hasFlat = true }
  }

  /// The index for a colour in column `x` of row `y`.
  ///
  /// `steepness` says how much the picture changes about there; it is asked for where it matters.
  @inline(__always)
  mutating func index(of color: UInt32, x: Int, y: Int, steepness: () -> Int32) -> UInt8 {
    if color == lastFlat.color { return lastFlat.index }
    let place = cells.place(of: color)
    if place == choices.count { addChoice(for: color) }
    let choice = choices[place]
    if choice.hasFlat, let flat = flats.index(of: color) {
      lastFlat = (color, UInt8(truncatingIfNeeded: firstFlat &+ Int(flat)))
      return lastFlat.index
    }
    var excess = choice.excess(of: color)
    if isDithering, abs(excess) <= DitherPattern.reach, steepness() <= choice.gentleness {
      excess &-= DitherPattern.threshold(x, y)
    }
    return excess > 0 ? choice.far : choice.near
  }

  /// A colour that was in none of the rows that were counted.
  private mutating func addChoice(for color: UInt32) {
    let vector = ColorClusters.vector(color)
    var (near, least) = (0, Float.infinity)
    for index in means.indices {
      let distance = ColorNeighbors.distance(vector, means[index])
      if distance < least { (near, least) = (index, distance) }
    }
    choices.append(ColorChoice(for: vector, near: near, means, neighbors))
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

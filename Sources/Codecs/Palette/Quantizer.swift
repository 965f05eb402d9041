// Error diffusion is the plain way of dithering. It makes a pixel depend on all those before it,
// so that what stands still would flicker. Here colour and place alone decide: between the two
// palette colours about a cell, by where the pixel lies between them.

/// Finds for a colour at a place the palette's index: nothing but these decides.
struct Quantizer: Sendable {
  /// The two palette colours about a cell, and the plane between them.
  private struct Choice: Sendable {
    var near: UInt8
    var far: UInt8
    /// Whether the cell has a colour that must stay exact.
    var hasFlat: Bool
    /// The way from near to far, scaled such that it is 65,536 long.
    var normal: SIMD4<Int32>
    /// The value in the middle of the way.
    var middle: Int32
  }

  private var cells: ColorCells
  private var choices: [Choice]
  private let palette: [UInt32]
  private let flats: ColorTable
  private let flatBase: Int
  private let neighbors: ColorNeighbors
  private let strength: Int32

  init(_ design: PaletteDesign, _ cells: ColorCells, dither: GIFOptions.Dither) {
    self.cells = cells
    palette = design.colors
    flats = ColorTable(design.flats)
    flatBase = design.colors.count - design.flats.count
    let means = design.colors.map(ColorClusters.vector)
    neighbors = ColorNeighbors(of: means)
    strength = dither == .none ? 0 : 128
    choices = []
    choices.reserveCapacity(cells.sums.count)
    for (place, sample) in cells.sums.map(ColorSample.init).enumerated() {
      choices.append(choice(for: sample.color, near: design.nearest[place], means))
    }
    for flat in design.flats { choices[self.cells.place(of: flat)].hasFlat = true }
  }

  /// The index for a colour in column `x` of row `y`.
  @inline(__always)
  mutating func index(of color: UInt32, x: Int, y: Int) -> UInt8 {
    let place = cells.place(of: color)
    if place == choices.count { addChoice(for: color) }
    let choice = choices[place]
    if choice.hasFlat, let flat = flats.index(of: color) {
      return UInt8(truncatingIfNeeded: flatBase &+ Int(flat))
    }
    let way =
      choice.normal.x &* Int32(truncatingIfNeeded: color & 0xFF)
      &+ choice.normal.y &* Int32(truncatingIfNeeded: color >> 8 & 0xFF)
      &+ choice.normal.z &* Int32(truncatingIfNeeded: color >> 16 & 0xFF)
    // A sequence that fills the plane evenly: the fractions of multiples of two roots.
    let noise = Int32((x &* 49_472 &+ y &* 37_345) & 0xFFFF) &- 32_768
    return way &- choice.middle > (noise &* strength) >> 8 ? choice.far : choice.near
  }

  private mutating func addChoice(for color: UInt32) {
    let vector = ColorClusters.vector(color)
    let means = palette.map(ColorClusters.vector)
    var best = 0
    for index in means.indices
    where ColorNeighbors.distance(vector, means[index])
      < ColorNeighbors.distance(vector, means[best])
    {
      best = index
    }
    choices.append(choice(for: vector, near: best, means))
  }

  private func choice(for color: SIMD4<Float>, near: Int, _ means: [SIMD4<Float>]) -> Choice {
    let own = ColorNeighbors.distance(color, means[near])
    var (far, least) = (near, Float.infinity)
    for neighbor in neighbors.list(of: near) where neighbor.distance > 0 {
      let excess = ColorNeighbors.distance(color, means[neighbor.index]) - own
      let toPlane = excess * excess / neighbor.distance
      if excess <= 0 || toPlane < least {
        (far, least) = (neighbor.index, excess <= 0 ? 0 : toPlane)
      }
    }
    let way = means[far] - means[near]
    let length = (way * way).sum()
    let normal = length > 0 ? way * (65_536 / length) : .zero
    let middle = (normal * (means[far] + means[near])).sum() / 2
    return Choice(
      near: UInt8(truncatingIfNeeded: near), far: UInt8(truncatingIfNeeded: far), hasFlat: false,
      normal: SIMD4(Int32(normal.x), Int32(normal.y), Int32(normal.z), 0),
      middle: length > 0 ? Int32(middle) : Int32.max)
  }
}

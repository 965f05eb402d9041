// A list of all colours is too long to cluster, and a grid of coarse bins costs half a decibel. So
// the grid is fine, 4 x 4 x 4 colours a cell, and only the cells that occur are kept, one after the
// other in the order in which they came.

/// The colours of a picture, gathered in small cells that remember their mean.
struct ColorCells: Hashable, Sendable {
  /// The number of cells in the grid.
  static let all = 262_144

  /// For each cell of the grid one more than its place in `sums`; 0 where nothing fell.
  private(set) var places = [UInt32](repeating: 0, count: all)
  /// Sums of red, green and blue, and the number of pixels.
  private(set) var sums: [SIMD4<UInt32>] = []
  /// Colours that came in runs, with the number of pixels in these.
  private(set) var flats = FlatColors()
  /// Those that are known to fill areas, each with a number other than 0.
  private let areas: ColorMap
  private var last: UInt32 = 0
  private var run = 0

  /// No pixels yet; the colours of `areas` are known to fill areas.
  init(knowing areas: [UInt32] = []) {
    self.areas = ColorMap(areas)
  }

  /// The cell of a colour: six bits of each channel.
  @inline(__always)
  static func cell(of color: UInt32) -> Int {
    Int(truncatingIfNeeded: color >> 2 & 0x3F | color >> 4 & 0xFC0 | color >> 6 & 0x3F000)
  }

  /// The cell of a colour in eighths of a level.
  @inline(__always)
  static func cell(ofEighths color: SIMD4<Int16>) -> Int {
    Int(truncatingIfNeeded: color.x &>> 5) | Int(truncatingIfNeeded: color.y &>> 5) &<< 6
      | Int(truncatingIfNeeded: color.z &>> 5) &<< 12
  }

  // Where colours change less than this from pixel to pixel, a wrong one is seen as a band; such
  // pixels count twice.
  private static let gentleStep: Int32 = 2

  /// Counts equal pixels side by side, the pixels of a row being counted from the left.
  @inline(__always)
  mutating func count(_ color: UInt32, times: Int) {
    // As good as every other pixel is gentle: a branch would be a guess.
    let isGentle: UInt32 = ColorDistance.sum(color, last) > Self.gentleStep ? 0 : 1
    let weight = UInt32(truncatingIfNeeded: times) &* 2 &- 1 &+ isGentle
    if color == last {
      run &+= times
    } else {
      endRun()
      (last, run) = (color, times)
    }
    let place = place(of: color)
    sums[place] &+= SIMD4(color & 0xFF, color >> 8 & 0xFF, color >> 16 & 0xFF, 1) &* weight
  }

  /// Counts the last colour as a flat one if it came in a run; where only a strip of an area is
  /// painted, runs are short.
  @inline(__always)
  mutating func endRun() {
    if run >= FlatColors.shortestRun || run > 1 && areas[last] != 0 {
      flats.count(last, run: run)
    }
    run = 0
  }

  /// The colours that fill at least `least` pixels, or are known to fill areas, the greatest first, at
  /// most `limit` of them.
  func flats(fillingAtLeast least: UInt32, atMost limit: Int) -> [(color: UInt32, count: UInt32)] {
    flats.colors(fillingAtLeast: least, or: areas, atMost: limit)
  }

  /// The place of a colour's cell in `sums`, which is added if need be.
  @inline(__always)
  mutating func place(of color: UInt32) -> Int {
    let cell = Self.cell(of: color)
    let place = places[cell]
    return place != 0 ? Int(place &- 1) : add(cell)
  }

  /// Counts so many pixels of one colour.
  mutating func add(_ color: UInt32, count: UInt32) {
    let place = place(of: color)
    sums[place] &+= SIMD4(color & 0xFF, color >> 8 & 0xFF, color >> 16 & 0xFF, 1) &* count
  }

  /// The cells of several pictures.
  init(of pictures: [ColorCells]) {
    self.init()
    for picture in pictures {
      for (cell, number) in picture.places.enumerated() where number != 0 {
        let place = places[cell] != 0 ? Int(places[cell]) - 1 : add(cell)
        sums[place] &+= picture.sums[Int(number) - 1]
      }
    }
    flats = FlatColors(of: pictures.map(\.flats))
  }

  private mutating func add(_ cell: Int) -> Int {
    sums.append(.zero)
    places[cell] = UInt32(truncatingIfNeeded: sums.count)
    return sums.count - 1
  }

  /// The cells' means and weights, without the pixels of `flats`, each of which has its count.
  ///
  /// These pixels follow an equal one, so each of them counts twice.
  func samples(without flats: [(color: UInt32, count: UInt32)]) -> [ColorSample] {
    var sums = sums
    for (color, count) in flats {
      let place = Int(places[Self.cell(of: color)]) - 1
      guard place >= 0 else { continue }
      sums[place] &-= SIMD4(color & 0xFF, color >> 8 & 0xFF, color >> 16 & 0xFF, 1) &* (2 &* count)
    }
    return sums.map(ColorSample.init)
  }
}

/// Pixels of about the same colour.
struct ColorSample: Hashable, Sendable {
  /// Their mean.
  var color: SIMD4<Float>
  /// Their number.
  var weight: Float

  /// So many pixels of one colour.
  init(_ color: UInt32, _ count: UInt32) {
    (self.color, weight) = (ColorClusters.vector(color), Float(count))
  }

  /// The mean of a cell; black without weight if nothing is left in it.
  init(_ sum: SIMD4<UInt32>) {
    weight = Float(sum.w)
    color = sum.w == 0 ? .zero : SIMD4(Float(sum.x), Float(sum.y), Float(sum.z), 0) / weight
  }
}

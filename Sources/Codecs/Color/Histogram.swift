internal import Kernels
internal import Pixels

/// How often colours occur in a picture: one by one while they are few, in bins of 4 x 4 x 4 levels
/// when there are more.
///
/// Bins of 8 x 8 x 8 levels lose half a decibel.
struct Histogram: Sendable {
  /// More colours are counted in bins.
  static let exactLimit = 8192
  /// Pictures that need bins are subsampled by rows to about this many pixels.
  private static let sampledPixels = 262_144

  /// The colours that are counted one by one, RGBA with red in the lowest byte; with bins, those
  /// that fill flat areas are among them.
  private(set) var colors: [UInt32] = []
  private var counts = [rt_color_count](repeating: rt_color_count(), count: exactLimit)
  private var places = ColorMap(most: exactLimit)
  /// Sums of red, green and blue and the number of pixels of each bin; empty while colours are few.
  private var bins: [SIMD4<UInt32>] = []

  /// No pixels yet.
  init() {}

  /// The changed and visible pixels of a region.
  init(of region: FrameRegion) {
    let height = region.area.height
    var y = 0
    while y < height, isExact {
      unsafe region.lendRow(y) { row in unsafe count(row) }
      y += 1
    }
    guard !isExact else { return }
    let step = 1 + region.area.width * height / Self.sampledPixels
    if step > 1 {
      // Begins anew, so that all rows that count weigh the same.
      self = Histogram()
      useBins()
      y = 0
    }
    while y < height {
      unsafe region.lendRow(y) { row in unsafe count(row) }
      y += step
    }
  }

  /// The pixels of some histograms; large pictures count as if they were subsampled.
  init(merging others: [Histogram]) {
    for other in others {
      let step = UInt32(1 + other.pixelCount / Self.sampledPixels)
      for (color, count) in zip(other.colors, other.counts) {
        let pixels = (count.pixels + step - 1) / step
        add(color, rt_color_count(pixels: pixels, flat: (count.flat + step - 1) / step))
      }
      guard !other.isExact else { continue }
      if isExact { useBins() }
      for bin in bins.indices { bins[bin] &+= other.bins[bin] }
    }
  }

  /// Whether every colour is counted one by one.
  var isExact: Bool { bins.isEmpty }

  /// How many pixels were counted.
  var pixelCount: Int {
    isExact
      ? colors.indices.reduce(0) { $0 + Int(counts[$1].pixels) }
      : bins.reduce(0) { $0 + Int($1.w) }
  }

  /// Whether a colour may be among the pixels.
  func mayContain(_ color: UInt32) -> Bool { !isExact || places[color] != 0 }

  /// The colours of flat areas of at least `least` pixels, the largest first.
  func flatColors(fillingAtLeast least: Int) -> [UInt32] {
    colors.indices.filter { Int(counts[$0].flat) >= least }
      .sorted { (counts[$0].flat, $1) > (counts[$1].flat, $0) }.map { colors[$0] }
  }

  /// The colours and how many pixels have each, but for those of `exact`.
  func samples(without exact: [UInt32]) -> [ColorSample] {
    let exact = ColorMap(exact)
    guard !isExact else {
      return colors.indices.filter { exact[colors[$0]] == 0 }.map {
        ColorSample(ColorSample.channels(colors[$0]), Float(counts[$0].pixels))
      }
    }
    // Only the flat pixels of a colour are known by themselves.
    var removed: [Int: SIMD4<UInt32>] = [:]
    for (color, count) in zip(colors, counts) where exact[color] != 0 {
      removed[Self.bin(of: color), default: .zero] &+= Self.sum(of: color, count.flat)
    }
    return bins.indices.filter { bins[$0].w > 0 }.compactMap { bin in
      let sum = bins[bin] &- (removed[bin] ?? .zero)
      let (red, green, blue) = (Float(sum.x), Float(sum.y), Float(sum.z))
      return sum.w == 0
        ? nil : ColorSample(SIMD4<Float>(red, green, blue, 0) / Float(sum.w), Float(sum.w))
    }
  }

  /// The bin of a colour: six bits of each channel.
  static func bin(of color: UInt32) -> Int {
    let (red, green) = (color >> 2 & 0x3F, color >> 4 & 0xFC0)
    return Int(red | green | color >> 6 & 0x3F000)
  }

  private mutating func count(_ row: rt_row) {
    var x = 0
    while isExact {
      x = unsafe lendCounts { unsafe rt_count_colors(row, x, $0, $1) }
      guard unsafe x < row.count else { return }
      if !insert(unsafe pixel(x, of: row)) { useBins() }
    }
    while unsafe x < row.count {
      let isFull = colors.count == Self.exactLimit
      var bins: [SIMD4<UInt32>] = []
      swap(&bins, &self.bins)
      defer { swap(&bins, &self.bins) }
      var sums = bins.mutableSpan
      x = unsafe lendCounts { places, counts in
        unsafe sums.lend(0, Int(rt_bin_count)) {
          unsafe rt_count_bins(row, x, isFull ? 1 : 0, places, counts, $0)
        }
      }
      if unsafe x < row.count { insert(unsafe pixel(x, of: row)) }
    }
  }

  private func pixel(_ x: Int, of row: rt_row) -> UInt32 {
    unsafe UnsafeRawPointer(row.pixels).loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self)
  }

  private mutating func lendCounts(
    _ body: (rt_color_map, UnsafeMutablePointer<rt_color_count>) -> Int
  ) -> Int {
    let places = places
    var counts = counts.mutableSpan
    return unsafe places.lend { places in
      unsafe counts.lend(0, Self.exactLimit) { unsafe body(places, $0) }
    }
  }

  /// Gives a colour a place; answers false if there is none left.
  @discardableResult
  private mutating func insert(_ color: UInt32) -> Bool {
    guard colors.count < Self.exactLimit else { return false }
    colors.append(color)
    places.set(UInt32(colors.count), of: color)
    return true
  }

  private mutating func add(_ color: UInt32, _ count: rt_color_count) {
    if places[color] == 0, isExact, !insert(color) { useBins() }
    // With bins, only colours that fill flat areas have places.
    if places[color] == 0, count.flat > 0 { insert(color) }
    let place = Int(places[color])
    if place > 0 { counts[place - 1].flat += count.flat }
    if isExact {
      counts[place - 1].pixels += count.pixels
    } else {
      addToBin(color, count.pixels)
    }
  }

  private mutating func useBins() {
    bins = [SIMD4<UInt32>](repeating: .zero, count: Int(rt_bin_count))
    for (place, color) in colors.enumerated() {
      addToBin(color, counts[place].pixels)
      counts[place].pixels = 0
    }
    // Colours that fill no area so far make room for others that do.
    let kept = colors.indices.filter { counts[$0].flat > 0 }.map { (colors[$0], counts[$0]) }
    (colors, places) = ([], ColorMap(most: Self.exactLimit))
    for place in counts.indices { counts[place] = rt_color_count() }
    for (place, (color, count)) in kept.enumerated() {
      insert(color)
      counts[place] = count
    }
  }

  private mutating func addToBin(_ color: UInt32, _ pixels: UInt32) {
    bins[Self.bin(of: color)] &+= Self.sum(of: color, pixels)
  }

  private static func sum(of color: UInt32, _ pixels: UInt32) -> SIMD4<UInt32> {
    let (red, green, blue) = (color & 0xFF, color >> 8 & 0xFF, color >> 16 & 0xFF)
    return SIMD4<UInt32>(red, green, blue, 1) &* pixels
  }
}

/// A colour and the number of pixels that have it, or the mean of as many.
struct ColorSample: Hashable, Sendable {
  var color: SIMD4<Float>
  var weight: Float

  init(_ color: SIMD4<Float>, _ weight: Float) { (self.color, self.weight) = (color, weight) }

  /// The same with a weight to the power of three quarters.
  var flattened: ColorSample {
    ColorSample(color, weight.squareRoot() * weight.squareRoot().squareRoot())
  }

  // How much each channel counts, three in all.
  private static let weights =
    SIMD4<Float>(Float(rt_red_weight), Float(rt_green_weight), Float(rt_blue_weight), 0) / 3

  /// The weighted sum of squared differences, of which a channel has one.
  static func weighted(_ squares: SIMD4<Float>) -> SIMD4<Float> { squares * weights }

  /// The weighted square of the distance between two colours.
  static func distance(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Float {
    weighted((one - other) * (one - other)).sum()
  }

  /// Red, green, blue and 0.
  static func channels(_ color: UInt32) -> SIMD4<Float> {
    SIMD4(Float(color & 0xFF), Float(color >> 8 & 0xFF), Float(color >> 16 & 0xFF), 0)
  }

  /// The nearest colour of whole levels, opaque.
  static func rounded(_ color: SIMD4<Float>) -> UInt32 {
    let levels = (color + 0.5).clamped(
      lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
    return UInt32(levels.x) | UInt32(levels.y) << 8 | UInt32(levels.z) << 16 | 0xFF00_0000
  }
}

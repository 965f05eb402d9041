/// How often colours occur, in bins of 8 x 8 x 8 neighbours, and single colours that fill areas.
struct ColorHistogram: Hashable, Sendable {
  /// Sums of red, green and blue, and the number of pixels, for each bin.
  private(set) var bins = [SIMD4<UInt32>](repeating: .zero, count: 32_768)
  /// Colours that came in runs, with the number of pixels in these.
  private(set) var flats = FlatColors()
  private var last: UInt32 = 0
  private var run = 0

  /// The bin of a colour: five bits of each channel.
  @inline(__always)
  static func bin(of color: UInt32) -> Int {
    Int(truncatingIfNeeded: color >> 3 & 0x1F | color >> 6 & 0x3E0 | color >> 9 & 0x7C00)
  }

  /// Counts one pixel, the pixels of a row being counted from the left.
  @inline(__always)
  mutating func count(_ color: UInt32) {
    if color == last {
      run &+= 1
      if run >= FlatColors.shortestRun { flats.count(color, atEndOfRun: run) }
    } else {
      (last, run) = (color, 1)
    }
    bins[Self.bin(of: color)] &+= SIMD4(
      color & 0xFF, color >> 8 & 0xFF, color >> 16 & 0xFF, 1)
  }
}

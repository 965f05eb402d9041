internal import Pixels

/// Colours that fill areas without a change, and how many pixels each of them fills.
struct FlatColors: Hashable, Sendable {
  /// So many equal pixels side by side are no chance.
  static let shortestRun = 8

  // A picture of thousands of flat colours is a gradient, which the cells know better.
  private var tally = ColorTally()
  private var pixels = 0

  /// None yet.
  init() {}

  /// Counts the pixels of a run but for its first.
  mutating func count(_ color: UInt32, run: Int) {
    tally.count(color, times: UInt32(truncatingIfNeeded: run &- 1))
  }

  /// The colours that fill at least `least` pixels, or that `known` has, the greatest first, at most
  /// `limit` of them.
  func colors(
    fillingAtLeast least: UInt32, or known: ColorMap = ColorMap([]), atMost limit: Int
  ) -> [(color: UInt32, count: UInt32)] {
    let (keys, counts) = (tally.colors, tally.counts)
    let places = counts.indices.filter {
      counts[$0] >= max(least, 1) || counts[$0] > 0 && known[keys[$0]] != 0
    }
    let sorted = places.sorted { (counts[$0], keys[$0]) > (counts[$1], keys[$1]) }
    return sorted.prefix(limit).map { (keys[$0], counts[$0]) }
  }

  /// The opaque colours that fill areas of a picture.
  init(of picture: Pixmap) {
    // Every other row: what fills an area is in both.
    for y in stride(from: 0, to: picture.height, by: 2) {
      count(picture.bytes.span, from: y * picture.stride, to: (y + 1) * picture.stride)
      pixels += picture.width
    }
  }

  /// The colours of all pictures together.
  init(of pictures: [FlatColors]) {
    for picture in pictures {
      for (color, count) in zip(picture.tally.colors, picture.tally.counts) {
        tally.count(color, times: count)
      }
      pixels += picture.pixels
    }
  }

  /// Counts the runs of a row.
  private mutating func count(_ span: Span<UInt8>, from start: Int, to end: Int) {
    var offset = start
    while offset < end {
      let color = span.word(at: offset)
      let first = offset
      offset &+= 4
      let four = SIMD4(repeating: color)
      while offset &+ 16 <= end, span.fourWords(at: offset) == four { offset &+= 16 }
      while offset < end, span.word(at: offset) == color { offset &+= 4 }
      let run = (offset &- first) / 4
      if run >= Self.shortestRun, color >> 24 == 255 { count(color, run: run) }
    }
  }

  /// The colours that fill more than a share of all pictures, at most `limit` of them.
  func colors(greaterThan share: Double, atMost limit: Int) -> [UInt32] {
    colors(fillingAtLeast: UInt32(share * Double(pixels)) + 1, atMost: limit).map(\.color)
  }
}

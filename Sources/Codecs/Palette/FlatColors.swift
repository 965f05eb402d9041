internal import Pixels

/// Colours that fill areas without a change, and how many pixels each of them fills.
struct FlatColors: Hashable, Sendable {
  /// So many equal pixels side by side are no chance.
  static let shortestRun = 8
  private static let slots = 4096
  private static let most = slots / 2

  private var keys = [UInt32](repeating: 0, count: slots)
  private var counts = [UInt32](repeating: 0, count: slots)
  private var used = 0
  private var pixels = 0

  /// None yet.
  init() {}

  /// Counts the pixels of a run but for its first: when it becomes long enough, then one by one.
  mutating func count(_ color: UInt32, atEndOfRun run: Int) {
    var slot = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 20)
    while counts[slot] != 0, keys[slot] != color { slot = (slot &+ 1) & (Self.slots &- 1) }
    if counts[slot] == 0 {
      // A picture of thousands of flat colours is a gradient, which the cells know better.
      guard used < Self.most else { return }
      (keys[slot], used) = (color, used + 1)
    }
    counts[slot] &+= run == Self.shortestRun ? UInt32(Self.shortestRun - 1) : 1
  }

  /// The colours that fill at least `least` pixels, the greatest first, at most `limit` of them.
  func colors(
    fillingAtLeast least: UInt32, atMost limit: Int
  ) -> [(color: UInt32, count: UInt32)] {
    let places = counts.indices.filter { counts[$0] >= max(least, 1) }
    let sorted = places.sorted { (counts[$0], keys[$0]) > (counts[$1], keys[$1]) }
    return sorted.prefix(limit).map { (keys[$0], counts[$0]) }
  }

  /// The opaque colours that fill areas of all these pictures.
  init(of pictures: [Pixmap]) {
    var last: UInt32 = 0
    var run = 0
    for picture in pictures {
      let span = picture.bytes.span
      for offset in stride(from: 0, to: span.count, by: 4) {
        let color = span.word(at: offset)
        run = color == last ? run &+ 1 : 1
        last = color
        if run >= Self.shortestRun, color >> 24 == 255 { count(color, atEndOfRun: run) }
        pixels &+= 1
      }
    }
  }

  /// The colours that fill more than a share of all pictures, at most `limit` of them.
  func colors(greaterThan share: Double, atMost limit: Int) -> [UInt32] {
    colors(fillingAtLeast: UInt32(share * Double(pixels)) + 1, atMost: limit).map(\.color)
  }
}

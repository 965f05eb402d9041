/// How often colours occur, where they are few.
struct ColorTally: Hashable, Sendable {
  /// More colours have no place.
  private static let most = 2048
  /// Every so many rows are looked at.
  private static let step = 8

  /// One more than the place of each.
  private var places = ColorMap(most: most)
  /// The colours, in the order in which they came.
  private(set) var colors: [UInt32] = []
  /// For each colour how often it occurs.
  private(set) var counts: [UInt32] = []

  /// Nothing yet.
  init() {}

  /// The colours of what is visible in a part of the rows; nil if there are too many.
  init?(of canvas: GIFCanvas) {
    let isCrowded = canvas.anyColor(everyRow: Self.step) { color, length in
      !count(color, times: UInt32(truncatingIfNeeded: length))
    }
    if isCrowded { return nil }
  }

  /// Those of several pictures; nil if one has too many, or all of them together.
  init?(of tallies: [ColorTally?]) {
    for tally in tallies {
      guard let tally else { return nil }
      for (color, times) in zip(tally.colors, tally.counts) {
        guard count(color, times: times) else { return nil }
      }
    }
  }

  /// The mean square of what a palette of so many colours would lose, over the three channels together.
  func loss(in colors: Int) -> Float {
    let pixels = counts.reduce(Float(0)) { $0 + Float($1) }
    let boxes = ColorBoxes(zip(self.colors, counts).map(ColorSample.init), count: colors)
    return boxes.error / max(1, pixels)
  }

  /// Counts a colour; answers false if it has no place.
  @inline(__always) @discardableResult
  mutating func count(_ color: UInt32, times: UInt32) -> Bool {
    let place = places[color]
    guard place == 0 else {
      counts[Int(place) &- 1] &+= times
      return true
    }
    guard colors.count < Self.most else { return false }
    colors.append(color)
    counts.append(times)
    places.set(UInt32(colors.count), of: color)
    return true
  }
}

/// Which colours of a palette may stand in for another one where that saves bytes.
struct ColorKin: Sendable {
  /// So many stand-ins are looked at.
  static let most = 6

  /// For each colour the places of those around it, a byte each, the nearest lowest; itself where
  /// there is none.
  private let places: [UInt64]
  /// For each colour a bit for every place in its list, modulo 64.
  private let masks: [UInt64]
  /// The colours in eighths of a level.
  private let colors: [SIMD4<Int16>]
  /// How much farther than the nearest one a stand-in may be, as a square of eighths of a level.
  private let slack: Int32

  /// The kin of each colour; `meanError` is the mean square of what the palette loses anyway.
  init(of neighbors: ColorNeighbors, colors: [UInt32], meanError: Float) {
    var (places, masks): ([UInt64], [UInt64]) = ([], [])
    for index in colors.indices {
      let list = neighbors.list(of: index).prefix(Self.most).map(\.index)
      let filled = list + [Int](repeating: index, count: Self.most - list.count)
      places.append(filled.reversed().reduce(0) { $0 &<< 8 | UInt64($1 & 255) })
      masks.append(list.reduce(0) { $0 | 1 &<< UInt64($1 & 63) })
    }
    (self.places, self.masks) = (places, masks)
    self.colors = colors.map { color in
      let levels = SIMD4<UInt32>(color, color &>> 8, color &>> 16, 0) & 0xFF
      return SIMD4<Int16>(truncatingIfNeeded: levels &<< 3)
    }
    slack = Int32(64 * max(min(meanError, 4096) * Self.leniency, Self.leastSlack))
  }

  // Measured: up to here nearly nothing is lost, as the rows below make it good.
  private static let leniency: Float = 0.7
  private static let leastSlack: Float = 4

  /// A colour near enough to what is wanted in place of `index`, of those with which the string
  /// `isKnown` to go on; `index` itself if there is none.
  @inline(__always)
  func standIn(
    for index: UInt8, wanted: SIMD4<Int16>, among mask: UInt64,
    isKnown: (UInt8) -> Bool
  ) -> UInt8 {
    guard mask & masks[Int(index)] != 0 else { return index }
    let around = places[Int(index)]
    // Which of them may be known: a bit each, as a branch each would be a guess each.
    var maybe: UInt64 = 0
    for place in 0..<UInt64(Self.most) {
      maybe |= (mask &>> (around &>> (place &* 8) & 63) & 1) &<< place
    }
    var (best, least) = (index, Int32.max)
    while maybe != 0 {
      let other = UInt8(truncatingIfNeeded: around &>> UInt64(maybe.trailingZeroBitCount &* 8))
      maybe &= maybe &- 1
      if least == .max { least = distance(wanted, Int(index)) &+ slack }
      let far = distance(wanted, Int(other))
      if far < least, isKnown(other) { (best, least) = (other, far) }
    }
    return best
  }

  @inline(__always)
  private func distance(_ wanted: SIMD4<Int16>, _ index: Int) -> Int32 {
    let way = wanted &- colors[index]
    let (red, green, blue) = (Int32(way.x), Int32(way.y), Int32(way.z))
    return red &* red &+ green &* green &+ blue &* blue
  }
}

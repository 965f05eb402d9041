internal import CRowTwins
internal import Pixels

/// Which colours of a palette may stand in for another one where that saves bytes.
struct ColorKin: Hashable, Sendable {
  /// So many stand-ins are looked at.
  static let most = Int(rt_most_kin)

  /// For each colour the places of those around it, a byte each, the nearest lowest; itself where
  /// there is none.
  private let places: [UInt64]
  /// For each colour a bit for every place in its list, modulo 64.
  private let masks: [UInt64]
  /// The colours in eighths of a level.
  private let colors: [SIMD4<Int16>]
  /// How much farther than the nearest one a stand-in may be, as a square of eighths of a level.
  private let slack: Int32

  /// The kin of each colour; `meanError` is the mean square of what the palette loses anyway, and up to
  /// `leastSlack` nobody needs to be nearer; `isStrict` is for pictures that are made good for by little.
  init(
    of neighbors: ColorNeighbors, colors: [UInt32], meanError: Float, leastSlack: Float,
    isStrict: Bool = false
  ) {
    (places, masks) = Self.circles(colors.indices.map { neighbors.list(of: $0).map(\.index) })
    self.colors = colors.map { color in
      let levels = SIMD4<UInt32>(color, color &>> 8, color &>> 16, 0) & 0xFF
      return SIMD4<Int16>(truncatingIfNeeded: levels &<< 3)
    }
    let slack = max(min(meanError, 4096) * Self.leniency, leastSlack)
    self.slack = Int32(isStrict ? 32 * slack : 64 * slack)
  }

  // Measured: up to here nearly nothing is lost, as the rows below make it good.
  private static let leniency: Float = 0.8

  /// The kin of the first `count` colours: others at a squared distance of `reach` at most.
  ///
  /// Colours behind these have none.
  init(of neighbors: ColorNeighbors, count: Int, within reach: Float) {
    (places, masks) = Self.circles(
      (0..<count).map { neighbors.list(of: $0).filter { $0.distance <= reach }.map(\.index) })
    colors = [SIMD4<Int16>](repeating: .zero, count: count)
    slack = 0
  }

  /// None.
  init() { (places, masks, colors, slack) = ([], [], [], 0) }

  /// For each list of indices its places and its mask.
  private static func circles(_ lists: [[UInt32]]) -> (places: [UInt64], masks: [UInt64]) {
    var (places, masks): ([UInt64], [UInt64]) = ([], [])
    for (index, list) in lists.enumerated() {
      let list = list.prefix(most).map { Int($0) }
      let filled = list + [Int](repeating: index, count: most - list.count)
      places.append(filled.reversed().reduce(0) { $0 &<< 8 | UInt64($1 & 255) })
      masks.append(list.reduce(0) { $0 | 1 &<< UInt64($1 & 63) })
    }
    return (places, masks)
  }

  /// Lends all of it.
  func lend(_ body: (rt_kin) -> Int) -> Int {
    guard !places.isEmpty else { return unsafe body(rt_kin()) }
    return unsafe places.span.lend(0, places.count) { places in
      unsafe masks.span.lend(0, masks.count) { masks in
        unsafe colors.span.lend(0, colors.count) { colors in
          unsafe body(
            rt_kin(
              places: places, masks: masks, colors: colors, slack: slack, count: self.colors.count))
        }
      }
    }
  }
}

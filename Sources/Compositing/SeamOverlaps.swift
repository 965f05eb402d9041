import Geometry
import Pixels
import Raster

/// What areas that lie over each other have in common, and what is seen of each.
///
/// Of two rows with a line between them, the line hides a part of one of the rows only: their levels
/// alone, which make more than a whole pixel, do not tell of which.
struct SeamOverlaps {
  private let areas: [SeamArea]
  private let region: PixelRect
  /// Pairs of areas that have been asked for.
  private var known: [Pair: Coverage] = [:]

  private struct Pair: Hashable {
    let lower, upper: Int
  }

  /// More contours than that, letters perhaps, are as if they were spread over the pixel.
  private static let most = (contours: 16, pairs: 4_096)

  init(_ areas: [SeamArea], in region: PixelRect) {
    (self.areas, self.region) = (areas, region)
  }

  /// What every two of the areas that `levels` name have in common in a pixel, the lower one of the
  /// two counting first, then the upper one.
  mutating func levels(at pixel: SharedPixel, where levels: [UInt8]) -> [UInt8] {
    var common: [UInt8] = []
    let present = levels.indices.filter { levels[$0] > 0 }
    for (place, lower) in present.enumerated() {
      for upper in present[(place + 1)...] {
        common.append(level(Pair(lower: lower, upper: upper), at: pixel, levels))
      }
    }
    return common
  }

  private mutating func level(_ pair: Pair, at pixel: SharedPixel, _ levels: [UInt8]) -> UInt8 {
    if known[pair] == nil {
      let (lower, upper) = (areas[pair.lower], areas[pair.upper])
      guard lower.contours.count <= Self.most.contours,
        upper.contours.count <= Self.most.contours, known.count < Self.most.pairs
      else {
        return UInt8((Int(levels[pair.lower]) * Int(levels[pair.upper]) + 127) / 255)
      }
      known[pair] = Coverage(
        lower.contours, rule: lower.rule, andOf: upper.contours, rule: upper.rule, in: region)
    }
    return known[pair]?.level(x: pixel.x, y: pixel.y) ?? 0
  }

  /// What is seen of each area's level, where `common` is what they have in common, in the order of
  /// `levels(at:where:)`; nothing is hidden where that is empty.
  func seen(_ levels: [UInt8], _ common: [UInt8], of areas: [SeamArea]) -> [Int] {
    var seen = levels.map(Int.init)
    guard !common.isEmpty else { return seen }
    let present = levels.indices.filter { levels[$0] > 0 }
    let count = present.count
    var overlaps = [Double](repeating: 0, count: count * count)
    var next = 0
    for one in 0..<count {
      for other in (one + 1)..<count {
        (overlaps[one * count + other], overlaps[other * count + one]) = (
          Double(common[next]), Double(common[next])
        )
        next += 1
      }
      overlaps[one * count + one] = Double(levels[present[one]])
    }
    for one in 0..<count {
      let area = areas[present[one]]
      let shares = present.map { Double(areas[$0].share(from: area)) / Double(SeamArea.opaque) }
      var left = overlaps[one * count + one]
      for upper in (one + 1)..<count {
        var hidden = overlaps[one * count + upper]
        for third in (upper + 1)..<count {
          hidden -=
            shares[third]
            * Self.common(
              (
                overlaps[one * count + one], overlaps[upper * count + upper],
                overlaps[third * count + third]
              ),
              (
                overlaps[one * count + upper], overlaps[one * count + third],
                overlaps[upper * count + third]
              ))
        }
        left -= shares[upper] * max(0, hidden)
      }
      seen[present[one]] = Int((max(0, left)).rounded())
    }
    return seen
  }

  /// What three areas have in common, as far as that follows from what each two have: in the third
  /// one, the other two are as if they had nothing to do with each other.
  private static func common(
    _ levels: (Double, Double, Double),
    _ pairs: (oneTwo: Double, oneThree: Double, twoThree: Double)
  ) -> Double {
    guard levels.2 > 0 else { return 0 }
    let least = max(
      0, pairs.oneTwo + pairs.oneThree - levels.0, pairs.oneTwo + pairs.twoThree - levels.1,
      pairs.oneThree + pairs.twoThree - levels.2)
    let most = min(pairs.oneTwo, pairs.oneThree, pairs.twoThree)
    return max(least, min(most, pairs.oneThree * pairs.twoThree / levels.2))
  }
}

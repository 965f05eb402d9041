/// The ways in which PNG predicts a byte from its neighbours, by their numbers in the file.
enum PNGFilter: UInt8, Hashable, Sendable, CaseIterable {
  case none, sub, up, average, paeth

  /// Sixteen bytes less what this filter predicts from their left, upper and upper left neighbours.
  @inline(__always)
  func residue(_ bytes: Bytes, left: Bytes, up: Bytes, corner: Bytes) -> Bytes {
    bytes &- prediction(left: left, up: up, corner: corner)
  }

  /// What this filter predicts sixteen bytes to be.
  @inline(__always)
  func prediction(left: Bytes, up: Bytes, corner: Bytes) -> Bytes {
    switch self {
    case .none: Bytes(repeating: 0)
    case .sub: left
    case .up: up
    // Half of both, and of the two halves that are lost.
    case .average: left & up &+ (left ^ up) &>> 1
    case .paeth: Self.paeth(left, up, corner)
    }
  }

  /// Sixteen bytes of a row.
  typealias Bytes = SIMD16<UInt8>

  /// Of left, up and corner the one that is nearest to left + up - corner.
  @inline(__always)
  private static func paeth(_ left: Bytes, _ up: Bytes, _ corner: Bytes) -> Bytes {
    let toLeft = distance(up, corner)
    let toUp = distance(left, corner)
    // On different sides of the corner the two distances make up for each other. On the same
    // side they add up, so that the corner is never the nearest.
    let isBetween = (up .>= corner) .!= (left .>= corner)
    let toCorner = Bytes(repeating: 255).replacing(with: distance(toLeft, toUp), where: isBetween)
    let isLeft = (toLeft .<= toUp) .& (toLeft .<= toCorner)
    return corner.replacing(with: up, where: toUp .<= toCorner).replacing(with: left, where: isLeft)
  }

  @inline(__always)
  private static func distance(_ one: Bytes, _ other: Bytes) -> Bytes {
    pointwiseMax(one, other) &- pointwiseMin(one, other)
  }
}

/// The ways in which PNG predicts a byte from its neighbours, by their numbers in the file.
enum PNGFilter: UInt8, Hashable, Sendable, CaseIterable {
  case none, sub, up, average, paeth

  /// A byte less what this filter predicts from its left, upper and upper left neighbours.
  @inline(__always)
  func residue(_ byte: UInt8, left: UInt8, up: UInt8, corner: UInt8) -> UInt8 {
    switch self {
    case .none: byte
    case .sub: byte &- left
    case .up: byte &- up
    case .average: byte &- UInt8(truncatingIfNeeded: (UInt16(left) &+ UInt16(up)) >> 1)
    case .paeth: byte &- Self.paeth(left, up, corner)
    }
  }

  @inline(__always)
  private static func paeth(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
    let (a, b, c) = (Int16(left), Int16(up), Int16(corner))
    let (toLeft, toUp) = (b &- c, a &- c)
    let (da, db, dc) = (abs(toLeft), abs(toUp), abs(toLeft &+ toUp))
    return da <= db && da <= dc ? left : db <= dc ? up : corner
  }
}

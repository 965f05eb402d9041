/// Colours of which it is settled what they become, each with its index in the palette.
struct SettledColors: Sendable {
  private static let steady: UInt32 = 1 << 16
  private static let settled: UInt32 = 1 << 17

  /// For each colour its index, the stand-in's above it, and whether it is steady.
  private(set) var map: ColorMap

  /// All of them.
  var colors: [UInt32] { map.slots.filter { $0 != 0 }.map { UInt32(truncatingIfNeeded: $0) } }

  /// Room for so many colours.
  init(count: Int) { map = ColorMap(most: count) }

  /// Settles a colour; `other` is hardly worse than `index`.
  ///
  /// One that is steady is exact in every frame.
  mutating func settle(
    _ color: UInt32, as index: UInt8, or other: UInt8, isSteady: Bool = false
  ) {
    let choice = UInt32(index) | UInt32(other) << 8
    map.set(choice | (isSteady ? Self.steady : 0) | Self.settled, of: color)
  }

  /// The index of a colour; nil for one that is not settled.
  ///
  /// Every colour has an alpha of 255.
  @inline(__always)
  func index(of color: UInt32) -> UInt8? { choice(for: color)?.index }

  /// The index of a colour, and one that is hardly worse, or the same.
  @inline(__always)
  func choice(for color: UInt32) -> (index: UInt8, other: UInt8)? {
    let found = map[color]
    guard found != 0 else { return nil }
    return (UInt8(truncatingIfNeeded: found), UInt8(truncatingIfNeeded: found &>> 8))
  }

  /// The index of a pixel that is exact wherever it was painted; nil for others.
  @inline(__always)
  func steadyIndex(of pixel: UInt32) -> UInt8? {
    let found = map[pixel]
    return found & Self.steady == 0 ? nil : UInt8(truncatingIfNeeded: found)
  }
}

/// Colours of which it is settled what they become, each with its index in the palette.
struct SettledColors: Sendable {
  private static let steady: UInt64 = 1 << 48

  let mask: Int
  let shift: UInt32
  /// The colour in the low half; above it the index, the stand-in's, and whether it is steady.
  private(set) var slots: [UInt64]

  /// All of them.
  var colors: [UInt32] { slots.filter { $0 != 0 }.map { UInt32(truncatingIfNeeded: $0) } }

  /// Room for so many colours.
  init(count: Int) {
    var bits: UInt32 = 10
    while 1 << Int(bits) < count * 4 { bits += 1 }
    (mask, shift) = (1 << Int(bits) - 1, 32 - bits)
    slots = [UInt64](repeating: 0, count: mask + 1)
  }

  /// Settles a colour; `other` is hardly worse than `index`.
  ///
  /// One that is steady is exact in every frame.
  mutating func settle(
    _ color: UInt32, as index: UInt8, or other: UInt8, isSteady: Bool = false
  ) {
    var slot = slot(of: color)
    while slots[slot] != 0, UInt32(truncatingIfNeeded: slots[slot]) != color {
      slot = (slot &+ 1) & mask
    }
    slots[slot] =
      UInt64(color) | UInt64(index) << 32 | UInt64(other) << 40 | (isSteady ? Self.steady : 0)
  }

  /// The index of a colour; nil for one that is not settled.
  ///
  /// Every colour has an alpha of 255.
  @inline(__always)
  func index(of color: UInt32) -> UInt8? { choice(for: color)?.index }

  /// The index of a colour, and one that is hardly worse, or the same.
  @inline(__always)
  func choice(for color: UInt32) -> (index: UInt8, other: UInt8)? {
    let found = find(color)
    guard found != 0 else { return nil }
    return (UInt8(truncatingIfNeeded: found &>> 32), UInt8(truncatingIfNeeded: found &>> 40))
  }

  /// The index of a pixel that is exact wherever it was painted; nil for others.
  @inline(__always)
  func steadyIndex(of pixel: UInt32) -> UInt8? {
    let found = find(pixel)
    return found & Self.steady == 0 ? nil : UInt8(truncatingIfNeeded: found &>> 32)
  }

  /// The slot's content; 0 if the colour is not there.
  @inline(__always)
  private func find(_ color: UInt32) -> UInt64 {
    var slot = slot(of: color)
    while slots[slot] != 0 {
      if UInt32(truncatingIfNeeded: slots[slot]) == color { return slots[slot] }
      slot = (slot &+ 1) & mask
    }
    return 0
  }

  @inline(__always)
  private func slot(of color: UInt32) -> Int {
    Int(truncatingIfNeeded: (color &* 0x9E37_79B1) &>> shift)
  }
}

/// Colours of which it is settled what they become, each with its index in the palette.
struct SettledColors: Sendable {
  private let mask: Int
  private let shift: UInt32
  private var keys: [UInt32]
  /// The index in the low byte, the stand-in's in the high one.
  private var indices: [UInt16]

  /// All of them.
  var colors: [UInt32] { keys.filter { $0 != 0 } }

  /// Room for so many colours.
  init(count: Int) {
    var bits: UInt32 = 10
    while 1 << Int(bits) < count * 4 { bits += 1 }
    (mask, shift) = (1 << Int(bits) - 1, 32 - bits)
    keys = [UInt32](repeating: 0, count: mask + 1)
    indices = [UInt16](repeating: 0, count: mask + 1)
  }

  /// Settles a colour that was not there; `other` is hardly worse than `index`.
  mutating func settle(_ color: UInt32, as index: UInt8, or other: UInt8) {
    var slot = slot(of: color)
    while keys[slot] != 0, keys[slot] != color { slot = (slot &+ 1) & mask }
    (keys[slot], indices[slot]) = (color, UInt16(other) << 8 | UInt16(index))
  }

  /// The index of a colour; nil for one that is not settled.
  ///
  /// Every colour has an alpha of 255.
  @inline(__always)
  func index(of color: UInt32) -> UInt8? { choice(for: color)?.index }

  /// The index of a colour, and one that is hardly worse, or the same.
  @inline(__always)
  func choice(for color: UInt32) -> (index: UInt8, other: UInt8)? {
    var slot = slot(of: color)
    while keys[slot] != 0 {
      if keys[slot] == color {
        let both = indices[slot]
        return (UInt8(truncatingIfNeeded: both), UInt8(truncatingIfNeeded: both &>> 8))
      }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  @inline(__always)
  private func slot(of color: UInt32) -> Int {
    Int(truncatingIfNeeded: (color &* 0x9E37_79B1) &>> shift)
  }
}

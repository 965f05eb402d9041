internal import Kernels
internal import Pixels

/// A number for each of some colours, found by open addressing.
///
/// A `Dictionary` answers the same, many times slower.
struct ColorMap: Hashable, Sendable {
  /// The colour in the low half and its number above; 0 in a free slot.
  private(set) var slots: [UInt64]
  /// By how much a product is shifted to be a slot's number.
  let shift: UInt32

  /// What the last slot's number is masked with.
  var mask: Int { slots.count &- 1 }

  /// Room for so many colours, at most a quarter of the slots being taken.
  init(most: Int) {
    let bits = max(10, Int.bitWidth - (max(most, 1) * 4 - 1).leadingZeroBitCount)
    slots = [UInt64](repeating: 0, count: 1 << bits)
    shift = UInt32(32 - bits)
  }

  /// Each of some colours with a number.
  init(_ colors: [UInt32]) {
    self.init(most: colors.count)
    for (place, color) in colors.enumerated() {
      set(UInt32(truncatingIfNeeded: place + 1), of: color)
    }
  }

  /// The number of a colour; 0 for one that has none.
  @inline(__always)
  subscript(color: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: slots[slot(of: color)] &>> 32)
  }

  /// Gives a colour a number other than 0, in place of the one that it may have.
  mutating func set(_ number: UInt32, of color: UInt32) {
    slots[slot(of: color)] = UInt64(number) << 32 | UInt64(color)
  }

  /// The slot of a colour, or the free one where it would be.
  @inline(__always)
  private func slot(of color: UInt32) -> Int {
    var slot = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) &>> shift)
    while slots[slot] != 0, UInt32(truncatingIfNeeded: slots[slot]) != color {
      slot = (slot &+ 1) & mask
    }
    return slot
  }

  /// The colours that have numbers, in no order.
  var colors: [UInt32] {
    slots.filter { $0 != 0 }.map { UInt32(truncatingIfNeeded: $0) }
  }

  /// Lends the table to a kernel.
  @inline(__always)
  func lend<Result>(_ body: (rt_color_map) -> Result) -> Result {
    unsafe slots.span.lend(0, slots.count) { slots in
      unsafe body(rt_color_map(slots: slots, mask: mask, shift: shift))
    }
  }
}

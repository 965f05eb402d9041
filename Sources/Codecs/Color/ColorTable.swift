internal import Kernels
internal import Pixels

/// Up to 256 colours in the order in which they came, each with its index.
struct ColorTable: Hashable, Sendable {
  /// The colours, RGBA with red in the lowest byte.
  private(set) var colors: [UInt32] = []
  /// One more than the index of each.
  private var places = ColorMap(most: 256)

  /// A table of these colours, of which there are at most 256; repeated ones count once.
  init(_ colors: [UInt32] = []) {
    for color in colors.prefix(256) { _ = insert(color) }
  }

  /// The index of `color`; nil if it is not there.
  @inline(__always)
  func index(of color: UInt32) -> UInt8? {
    let place = places[color]
    return place == 0 ? nil : UInt8(truncatingIfNeeded: place &- 1)
  }

  /// The index of `color`, which is added if need be; nil if the table is full.
  @inline(__always)
  mutating func insert(_ color: UInt32) -> UInt8? { index(of: color) ?? add(color) }

  /// Adds a colour that is not there; answers nil if the table is full.
  private mutating func add(_ color: UInt32) -> UInt8? {
    guard colors.count < 256 else { return nil }
    colors.append(color)
    places.set(UInt32(colors.count), of: color)
    return UInt8(colors.count - 1)
  }
}

/// A number for each of some colours, found by open addressing.
///
/// A `Dictionary` answers the same, many times slower.
struct ColorMap: Hashable, Sendable {
  /// The colour in the low half and its number above; 0 in a free slot.
  private(set) var slots: [UInt64]
  /// By how much a product is shifted to be a slot's number.
  let shift: UInt32

  /// The mask of slot numbers.
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

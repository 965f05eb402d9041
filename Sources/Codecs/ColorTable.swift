/// Up to 256 colours in the order in which they came, each with its index.
///
/// A `Dictionary` answers the same, many times slower.
struct ColorTable: Hashable, Sendable {
  /// Enough for 256 colours at a quarter full; a power of two.
  private static let slots = 1024

  /// The colours, RGBA with red in the lowest byte.
  private(set) var colors: [UInt32] = []
  /// A colour in the low half, and one more than its index above; 0 in a free slot.
  private var places = [UInt64](repeating: 0, count: slots)

  /// A table of these colours, of which there are at most 256; repeated ones count once.
  init(_ colors: [UInt32] = []) {
    for color in colors.prefix(256) { _ = insert(color) }
  }

  /// The index of `color`; nil if it is not there.
  @inline(__always)
  func index(of color: UInt32) -> UInt8? {
    var slot = Self.slot(of: color)
    while places[slot] != 0 {
      if UInt32(truncatingIfNeeded: places[slot]) == color {
        return UInt8(truncatingIfNeeded: (places[slot] &>> 32) &- 1)
      }
      slot = (slot &+ 1) & (Self.slots &- 1)
    }
    return nil
  }

  /// The index of `color`, which is added if need be; nil if the table is full.
  @inline(__always)
  mutating func insert(_ color: UInt32) -> UInt8? { index(of: color) ?? add(color) }

  /// Adds a colour that is not there; answers nil if the table is full.
  private mutating func add(_ color: UInt32) -> UInt8? {
    guard colors.count < 256 else { return nil }
    var slot = Self.slot(of: color)
    while places[slot] != 0 { slot = (slot + 1) & (Self.slots - 1) }
    colors.append(color)
    places[slot] = UInt64(colors.count) << 32 | UInt64(color)
    return UInt8(colors.count - 1)
  }

  @inline(__always)
  private static func slot(of color: UInt32) -> Int {
    Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 22)
  }
}

extension ColorTable {
  /// For each pixel of straight RGBA its index, renamed through `order`; all colours must be here.
  func indices(of rgba: [UInt8], through order: [UInt8]) -> [UInt8] {
    let source = rgba.span
    return [UInt8](capacity: rgba.count / 4) { target in
      var last = ~source.word(at: 0)
      var index: UInt8 = 0
      var offset = 0
      while offset < source.count {
        let color = source.word(at: offset)
        if color != last {
          index = order[Int(self.index(of: color) ?? 0)]
          last = color
        }
        target.append(index)
        offset &+= 4
      }
    }
  }
}

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

internal import Pixels

/// One image of a GIF, encoded: all of it but how long it shows.
struct ImageBlock: Hashable, Sendable {
  var area: PixelRect
  /// Where the colours come from.
  private(set) var kind = FrameFacts.PaletteSource.exact
  /// The colours, RGBA with red in the lowest byte.
  private(set) var colors: [UInt32] = []
  /// The transparent index, which keeps the pixel of the canvas.
  private(set) var transparent: UInt8?
  /// The code size, the blocks, and their end.
  var data: [UInt8] = []
  /// How it came about.
  var facts = FrameFacts()

  /// An image without colours so far.
  init(area: PixelRect) { self.area = area }

  /// An image of one transparent pixel, the first one of `area`.
  static func nothing(in area: PixelRect) -> ImageBlock {
    var image = ImageBlock(area: PixelRect(x: area.x, y: area.y, width: 1, height: 1))
    image.setColors([0], .exact, true)
    // Codes of three bits: clear, index 1, end.
    image.data = [2, 2, 0x4C, 0x01, 0]
    return image
  }

  /// The number of colours and of the transparent index.
  var entryCount: Int { colors.count + (transparent == nil ? 0 : 1) }

  /// Takes a palette of at most 256 entries.
  mutating func setColors(
    _ colors: [UInt32], _ kind: FrameFacts.PaletteSource, _ hasTransparency: Bool
  ) {
    (self.colors, self.kind) = (colors, kind)
    transparent = hasTransparency ? UInt8(colors.count) : nil
    (facts.colors, facts.palette) = (colors.count, kind)
  }

  /// Appends the image to a file.
  func write(to file: inout [UInt8], delay: Int, disposal: Disposal) {
    file += [0x21, 0xF9, 4, disposal.gifCode << 2 | (transparent == nil ? 0 : 1)]
    file.append(littleEndian: delay, bytes: 2)
    file += [transparent ?? 0, 0, 0x2C]
    for number in [area.x, area.y, area.width, area.height] {
      file.append(littleEndian: number, bytes: 2)
    }
    let isGlobal = kind == .global
    file.append(isGlobal ? 0 : 0x80 | GIFColorTable.sizeField(of: entryCount))
    if !isGlobal { GIFColorTable.write(colors, count: entryCount, to: &file) }
    file += data
  }
}

/// How colour tables look in the file.
enum GIFColorTable {
  /// The size field of a table: it has 2^(field + 1) entries.
  static func sizeField(of count: Int) -> UInt8 {
    var field: UInt8 = 0
    while 2 << Int(field) < count { field += 1 }
    return field
  }

  /// Appends the colours, and black up to the next power of two above `count`.
  static func write(_ colors: [UInt32], count: Int, to file: inout [UInt8]) {
    for place in 0..<2 << Int(sizeField(of: count)) {
      let color = place < colors.count ? colors[place] : 0
      for shift: UInt32 in [0, 8, 16] { file.append(UInt8(truncatingIfNeeded: color >> shift)) }
    }
  }
}

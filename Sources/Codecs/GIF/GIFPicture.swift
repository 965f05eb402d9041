internal import Pixels

/// One image of a GIF, packed: all of it but how long it shows.
struct GIFPicture: Hashable, Sendable {
  /// What becomes of the image's area when its time is over.
  enum Disposal: UInt8, Hashable, Sendable {
    case keep = 1
    case clear = 2
  }

  var area: PixelRect
  /// A table of its own, RGBA with red in the lowest byte; nil where the file's table is used.
  var colors: [UInt32]?
  /// The number of colours in use, in whichever table it is.
  var colorCount: Int
  /// The index that leaves what was there before.
  var transparent: UInt8?
  /// The code size, the blocks, and their end.
  var data: [UInt8]
  /// How it came about.
  var facts = FrameFacts()

  /// A pixel that leaves what is there, the first one of `area`.
  static func nothing(in area: PixelRect) -> GIFPicture {
    let pixel = PixelRect(x: area.x, y: area.y, width: 1, height: 1)
    // Codes of three bits: to begin, index 0, the end.
    return GIFPicture(
      area: pixel, colors: [0, 0], colorCount: 2, transparent: 0, data: [2, 2, 0x44, 0x01, 0])
  }

  /// The number of bytes that the image takes, but for its place and its delay.
  var byteCount: Int {
    data.count + (colors.map { 3 * (2 << Int(GIFColorTable.sizeField(of: $0.count))) } ?? 0)
  }

  /// Appends the image to a file; `isOpaque` says that all of the canvas is always painted.
  func write(to file: inout [UInt8], delay: UInt16, disposal: Disposal, isOpaque: Bool = true) {
    var (colors, transparent) = (colors, transparent)
    if !isOpaque, transparent == nil, colorCount < 256 {
      // Some players begin, and clear, with the first colour unless the image names a transparent one.
      transparent = UInt8(colorCount)
      colors?.append(0)
    }
    file += [0x21, 0xF9, 4, disposal.rawValue << 2 | (transparent == nil ? 0 : 1)]
    file.append(littleEndian: delay)
    file += [transparent ?? 0, 0, 0x2C]
    for number in [area.x, area.y, area.width, area.height] {
      file.append(littleEndian: UInt16(truncatingIfNeeded: number))
    }
    file.append(colors.map { 0x80 | GIFColorTable.sizeField(of: $0.count) } ?? 0)
    if let colors { GIFColorTable.write(colors, to: &file) }
    file += data
  }
}

/// How colour tables look in the file.
enum GIFColorTable {
  /// The size as the file says it: the table has two to the power of one more than this entries.
  static func sizeField(of count: Int) -> UInt8 {
    var field: UInt8 = 0
    while 2 << Int(field) < count { field += 1 }
    return field
  }

  /// Appends the colours, and black up to the next power of two.
  static func write(_ colors: [UInt32], to file: inout [UInt8]) {
    let size = 2 << Int(sizeField(of: colors.count))
    for place in 0..<size {
      let color = place < colors.count ? colors[place] : 0
      for shift: UInt32 in [0, 8, 16] { file.append(UInt8(truncatingIfNeeded: color >> shift)) }
    }
  }
}

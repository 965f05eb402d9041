/// How the rows of a picture have to be turned to be upright: Exif's numbers.
enum ExifOrientation: Int, Hashable, Sendable, CaseIterable {
  case upright = 1
  case mirrored, turned, flipped, transposed, right, transversed, left

  /// The orientation in Exif data; upright where it is damaged or silent.
  init(exif bytes: ArraySlice<UInt8>) {
    self = Self.number(in: Array(bytes)).flatMap(ExifOrientation.init) ?? .upright
  }

  private static func number(in bytes: [UInt8]) -> Int? {
    let isLittle = bytes.starts(with: "II*\0".utf8)
    guard isLittle || bytes.starts(with: "MM\0*".utf8) else { return nil }
    func number(at offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= bytes.count else { return nil }
      let part = bytes[offset..<offset + count]
      return isLittle
        ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, 4), let count = number(at: directory, 2) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = number(at: entry, 2) else { return nil }
      // A short.
      if tag == 0x0112 { return number(at: entry + 2, 2) == 3 ? number(at: entry + 8, 2) : nil }
    }
    return nil
  }

  /// Whether rows become columns.
  var exchangesSides: Bool { rawValue >= 5 }

  /// The upright pixels of a picture of `width` x `height` stored ones, four bytes each.
  func upright(_ pixels: [UInt8], width: Int, height: Int) -> [UInt8] {
    guard self != .upright else { return pixels }
    let (columns, rows) = exchangesSides ? (height, width) : (width, height)
    var result = [UInt8](repeating: 0, count: pixels.count)
    var place = 0
    for y in 0..<rows {
      for x in 0..<columns {
        let (sourceX, sourceY) =
          switch self {
          case .upright: (x, y)
          case .mirrored: (width - 1 - x, y)
          case .turned: (width - 1 - x, height - 1 - y)
          case .flipped: (x, height - 1 - y)
          case .transposed: (y, x)
          case .right: (y, height - 1 - x)
          case .transversed: (width - 1 - y, height - 1 - x)
          case .left: (width - 1 - y, x)
          }
        let offset = 4 * (sourceY * width + sourceX)
        for channel in 0..<4 { result[place + channel] = pixels[offset + channel] }
        place += 4
      }
    }
    return result
  }
}

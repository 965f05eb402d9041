internal import CDeflate
internal import Pixels

/// Reads the PNGs that most programs write: eight bits, RGB or RGBA, not interlaced.
///
/// libpng takes twice the time, most of it in zlib. All that is not exactly as it should be is left
/// to libpng, which knows what can be forgiven and what is wrong with the rest.
struct PlainPNG {
  private let width: Int
  private let height: Int
  /// The number of bytes of a pixel in the file.
  private let depth: Int
  /// Where the parts of the compressed rows are in the file.
  private var parts: [Range<Int>] = []

  /// Looks through the chunks of `file`; nil if any of them makes it less than plain.
  init?(_ file: [UInt8], _ header: PNGHeader) {
    (width, height) = (header.width, header.height)
    // Behind the sides: bits, colour type, compression, filters, interlacing.
    switch file[24..<29] {
    case [8, 2, 0, 0, 0]: depth = 3
    case [8, 6, 0, 0, 0]: depth = 4
    default: return nil
    }
    guard findRows(in: file) else { return nil }
  }

  private mutating func findRows(in file: [UInt8]) -> Bool {
    var at = PNGHeader.signature.count
    var hasEnded = false
    while at + 12 <= file.count {
      let length = Int(file.bigEndian32(at: at))
      guard length <= file.count - at - 12 else { return false }
      let content = at + 8..<at + 8 + length
      let name = String(decoding: file[at + 4..<at + 8], as: UTF8.self)
      switch name {
      case "IHDR" where at > PNGHeader.signature.count: return false
      case "IHDR", "IEND", "IDAT":
        let sum = Deflate.checksum(file[at + 4..<content.upperBound])
        guard sum == file.bigEndian32(at: content.upperBound) else { return false }
      case "tRNS": return false
      default: guard Self.isIdle(name) else { return false }
      }
      at = content.upperBound + 4
      if name == "IEND" { return !parts.isEmpty }
      if name == "IDAT" {
        guard !hasEnded else { return false }
        parts.append(content)
      } else {
        hasEnded = !parts.isEmpty
      }
    }
    return false
  }

  /// Whether a chunk says nothing about the pixels that we keep: its first letter is small.
  private static func isIdle(_ name: String) -> Bool {
    let letters = name.utf8.allSatisfy { (65...90).contains($0 & 0xDF) && $0 & 0x80 == 0 }
    return letters && name.utf8.first.map { $0 & 0x20 != 0 } == true
  }

  /// The straight RGBA of the picture, and whether nothing shows through anywhere; nil if its rows
  /// are not as they should be.
  func pixels(
    in file: [UInt8], isWide: Bool = hasWideRows()
  ) -> (bytes: [UInt8], isOpaque: Bool)? {
    let rowLength = width * depth + 1
    let count = width * height * 4
    // Rows become wider or lose their first byte; either way, none is written over before it is
    // read, even if the one below is written at the same time.
    let start = count + width * 4 + height - rowLength * height
    guard var bytes = inflated(file, rowLength * height, behind: start) else { return nil }
    var rows = bytes.mutableSpan
    var isOpaque = true
    var y = 0
    while y < height {
      let place = self.place(ofRow: y, behind: start)
      guard let filter = PNGFilter(rawValue: rows[place.source - 1]) else { return nil }
      var done = 1
      let next = y + 1 < height ? self.place(ofRow: y + 1, behind: start) : nil
      if isWide, y > 0, filter == .paeth, let next, rows[next.source - 1] == filter.rawValue,
        place.wideUndo(with: next, in: &rows) == width
      {
        done = 2
      } else {
        place.undo(filter, in: &rows, isWide: isWide)
      }
      // While they are in the cache.
      isOpaque =
        isOpaque
        && (depth == 3 || rows.span.hasFullAlphas(from: place.target, count: width * done))
      y += done
    }
    bytes.removeLast(bytes.count - count)
    return (bytes, isOpaque)
  }

  private func place(ofRow y: Int, behind start: Int) -> RowPlace {
    RowPlace(
      source: start + y * (width * depth + 1) + 1, target: y * width * 4,
      above: y > 0 ? (y - 1) * width * 4 : nil, width: width, depth: depth)
  }

  /// `count` bytes of rows behind `start` others that do not matter, and one such at the end.
  private func inflated(_ file: [UInt8], _ count: Int, behind start: Int) -> [UInt8]? {
    var packed: [UInt8] = []
    var place = parts[0]
    if parts.count > 1 {
      packed.reserveCapacity(parts.reduce(0) { $0 + $1.count })
      for part in parts { packed += file[part] }
      place = 0..<packed.count
    }
    guard let inflator = unsafe libdeflate_alloc_decompressor() else { return nil }
    defer { unsafe libdeflate_free_decompressor(inflator) }
    var result = LIBDEFLATE_BAD_DATA
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: start + count + 1) {
      target, initialized in
      unsafe target.extracting(..<start).initialize(repeating: 0)
      unsafe target.initializeElement(at: start + count, to: 0)
      unsafe (parts.count > 1 ? packed : file).withUnsafeBytes { source in
        unsafe result = libdeflate_zlib_decompress(
          inflator, source.baseAddress?.advanced(by: place.lowerBound), place.count,
          target.baseAddress?.advanced(by: start), count, nil)
      }
      initialized = result == LIBDEFLATE_SUCCESS ? start + count + 1 : 0
    }
    return bytes.isEmpty ? nil : bytes
  }
}

/// Where a row is, where it goes, and where the one above it is.
struct RowPlace {
  var source: Int
  var target: Int
  /// Nil for the first row, above which all is zero.
  var above: Int?
  /// The number of pixels.
  var width: Int
  /// The number of bytes of a pixel in the source.
  var depth: Int

  /// Writes the row as it was before it was filtered, four bytes a pixel.
  ///
  /// Loops in C are gone through where the processor is wide enough; the bytes are the same.
  func undo(
    _ filter: PNGFilter, in rows: inout MutableSpan<UInt8>, isWide: Bool = hasWideRows()
  ) {
    if isWide, wideUndo(filter, in: &rows) == width { return }
    // The filter is a constant in each loop.
    switch filter {
    case .none: undo(.none, from: undoFours(.none, in: &rows), in: &rows)
    case .sub: undo(.sub, from: 0, in: &rows)
    case .up: undo(.up, from: undoFours(.up, in: &rows), in: &rows)
    case .average: undo(.average, from: 0, in: &rows)
    case .paeth: undo(.paeth, from: 0, in: &rows)
    }
  }

  /// Undoes a filter that does not look to the left, four pixels at a time; answers how many pixels.
  @inline(__always)
  private func undoFours(_ filter: PNGFilter, in rows: inout MutableSpan<UInt8>) -> Int {
    guard depth == 4 else { return 0 }
    let none = PNGFilter.Bytes(repeating: 0)
    var x = 0
    while x &+ 4 <= width {
      let up = above.map { rows.span.sixteen(at: $0 &+ x &* 4) } ?? none
      let own = rows.span.sixteen(at: source &+ x &* 4)
      rows.setSixteen(
        own &+ filter.prediction(left: none, up: up, corner: none), at: target &+ x &* 4)
      x &+= 4
    }
    return x
  }

  @inline(__always)
  private func undo(_ filter: PNGFilter, from start: Int, in rows: inout MutableSpan<UInt8>) {
    let opaque: UInt32 = depth == 3 ? 0xFF00_0000 : 0
    var left = PNGFilter.Bytes(repeating: 0)
    var corner = left
    for x in start..<width {
      let up = lanes(above.map { rows.span.word(at: $0 &+ x &* 4) } ?? 0)
      let own = lanes(rows.span.word(at: source &+ x &* depth))
      left = own &+ filter.prediction(left: left, up: up, corner: corner)
      corner = up
      rows.setWord(word(left) | opaque, at: target &+ x &* 4)
    }
  }

  /// A pixel in the first four lanes.
  @inline(__always)
  private func lanes(_ word: UInt32) -> PNGFilter.Bytes {
    unsafe unsafeBitCast(SIMD4<UInt32>(word, 0, 0, 0), to: PNGFilter.Bytes.self)
  }

  @inline(__always)
  private func word(_ lanes: PNGFilter.Bytes) -> UInt32 {
    unsafe unsafeBitCast(lanes, to: SIMD4<UInt32>.self)[0]
  }
}

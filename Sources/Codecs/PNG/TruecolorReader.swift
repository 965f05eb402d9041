internal import Kernels
internal import Pixels

/// Reads the PNGs that most programs write: truecolour of eight bits, not interlaced.
///
/// libdeflate and the unfilter kernel take a third of libpng's time; `diff` of two photographs takes
/// half of the instructions. Files that deviate in any way are left to libpng, which knows what can be
/// forgiven, and says what is wrong with the rest.
struct TruecolorReader {
  private let width: Int
  private let height: Int
  private let hasAlpha: Bool
  /// Where the data of the IDAT chunks is in the file.
  private var parts: [Range<Int>] = []

  /// Checks the chunks of `file`; nil if libpng must read it.
  init?(_ file: [UInt8], _ header: PNGHeader) {
    (width, height) = (header.width, header.height)
    // Behind the sides: bit depth, colour type, compression, filter method, interlacing.
    switch file[24..<29] {
    case [8, 2, 0, 0, 0]: hasAlpha = false
    case [8, 6, 0, 0, 0]: hasAlpha = true
    default: return nil
    }
    var chunks = PNGChunkReader(file)
    var names: [String] = []
    while let chunk = try? chunks.next() {
      guard chunks.isIntact(chunk), chunk.name != "tRNS" else { return nil }
      switch chunk.name {
      case "IHDR": guard names.isEmpty else { return nil }
      case "IDAT":
        guard parts.isEmpty || names.last == "IDAT" else { return nil }
        parts.append(chunk.body)
      case "IEND":
        guard !parts.isEmpty else { return nil }
        return
      default: guard Self.isAncillary(chunk.name) else { return nil }
      }
      names.append(chunk.name)
    }
    return nil
  }

  /// Whether a chunk is none that a reader must know: its first letter is a small one.
  private static func isAncillary(_ name: String) -> Bool {
    let isWord = name.utf8.allSatisfy { (65...90).contains($0 & 0xDF) && $0 & 0x80 == 0 }
    return isWord && name.utf8.first.map { $0 & 0x20 != 0 } == true
  }

  /// The straight RGBA of the picture, and whether every pixel is opaque; nil if libpng must read it.
  func pixels(in file: [UInt8]) -> (bytes: [UInt8], isOpaque: Bool)? {
    let stream = parts.count == 1 ? file[parts[0]] : parts.flatMap { file[$0] }[...]
    let rowBytes = 1 + width * (hasAlpha ? 4 : 3)
    guard let rows = Zlib.decompressed(stream, count: rowBytes * height) else { return nil }
    let (width, height) = (width, height)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: width * height * 4) {
      target, initialized in
      guard let rgba = target.baseAddress else { return }
      let isValid = unsafe rows.span.lend(0, rows.count) { rows in
        unsafe hasAlpha
          ? rt_unfilter_rgba(rows, width, height, rgba)
          : rt_unfilter_rgb(rows, width, height, rgba)
      }
      initialized = isValid != 0 ? width * height * 4 : 0
    }
    guard !bytes.isEmpty else { return nil }
    return (bytes, !hasAlpha || StraightAlpha.isOpaque(bytes))
  }
}

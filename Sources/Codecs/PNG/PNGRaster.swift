internal import Pixels

/// A picture in the smallest of PNG's pixel formats that holds it exactly, before filtering.
struct PNGRaster: Hashable, Sendable {
  /// PNG's colour types, by their numbers in the file.
  enum Kind: UInt8, Hashable, Sendable {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyAlpha = 4
    case rgba = 6
  }

  /// What is stored of each pixel: enough for all colours of a picture, or of several.
  enum Form: Hashable, Sendable {
    case grey, greyAlpha, rgb, rgba
    /// Indices; each takes a byte even where it could take less, if `inBytes` says so.
    case palette(ColorTable, inBytes: Bool)

    /// The smallest that holds such colours.
    init(_ census: ColorCensus) {
      // Neighbours of a palette say nothing about each other, but greys do.
      if let table = census.palette, table.colors.count <= ColorCensus.fewColors || !census.isGrey {
        self = .palette(table, inBytes: false)
      } else if census.isGrey {
        self = census.isOpaque ? .grey : .greyAlpha
      } else {
        self = census.isOpaque ? .rgb : .rgba
      }
    }

    /// Whether nothing is lost of such colours.
    func holds(_ census: ColorCensus) -> Bool {
      switch self {
      case .grey: census.isGrey && census.isOpaque
      case .greyAlpha: census.isGrey
      case .rgb: census.isOpaque
      case .rgba: true
      case .palette(let table, _):
        census.palette.map { $0.colors.allSatisfy { table.index(of: $0) != nil } } ?? false
      }
    }
  }

  var kind: Kind
  /// 8 but for 16 colours and fewer.
  var bitDepth: Int
  var width: Int
  var height: Int
  /// Straight RGBA with red in the lowest byte; empty unless `kind` is `palette`.
  var palette: [UInt32] = []
  /// Packed rows of indices or levels, or straight RGBA.
  private var bytes: [UInt8]
  /// Whether it is the former.
  private var isPacked = false

  /// The number of bytes of one row.
  var stride: Int { (width * bitsPerPixel + 7) / 8 }

  /// The distance to the same channel of the pixel on the left, at least one byte.
  var step: Int { max(1, bitsPerPixel / 8) }

  private var bitsPerPixel: Int {
    switch kind {
    case .grey, .palette: bitDepth
    case .greyAlpha: 16
    case .rgb: 24
    case .rgba: 32
    }
  }

  /// Straight RGBA in a form that holds all of its colours.
  init(width: Int, height: Int, straight rgba: [UInt8], as form: Form) {
    (self.width, self.height, bitDepth, bytes) = (width, height, 8, rgba)
    switch form {
    case .grey: kind = .grey
    case .greyAlpha: kind = .greyAlpha
    case .rgb: kind = .rgb
    case .rgba: kind = .rgba
    case .palette(let table, let inBytes):
      var order: [UInt8]
      (palette, order) = Self.transparentFirst(table.colors)
      (kind, bitDepth, isPacked) = (.palette, inBytes ? 8 : Self.bits(for: palette.count), true)
      if let levels = Self.levels(of: table.colors, bits: bitDepth) {
        (kind, palette, order) = (.grey, [], levels)
      }
      let indices = table.indices(of: rgba, through: order)
      bytes = bitDepth == 8 ? indices : Self.packed(indices, width: width, bits: bitDepth)
    }
  }

  /// The chunks between IHDR and the picture itself.
  var paletteChunks: [PNGChunk] {
    guard kind == .palette else { return [] }
    let colors = palette.flatMap { color in
      [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> $0) }
    }
    let alphas = palette.prefix { $0 >> 24 != 255 }.map { UInt8($0 >> 24) }
    let chunks = [PNGChunk("PLTE", colors)]
    return alphas.isEmpty ? chunks : chunks + [PNGChunk("tRNS", alphas)]
  }

  /// Copies row `y` to where `target` begins after `offset` bytes; up to three more are overwritten.
  func copyRow(_ y: Int, to target: inout MutableSpan<UInt8>, at offset: Int) {
    let source = bytes.span
    switch kind {
    case .grey where !isPacked:
      copyReds(of: source, from: y * width * 4, to: &target, at: offset)
    case .greyAlpha:
      for x in 0..<width {
        target[offset + 2 * x] = source[(y * width + x) * 4]
        target[offset + 2 * x + 1] = source[(y * width + x) * 4 + 3]
      }
    case .rgb: copyColors(of: source, from: y * width * 4, to: &target, at: offset)
    default: target.copyBytes(source, from: y * stride, to: offset, length: stride)
    }
  }

  /// Whether row `y` is what is above it.
  func isRepeated(_ y: Int) -> Bool {
    guard y > 0 else { return false }
    let length = isPacked ? stride : width * 4
    return bytes.span.isSame(from: y * length, to: (y - 1) * length, count: length)
  }

  /// Whether all that is stored of row `y` is zero.
  func isBlank(_ y: Int) -> Bool {
    let source = bytes.span
    guard !isPacked else {
      return (y * stride..<(y + 1) * stride).allSatisfy { source[$0] == 0 }
    }
    let hasAlpha = kind == .rgba || kind == .greyAlpha
    let mask: UInt32 = hasAlpha ? .max : kind == .rgb ? 0xFF_FFFF : 0xFF
    return (y * width..<(y + 1) * width).allSatisfy { source.word(at: $0 * 4) & mask == 0 }
  }

  /// Of each pixel of a row the first byte.
  @inline(__always)
  private func copyReds(
    of source: Span<UInt8>, from start: Int, to target: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let done = wideReds(of: source, from: start, to: &target, at: offset, width: width)
    for x in done / 4..<width / 4 {
      let pixels: SIMD4<UInt32> = source.fourWords(at: start &+ x &* 16)
      let reds = SIMD4<UInt8>(truncatingIfNeeded: pixels)
      target.setWord(unsafe unsafeBitCast(reds, to: UInt32.self), at: offset &+ x &* 4)
    }
    for x in width / 4 * 4..<width { target[offset + x] = source[start + x * 4] }
  }

  /// Leaves out the alpha of a row, of two pixels at a time.
  ///
  /// Eight bytes are stored for six, of which the next pixels take back two.
  @inline(__always)
  private func copyColors(
    of source: Span<UInt8>, from start: Int, to target: inout MutableSpan<UInt8>, at offset: Int
  ) {
    let done = wideColors(of: source, from: start, to: &target, at: offset, width: width)
    var (from, to) = (start &+ done &* 4, offset &+ done &* 3)
    for _ in 0..<(width - done) / 2 {
      let pair = source.doubleWord(at: from)
      target.setDoubleWord(pair & 0xFF_FFFF | pair &>> 8 & 0xFFFF_FF00_0000, at: to)
      from &+= 8
      to &+= 6
    }
    if width % 2 == 1 { target.setWord(source.word(at: from), at: to) }
  }

  private static func bits(for colors: Int) -> Int {
    colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8
  }

  /// The greys of so few bits that all colours are; nil if they are something else.
  private static func levels(of colors: [UInt32], bits: Int) -> [UInt8]? {
    guard bits < 8 else { return nil }
    let unit = UInt32(255 / (1 << bits - 1))
    let levels = colors.compactMap { color -> UInt8? in
      let level = color & 0xFF
      let isGrey = color == 0xFF00_0000 | level * 0x01_0101
      return isGrey && level % unit == 0 ? UInt8(level / unit) : nil
    }
    return levels.count == colors.count ? levels : nil
  }

  /// Colours sorted so that tRNS is short, and where each of the given ones went.
  private static func transparentFirst(_ colors: [UInt32]) -> ([UInt32], [UInt8]) {
    let clear = colors.indices.filter { colors[$0] >> 24 != 255 }
    let opaque = colors.indices.filter { colors[$0] >> 24 == 255 }
    var order = [UInt8](repeating: 0, count: colors.count)
    for (new, old) in (clear + opaque).enumerated() { order[old] = UInt8(new) }
    return ((clear + opaque).map { colors[$0] }, order)
  }

  private static func packed(_ indices: [UInt8], width: Int, bits: Int) -> [UInt8] {
    let perByte = 8 / bits
    let stride = (width + perByte - 1) / perByte
    var bytes = [UInt8](repeating: 0, count: stride * (indices.count / width))
    for (place, index) in indices.enumerated() {
      let (y, x) = place.quotientAndRemainder(dividingBy: width)
      bytes[y * stride + x / perByte] |= index << UInt8(8 - bits - x % perByte * bits)
    }
    return bytes
  }
}

internal import Kernels
public import Pixels

/// How a PNG stores pixels: colour type, bit depth and palette.
struct PixelFormat: Hashable, Sendable {
  /// PNG's colour types, by their numbers in the file.
  enum ColorType: UInt8, Hashable, Sendable {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyAlpha = 4
    case rgba = 6
  }

  /// Red, green and blue of eight bits, opaque.
  static let rgb = PixelFormat(.rgb)
  /// Red, green, blue and alpha of eight bits, not premultiplied.
  static let rgba = PixelFormat(.rgba)

  let colorType: ColorType
  /// Bits of a channel or an index: 8, or 1, 2 or 4 for up to 16 colours.
  let bitDepth: Int
  /// The colours that have a code of their own: a palette, or greys of fewer than eight bits.
  private let table: ColorTable
  /// The index or the grey level that is stored for each colour of `table`.
  private let codes: [UInt8]

  private init(_ colorType: ColorType) {
    (self.colorType, bitDepth, table, codes) = (colorType, 8, ColorTable(), [])
  }

  /// A palette, whose transparent colours come first since tRNS ends with the last of them; or
  /// greys, if these are all that the colours are and `bitDepth` is enough for them.
  private init(palette colors: [UInt32], bitDepth: Int) {
    let opaque = colors.filter { $0 >= 0xFF00_0000 }
    table = ColorTable(colors.filter { $0 < 0xFF00_0000 } + opaque)
    self.bitDepth = bitDepth
    if bitDepth < 8, let levels = Self.greyLevels(table.colors, bitDepth: bitDepth) {
      (colorType, codes) = (.grey, levels)
    } else {
      (colorType, codes) = (.palette, table.colors.indices.map { UInt8($0) })
    }
  }

  /// The smallest format that holds `colors` exactly.
  init(_ colors: ColorSummary) {
    if let palette = Self.palette(of: colors) {
      let count = palette.count
      let bits = count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8
      self.init(palette: palette, bitDepth: bits)
    } else if colors.isGrey {
      self.init(colors.isOpaque ? .grey : .greyAlpha)
    } else {
      self.init(colors.isOpaque ? .rgb : .rgba)
    }
  }

  /// The format of an animation that has no other colours than `colors`, if a byte a pixel is
  /// enough.
  ///
  /// Indices take a whole byte, since ffmpeg misplaces patches of smaller ones, and the palette has
  /// a clear colour, if there is room for it.
  init?(animationOf colors: ColorSummary) {
    guard colors.isNarrow, colors.table?.colors.isEmpty != true else { return nil }
    if let palette = Self.palette(of: colors) {
      let isClearMissing = !palette.contains(0) && palette.count < 256
      self.init(palette: isClearMissing ? [0] + palette : palette, bitDepth: 8)
    } else {
      self.init(.grey)
    }
  }

  /// The colours of a palette; nil where there are too many, or greys do without one.
  private static func palette(of colors: ColorSummary) -> [UInt32]? {
    // Grey levels predict their neighbours, indices do not; but up to 16 take half a byte.
    guard let table = colors.table, table.colors.count <= 16 || !colors.isGrey else { return nil }
    return table.colors
  }

  private static func greyLevels(_ colors: [UInt32], bitDepth: Int) -> [UInt8]? {
    let unit = UInt32(255 / (1 << bitDepth - 1))
    var levels: [UInt8] = []
    for color in colors {
      let level = color & 0xFF
      guard color == 0xFF00_0000 | level * 0x01_0101, level % unit == 0 else { return nil }
      levels.append(UInt8(level / unit))
    }
    return levels
  }

  /// Whether nothing is lost of `colors`.
  func holds(_ colors: ColorSummary) -> Bool {
    guard codes.isEmpty else {
      return colors.table?.colors.allSatisfy { table.index(of: $0) != nil } ?? false
    }
    return switch colorType {
    case .grey: colors.isGrey && colors.isOpaque
    case .greyAlpha: colors.isGrey
    case .rgb: colors.isOpaque
    case .rgba, .palette: true
    }
  }

  /// Whether a pixel can be fully transparent.
  var hasClear: Bool {
    colorType == .rgba || colorType == .greyAlpha || table.index(of: 0) != nil
  }

  /// Whether a filter can predict bytes from their neighbours, as it cannot of indices.
  var isPredictable: Bool { codes.isEmpty }

  /// The bytes from a pixel to its right neighbour, at least 1.
  var step: Int { max(1, bitsPerPixel / 8) }

  /// The number of bytes of a row.
  func rowBytes(width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  private var bitsPerPixel: Int {
    switch colorType {
    case .grey, .palette: bitDepth
    case .greyAlpha: 16
    case .rgb: 24
    case .rgba: 32
    }
  }

  /// The first chunk of a PNG of this format.
  func header(width: Int, height: Int) -> PNGChunk {
    var body: [UInt8] = []
    body.append(bigEndian: UInt32(truncatingIfNeeded: width))
    body.append(bigEndian: UInt32(truncatingIfNeeded: height))
    return PNGChunk("IHDR", body + [UInt8(bitDepth), colorType.rawValue, 0, 0, 0])
  }

  /// The chunks that a palette needs.
  var paletteChunks: [PNGChunk] {
    guard colorType == .palette else { return [] }
    let colors = table.colors.flatMap { color in
      [0, 8, 16].map { UInt8(truncatingIfNeeded: color >> $0) }
    }
    let alphas = table.colors.prefix { $0 < 0xFF00_0000 }.map { UInt8($0 >> 24) }
    return [PNGChunk("PLTE", colors)] + (alphas.isEmpty ? [] : [PNGChunk("tRNS", alphas)])
  }

  /// Packs `width` pixels of straight RGBA, which begin at `start`, into `target` from `offset` on,
  /// where all is zero.
  func pack(
    _ rgba: Span<UInt8>, from start: Int, width: Int, into target: inout MutableSpan<UInt8>,
    at offset: Int
  ) {
    guard codes.isEmpty else {
      packCodes(of: rgba, from: start, width: width, into: &target, at: offset)
      return
    }
    switch colorType {
    case .rgb:
      unsafe rgba.lend(start, width * 4) { pixels in
        unsafe target.lend(offset, width * 3) { unsafe rt_drop_alpha(pixels, $0, width) }
      }
    case .grey:
      for x in 0..<width { target[offset + x] = rgba[start + 4 * x] }
    case .greyAlpha:
      for x in 0..<width {
        target[offset + 2 * x] = rgba[start + 4 * x]
        target[offset + 2 * x + 1] = rgba[start + 4 * x + 3]
      }
    case .rgba, .palette: target.copyBytes(rgba, from: start, to: offset, length: width * 4)
    }
  }

  /// Packs the codes of a row's pixels into bytes that are zero.
  private func packCodes(
    of rgba: Span<UInt8>, from start: Int, width: Int, into target: inout MutableSpan<UInt8>,
    at offset: Int
  ) {
    var last = ~rgba.word(at: start)
    var code: UInt8 = 0
    for x in 0..<width {
      let color = rgba.word(at: start &+ 4 &* x)
      if color != last {
        code = codes[Int(table.index(of: color) ?? 0)]
        last = color
      }
      // The leftmost pixel of a byte is in its highest bits.
      let bit = x &* bitDepth
      target[offset &+ bit / 8] |= code &<< UInt8(8 &- bitDepth &- bit % 8)
    }
  }
}

/// The colours of one or more pictures: all of them up to 256, and what they have in common.
public struct ColorSummary: Hashable, Sendable {
  /// All colours, as straight RGBA with red in the lowest byte; nil if there are more than 256.
  private(set) var table: ColorTable? = ColorTable()
  /// Whether every pixel is opaque.
  private(set) var isOpaque = true
  /// Whether red, green and blue are the same in every pixel.
  private(set) var isGrey = true

  /// The colours of no picture yet.
  public init() {}

  /// Whether a byte a pixel is enough for an animation of these pictures.
  public var isNarrow: Bool { table != nil || isGrey && isOpaque }

  /// Adds the colours of a picture.
  public mutating func insert(_ pixels: Pixmap) {
    formUnion(ColorSummary(straight: StraightImage(pixels).bytes))
  }

  /// Adds the colours of other pictures.
  public mutating func formUnion(_ other: ColorSummary) {
    (isOpaque, isGrey) = (isOpaque && other.isOpaque, isGrey && other.isGrey)
    guard var union = table, let more = other.table,
      more.colors.allSatisfy({ union.insert($0) != nil })
    else {
      table = nil
      return
    }
    table = union
  }

  /// The colours of a picture of straight RGBA.
  init(straight rgba: [UInt8]) {
    let pixels = rgba.span
    var colors = ColorTable()
    var offset = 0
    while offset < pixels.count {
      let color = pixels.word(at: offset)
      isOpaque = isOpaque && color >= 0xFF00_0000
      isGrey = isGrey && Self.isGrey(color)
      guard colors.insert(color) != nil else { break }
      // Most pixels look like the one on their left.
      let four = SIMD4(repeating: color)
      while offset &+ 16 <= pixels.count, pixels.fourColors(at: offset) == four { offset &+= 16 }
      while offset < pixels.count, pixels.word(at: offset) == color { offset &+= 4 }
    }
    table = offset < pixels.count ? nil : colors
    isOpaque =
      isOpaque && pixels.hasFullAlphas(from: offset, count: (pixels.count - offset) / 4)
    while isGrey, offset < pixels.count {
      isGrey = Self.isGrey(pixels.word(at: offset))
      offset &+= 4
    }
  }

  private static func isGrey(_ color: UInt32) -> Bool { (color ^ color >> 8) & 0xFFFF == 0 }
}

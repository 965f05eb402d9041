/// What the colours of a picture have in common.
struct ColorCensus: Hashable, Sendable {
  /// All colours, if there are at most 256.
  private(set) var palette: ColorTable? = ColorTable()
  /// Whether nothing shows through.
  private(set) var isOpaque = true
  /// Whether red, green and blue are the same everywhere.
  private(set) var isGrey = true

  /// Looks at every pixel of RGBA bytes.
  init(of rgba: [UInt8]) {
    let span = rgba.span
    guard span.count >= 4 else { return }
    var offset = countColors(span)
    var opaque: UInt32 = 0xFF00_0000
    var tint: UInt32 = 0
    var (opaques, tints) = (SIMD4<UInt32>(repeating: opaque), SIMD4<UInt32>.zero)
    while offset &+ 16 <= span.count {
      let colors = span.fourWords(at: offset)
      opaques &= colors
      tints |= colors ^ colors &>> 8
      offset &+= 16
    }
    for lane in 0..<4 {
      opaque &= opaques[lane]
      tint |= tints[lane] & 0xFFFF
    }
    while offset < span.count {
      let color = span.word(at: offset)
      opaque &= color
      tint |= (color ^ color >> 8) & 0xFFFF
      offset &+= 4
    }
    isOpaque = isOpaque && opaque == 0xFF00_0000
    isGrey = isGrey && tint == 0
  }

  /// Fills the palette until it is full; answers how far it came.
  private mutating func countColors(_ span: Span<UInt8>) -> Int {
    var table = ColorTable()
    var last = ~span.word(at: 0)
    var offset = 0
    while offset < span.count {
      let color = span.word(at: offset)
      if color != last {
        last = color
        isOpaque = isOpaque && color >> 24 == 255
        isGrey = isGrey && (color ^ color >> 8) & 0xFFFF == 0
        if table.insert(color) == nil {
          palette = nil
          return offset
        }
      }
      offset &+= 4
    }
    palette = table
    return offset
  }
}

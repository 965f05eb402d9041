internal import Pixels

/// What the colours of a picture have in common.
struct ColorCensus: Hashable, Sendable {
  /// So many colours take less as a palette even if they are grey.
  static let fewColors = 16

  /// All colours, if there are at most 256.
  private(set) var palette: ColorTable? = ColorTable()
  /// Whether nothing shows through.
  private(set) var isOpaque = true
  /// Whether red, green and blue are the same everywhere.
  private(set) var isGrey = true

  /// Looks at every pixel of RGBA bytes; `isKnownOpaque` says that nothing shows through, and
  /// `isBrief` that nobody asks for the palette of a grey picture, unless it is a small one.
  init(of rgba: [UInt8], isOpaque isKnownOpaque: Bool = false, isBrief: Bool = false) {
    let span = rgba.span
    guard span.count >= 4 else { return }
    var start = countColors(span, mostGreys: isBrief ? Self.fewColors : .max)
    let seemsGrey = isGrey
    isGrey = isGrey && Self.isGrey(span, from: start)
    // Where a colour comes late, greys were worth counting.
    if isBrief, seemsGrey, !isGrey { start = countColors(span, mostGreys: .max) }
    isOpaque =
      isKnownOpaque || isOpaque && span.hasFullAlphas(from: start, count: (span.count - start) / 4)
  }

  /// Whether red, green and blue are the same from `start` on.
  private static func isGrey(_ span: Span<UInt8>, from start: Int) -> Bool {
    var offset = start
    // Piece by piece, so that a colour is found early.
    while offset &+ 16 <= span.count {
      let end = min(offset &+ 4096, span.count &- 15)
      var tints = SIMD4<UInt32>.zero
      while offset < end {
        let colors: SIMD4<UInt32> = span.fourWords(at: offset)
        tints |= (colors ^ colors &>> 8) & 0xFFFF
        offset &+= 16
      }
      guard tints == .zero else { return false }
    }
    while offset < span.count {
      let color = span.word(at: offset)
      guard (color ^ color >> 8) & 0xFFFF == 0 else { return false }
      offset &+= 4
    }
    return true
  }

  /// Fills the palette until it is full, or has so many colours and all are grey; answers how far it
  /// came.
  private mutating func countColors(_ span: Span<UInt8>, mostGreys: Int) -> Int {
    var table = ColorTable()
    var offset = 0
    while offset < span.count {
      let color = span.word(at: offset)
      isOpaque = isOpaque && color >> 24 == 255
      isGrey = isGrey && (color ^ color >> 8) & 0xFFFF == 0
      if isGrey && table.colors.count >= mostGreys || table.insert(color) == nil {
        palette = nil
        return offset
      }
      offset = table.firstStranger(in: span, from: offset / 4 + 1) * 4
    }
    palette = table
    return offset
  }

  /// Adds what was found in another picture.
  mutating func formUnion(_ other: ColorCensus) {
    (isOpaque, isGrey) = (isOpaque && other.isOpaque, isGrey && other.isGrey)
    guard var table = palette, let more = other.palette,
      more.colors.allSatisfy({ table.insert($0) != nil })
    else {
      palette = nil
      return
    }
    palette = table
  }
}

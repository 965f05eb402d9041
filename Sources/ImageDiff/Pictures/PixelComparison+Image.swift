public import Pixels

/// How a picture of differences looks; unless told otherwise as pixelmatch draws it.
public struct DifferenceStyle: Hashable, Sendable {
  /// How much is left of the first picture, in grey on white, where both are the same.
  public var backgroundShare = 0.1
  /// Pixels that antialiasing explains.
  public var antialiased = Color(red: 255, green: 255, blue: 0)
  /// Pixels that differ.
  public var different = Color(red: 255, green: 0, blue: 0)
  /// Pixels that differ and are lighter than before; nil for the same colour as the others.
  public var lighter: Color?
  /// Whether nothing is drawn but what differs, on a clear picture.
  public var isMask = false

  /// pixelmatch's own style.
  public init() {}
}

extension PixelComparison {
  /// The differing pixels, drawn over a faint `expected`; bands of rows are given to `workers`.
  public func image(
    over expected: StraightImage, style: DifferenceStyle = DifferenceStyle(),
    by workers: Workers<[UInt8]> = inTurn
  ) -> Pixmap {
    let background = expected.padded(toWidth: width, height: height)
    let colors = MarkColors(style)
    let bands = RowBands(height)
    let parts = workers(bands.count) { band in
      let rows = bands[band]
      var pixels = [UInt8](repeating: 0, count: rows.count * width * 4)
      var span = pixels.mutableSpan
      let (source, found) = (background.bytes.span, marks.span)
      let start = rows.lowerBound * width
      for at in start..<start + rows.count * width {
        let color = colors[found[at]] ?? faint(source.pixel(at: at &* 4), style)
        span.setPixel(color, at: (at &- start) &* 4)
      }
      return pixels
    }
    return Pixmap(width: width, height: height, premultiplied: RowBands.joined(parts))
      ?? Pixmap(width: width, height: height)
  }

  /// Grey on white.
  @inline(__always)
  private func faint(_ straight: Pixel, _ style: DifferenceStyle) -> Pixel {
    guard !style.isMask else { return .clear }
    let color = straight.channels
    let gray = brightness(SIMD3(Double(color.x), Double(color.y), Double(color.z)))
    let level = 255 + (gray - 255) * style.backgroundShare * Double(color.w) / 255
    let byte = UInt8(max(0, min(255, level)))
    return Pixel(SIMD4(byte, byte, byte, 255))
  }
}

/// The colour of each mark; nil where the background shows.
private struct MarkColors {
  private let different, lighter: Pixel
  private let antialiased: Pixel?

  init(_ style: DifferenceStyle) {
    different = Pixel(style.different)
    lighter = Pixel(style.lighter ?? style.different)
    antialiased = style.isMask ? nil : Pixel(style.antialiased)
  }

  @inline(__always)
  subscript(mark: UInt8) -> Pixel? {
    switch mark {
    case Mark.different: different
    case Mark.lighter: lighter
    case Mark.antialiased: antialiased
    default: nil
    }
  }
}

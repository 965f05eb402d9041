internal import Pixels

/// Conversions between straight and premultiplied alpha, each rounded to nearest.
enum StraightAlpha {
  /// Multiplies the colours of straight RGBA by their alpha.
  static func premultiplied(_ straight: [UInt8]) -> [UInt8] {
    guard !isOpaque(straight) else { return straight }
    var bytes = straight
    var span = bytes.mutableSpan
    for alphaOffset in stride(from: 3, to: span.count, by: 4) {
      let alpha = span[alphaOffset]
      guard alpha != 255 else { continue }
      for offset in alphaOffset - 3..<alphaOffset {
        span[offset] = scaled(span[offset], by: alpha)
      }
    }
    return bytes
  }

  /// Divides the colours of premultiplied RGBA by their alpha; clear pixels become all zero.
  static func straight(_ premultiplied: [UInt8]) -> [UInt8] {
    guard !isOpaque(premultiplied) else { return premultiplied }
    var bytes = premultiplied
    var span = bytes.mutableSpan
    for offset in stride(from: 0, to: span.count, by: 4) {
      let color = span.span.word(at: offset)
      // Most pixels are clear or opaque, and stay as they are.
      guard color != 0, color < 0xFF00_0000 else { continue }
      let alpha = UInt8(color >> 24)
      for channel in offset..<offset + 3 { span[channel] = unscaled(span[channel], by: alpha) }
    }
    return bytes
  }

  /// Whether every pixel of RGBA is opaque.
  static func isOpaque(_ bytes: [UInt8]) -> Bool {
    bytes.span.hasFullAlphas(from: 0, count: bytes.count / 4)
  }
}

internal import Pixels

/// The two ways between straight and premultiplied bytes, each rounded to nearest.
enum StraightAlpha {
  /// Multiplies the colours of straight RGBA by their alpha.
  static func premultiplied(_ straight: [UInt8]) -> [UInt8] {
    guard !isOpaque(straight) else { return straight }
    var bytes = straight
    var span = bytes.mutableSpan
    var i = 3
    while i < span.count {
      let alpha = span[i]
      if alpha != 255 {
        for channel in i - 3..<i { span[channel] = scaled(span[channel], by: alpha) }
      }
      i += 4
    }
    return bytes
  }

  /// Divides the colours of premultiplied RGBA by their alpha; what is clear becomes all zero.
  static func straight(_ premultiplied: [UInt8]) -> [UInt8] {
    guard !isOpaque(premultiplied) else { return premultiplied }
    var bytes = premultiplied
    var span = bytes.mutableSpan
    var offset = 0
    while offset < span.count {
      // Most pixels are clear or opaque, and stay what they are.
      if offset &+ 16 <= span.count {
        let four: SIMD4<UInt32> = span.span.fourWords(at: offset)
        if all(four .== 0) || all(four .>= 0xFF00_0000) {
          offset &+= 16
          continue
        }
      }
      let alpha = span[offset + 3]
      if alpha != 255 {
        for channel in offset..<offset + 3 { span[channel] = unscaled(span[channel], by: alpha) }
      }
      offset += 4
    }
    return bytes
  }

  /// Whether every fourth byte is 255.
  static func isOpaque(_ bytes: [UInt8]) -> Bool {
    bytes.span.hasFullAlphas(from: 0, count: bytes.count / 4)
  }
}

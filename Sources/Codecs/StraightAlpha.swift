internal import Pixels

/// The two ways between straight and premultiplied bytes, each rounded to nearest.
enum StraightAlpha {
  /// Multiplies the colours of straight RGBA by their alpha.
  static func premultiplied(_ straight: [UInt8]) -> [UInt8] {
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
    var i = 3
    while i < span.count {
      let alpha = span[i]
      if alpha != 255 {
        for channel in i - 3..<i { span[channel] = unscaled(span[channel], by: alpha) }
      }
      i += 4
    }
    return bytes
  }

  /// Whether every fourth byte is 255.
  private static func isOpaque(_ bytes: [UInt8]) -> Bool {
    let span = bytes.span
    var all = SIMD16<UInt8>(repeating: 255)
    var offset = 0
    while offset &+ 16 <= span.count {
      all &= span.sixteen(at: offset)
      offset &+= 16
    }
    var least = all[3] & all[7] & all[11] & all[15]
    while offset &+ 4 <= span.count {
      least &= span[offset &+ 3]
      offset &+= 4
    }
    return least == 255
  }
}

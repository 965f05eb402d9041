internal import Pixels

/// A pixel as a GIF can show it: there or not, nothing in between.
struct GIFColor: Hashable, Sendable {
  /// RGBA with red in the lowest byte and an alpha of 255.
  var opaque: UInt32

  /// The straight colour of a premultiplied pixel; nil if less than half of it is there.
  @inline(__always)
  init?(_ pixel: UInt32) {
    if pixel >> 24 == 255 {
      opaque = pixel
    } else if pixel >> 24 >= 128 {
      opaque = Self.divided(pixel)
    } else {
      return nil
    }
  }

  private static func divided(_ pixel: UInt32) -> UInt32 {
    let alpha = UInt8(truncatingIfNeeded: pixel >> 24)
    return [0, 8, 16].reduce(0xFF00_0000) { color, shift in
      let value = UInt8(truncatingIfNeeded: pixel >> UInt32(shift))
      return color | UInt32(unscaled(value, by: alpha)) << UInt32(shift)
    }
  }
}

internal import Kernels
internal import Pixels

/// The rectangle of a frame that an image paints.
///
/// Pixels are opaque, or 0 where nothing is visible.
struct FrameRegion: Sendable {
  let pixels: Pixmap
  /// The frame before, whose equal pixels are unchanged; nil if everything is painted.
  let previous: Pixmap?
  let area: PixelRect

  /// The same region, all of it to be painted.
  var withoutPrevious: FrameRegion { FrameRegion(pixels: pixels, previous: nil, area: area) }

  /// Lends a row to a kernel.
  @inline(__always)
  func lendRow<Result>(_ y: Int, _ body: (rt_row) -> Result) -> Result {
    let offset = (area.y &+ y) &* pixels.stride &+ area.x &* 4
    // The row above lies in the same bytes.
    let reach = offset < pixels.stride ? 0 : pixels.stride
    let (start, bytes) = (offset &- reach, area.width &* 4 &+ reach)
    return unsafe pixels.bytes.span.lend(start, bytes) { pixels in
      func row(_ before: UnsafePointer<UInt8>?) -> rt_row {
        unsafe rt_row(
          pixels: pixels + reach, above: reach > 0 ? pixels : nil, before: before,
          count: area.width)
      }
      guard let previous else { return unsafe body(row(nil)) }
      return unsafe previous.bytes.span.lend(offset, area.width &* 4) { unsafe body(row($0)) }
    }
  }
}

extension Pixmap {
  /// The picture as a GIF can show it: pixels under 50 % alpha become transparent, all others opaque.
  func withoutTranslucency() -> Pixmap {
    guard !isOpaque else { return self }
    var result = self
    result.withMutableSpan { span in
      for offset in Swift.stride(from: 0, to: span.count, by: 4) where span[offset + 3] < 255 {
        let alpha = span[offset + 3]
        guard alpha >= 128 else {
          span.setWord(0, at: offset)
          continue
        }
        for channel in 0..<3 {
          span[offset + channel] = unscaled(span[offset + channel], by: alpha)
        }
        span[offset + 3] = 255
      }
    }
    return result
  }
}

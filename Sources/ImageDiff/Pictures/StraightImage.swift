public import Pixels

/// A picture for comparing: straight RGBA, for a premultiplied colour that hardly shows has lost
/// most of its bits.
public struct StraightImage: Hashable, Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The bytes, red first, `width * height * 4` of them; colours are not multiplied by alpha.
  public let bytes: [UInt8]

  /// A picture of these straight bytes; nil if they are not `width * height * 4`.
  public init?(width: Int, height: Int, straight bytes: [UInt8]) {
    guard width >= 0, height >= 0, bytes.count == width * height * 4 else { return nil }
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// The colours of `pixmap`, divided by their alpha; nothing is copied where all is opaque.
  public init(_ pixmap: Pixmap) {
    (width, height) = (pixmap.width, pixmap.height)
    bytes = pixmap.isOpaque ? pixmap.bytes : Self.divided(pixmap.bytes)
  }

  /// The picture ready for drawing: colours multiplied by alpha, rounded to nearest; nothing is
  /// copied where all is opaque.
  public var premultiplied: Pixmap {
    if bytes.span.hasFullAlphas(from: 0, count: width * height),
      let pixmap = Pixmap(width: width, height: height, premultiplied: bytes)
    {
      return pixmap
    }
    var pixmap = Pixmap(width: width, height: height)
    let source = bytes.span
    pixmap.withMutableSpan { pixels in
      for at in stride(from: 0, to: source.count, by: 4) {
        let color = source.pixel(at: at).channels
        let straight = Color(red: color.x, green: color.y, blue: color.z, alpha: color.w)
        pixels.setPixel(Pixel(straight), at: at)
      }
    }
    return pixmap
  }

  /// This picture on a larger, clear one, in its top left corner.
  func padded(toWidth width: Int, height: Int) -> StraightImage {
    guard width != self.width || height != self.height else { return self }
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    var rows = bytes.mutableSpan
    for y in 0..<min(height, self.height) {
      rows.copyBytes(
        self.bytes.span, from: y * self.width * 4, to: y * width * 4,
        length: min(width, self.width) * 4)
    }
    return StraightImage(width: width, height: height, trusted: bytes)
  }

  private init(width: Int, height: Int, trusted bytes: [UInt8]) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  private static func divided(_ premultiplied: [UInt8]) -> [UInt8] {
    var bytes = premultiplied
    var span = bytes.mutableSpan
    for at in stride(from: 0, to: span.count, by: 4) where span[at &+ 3] != 255 {
      let alpha = span[at &+ 3]
      for channel in at..<at &+ 3 { span[channel] = unscaled(span[channel], by: alpha) }
    }
    return bytes
  }
}

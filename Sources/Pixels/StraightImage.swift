/// A picture as files have it and as pictures are compared: straight RGBA of eight bits a channel, in
/// encoded sRGB.
///
/// A premultiplied colour that hardly shows has lost most of its bits.
public struct StraightImage: Hashable, Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The bytes, red first, `width * height * 4` of them; colours are not multiplied by alpha.
  public let bytes: [UInt8]
  /// Whether every pixel is opaque.
  public let isOpaque: Bool

  /// A picture of these straight bytes; nil if they are not `width * height * 4`.
  public init?(width: Int, height: Int, straight bytes: [UInt8]) {
    guard width >= 0, height >= 0, bytes.count == width * height * 4 else { return nil }
    let isOpaque = bytes.span.hasFullAlphas(from: 0, count: width * height)
    self.init(width: width, height: height, trusted: bytes, isOpaque: isOpaque)
  }

  /// The colours of `pixmap`, divided by their alpha and rounded to nearest; clear pixels become all
  /// zero, and nothing is copied where all is opaque.
  public init(_ pixmap: Pixmap) {
    (width, height, isOpaque) = (pixmap.width, pixmap.height, pixmap.isOpaque)
    bytes = isOpaque ? pixmap.bytes : Self.divided(pixmap.bytes)
  }

  /// A picture of as many straight bytes as it has to have.
  package init(width: Int, height: Int, trusted bytes: [UInt8], isOpaque: Bool) {
    (self.width, self.height, self.bytes, self.isOpaque) = (width, height, bytes, isOpaque)
  }

  /// The picture ready for drawing: colours multiplied by alpha, rounded to nearest; nothing is
  /// copied where all is opaque.
  public var premultiplied: Pixmap {
    Pixmap(
      width: width, height: height, premultiplied: isOpaque ? bytes : Self.multiplied(bytes))
      ?? Pixmap(width: width, height: height)
  }

  /// This picture on a larger, clear one, in its top left corner.
  package func padded(toWidth width: Int, height: Int) -> StraightImage {
    guard width != self.width || height != self.height else { return self }
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    var rows = bytes.mutableSpan
    for y in 0..<min(height, self.height) {
      rows.copyBytes(
        self.bytes.span, from: y * self.width * 4, to: y * width * 4,
        length: min(width, self.width) * 4)
    }
    return StraightImage(width: width, height: height, trusted: bytes, isOpaque: false)
  }

  private static func multiplied(_ straight: [UInt8]) -> [UInt8] {
    var bytes = straight
    var span = bytes.mutableSpan
    for at in stride(from: 0, to: span.count, by: 4) where span[at &+ 3] != 255 {
      let alpha = span[at &+ 3]
      for channel in at..<at &+ 3 { span[channel] = scaled(span[channel], by: alpha) }
    }
    return bytes
  }

  private static func divided(_ premultiplied: [UInt8]) -> [UInt8] {
    var bytes = premultiplied
    var span = bytes.mutableSpan
    for at in stride(from: 0, to: span.count, by: 4) {
      let color = span.span.pixelWord(at: at)
      // Most pixels are clear or opaque, and stay as they are.
      guard color != 0, span[at &+ 3] != 255 else { continue }
      let alpha = span[at &+ 3]
      for channel in at..<at &+ 3 { span[channel] = unscaled(span[channel], by: alpha) }
    }
    return bytes
  }
}

public import Pixels

/// Writes a picture as a PNG; the same picture always gives the same bytes.
public struct PNGWriter: Hashable, Sendable {
  /// How much time is spent on the size.
  public var compression: PNGCompression

  /// A writer.
  public init(compression: PNGCompression = .standard) {
    self.compression = compression
  }

  /// A PNG file of a frame; colours are divided by alpha, rounded to nearest.
  public func file(of pixmap: Pixmap) throws(PNGError) -> [UInt8] {
    try file(
      width: pixmap.width, height: pixmap.height, straight: StraightAlpha.straight(pixmap.bytes))
  }

  /// A PNG file that decodes to exactly this picture.
  public func file(of image: PNGImage) throws(PNGError) -> [UInt8] {
    try file(width: image.width, height: image.height, straight: image.bytes)
  }

  private func file(width: Int, height: Int, straight: [UInt8]) throws(PNGError) -> [UInt8] {
    guard width > 0, height > 0 else { throw .noPixels }
    let format = PixelFormat(SharedColors(straight: straight))
    let lines = Scanlines(width: width, height: height, rgba: straight, format: format)
    let stream = try compression.stream(of: lines, try lines.kind().kind)
    var file = Self.opening(format, width: width, height: height)
    PNGChunk("IDAT", stream).write(to: &file)
    PNGChunk("IEND").write(to: &file)
    return file
  }

  /// The signature and the chunks in front of the pixels.
  static func opening(_ format: PixelFormat, width: Int, height: Int) -> [UInt8] {
    var file = PNGHeader.signature
    format.header(width: width, height: height).write(to: &file)
    // 0 is "perceptual", the usual rendering intent of pictures.
    PNGChunk("sRGB", [0]).write(to: &file)
    for chunk in format.paletteChunks { chunk.write(to: &file) }
    return file
  }
}

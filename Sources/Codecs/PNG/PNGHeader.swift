/// The size of a PNG, read from its first bytes alone.
public struct PNGHeader: Hashable, Sendable {
  /// The eight bytes that every PNG begins with.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The bytes that the header takes: the signature and the first chunk.
  public static let byteCount = 33

  /// The number of columns, at least 1.
  public let width: Int
  /// The number of rows, at least 1.
  public let height: Int

  /// Reads the header, without its checksum.
  public init(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(PNGError) {
    guard bytes.count <= limits.fileBytes else {
      throw .fileTooLarge(bytes: bytes.count, limit: limits.fileBytes)
    }
    guard bytes.starts(with: Self.signature) else { throw .notPNG }
    guard bytes.count >= Self.byteCount else { throw .truncated }
    guard bytes.bigEndian32(at: 8) == 13, bytes[12..<16].elementsEqual("IHDR".utf8) else {
      throw .damaged(reason: "the first chunk is not IHDR")
    }
    let (width, height) = (Int(bytes.bigEndian32(at: 16)), Int(bytes.bigEndian32(at: 20)))
    guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else {
      throw .damaged(reason: "a side is zero or too long")
    }
    guard width <= limits.pixels / height else {
      throw .tooManyPixels(width: width, height: height, limit: limits.pixels)
    }
    (self.width, self.height) = (width, height)
  }
}

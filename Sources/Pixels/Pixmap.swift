/// A picture: rows of premultiplied RGBA bytes in encoded sRGB, without gaps between rows.
public struct Pixmap: Hashable, Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The bytes, red first, `width * height * 4` of them.
  public internal(set) var bytes: [UInt8]

  /// A picture in which every pixel is clear.
  public init(width: Int, height: Int) {
    precondition(width >= 0 && height >= 0, "a picture has no negative side")
    (self.width, self.height) = (width, height)
    bytes = [UInt8](repeating: 0, count: width * height * 4)
  }

  /// A picture of whatever was in memory, for those who write every pixel before they read it: to
  /// clear a whole frame takes a good part of the time that drawing it does.
  public init(unwrittenWidth width: Int, height: Int) {
    precondition(width >= 0 && height >= 0, "a picture has no negative side")
    (self.width, self.height) = (width, height)
    let count = width * height * 4
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { _, initialized in
      // Any bytes are bytes: what is not written is wrong, but not undefined.
      initialized = count
    }
  }

  /// A picture of these premultiplied bytes; nil if they are not `width * height * 4`.
  public init?(width: Int, height: Int, premultiplied bytes: [UInt8]) {
    guard width >= 0, height >= 0, bytes.count == width * height * 4 else { return nil }
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// All of it.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The number of bytes from one row to the next.
  public var stride: Int { width * 4 }

  /// Lets `body` write the bytes in place; read them with `bytes.span`.
  @inlinable
  public mutating func withMutableSpan<Result, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var span = bytes.mutableSpan
    return try body(&span)
  }
}

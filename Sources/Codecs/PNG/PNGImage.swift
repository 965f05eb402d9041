internal import CCodecShim
public import Pixels

/// A picture as a PNG holds it: straight RGBA of eight bits a channel, in encoded sRGB.
public struct PNGImage: Hashable, Sendable {
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
    guard width > 0, height > 0, bytes.count == width * height * 4 else { return nil }
    (self.width, self.height, self.bytes) = (width, height, bytes)
    isOpaque = StraightAlpha.isOpaque(bytes)
  }

  /// Decodes any valid PNG; a file beyond `limits` is refused before memory is allocated.
  public init(
    png file: [UInt8], limits: ImageLimits = ImageLimits()
  ) throws(PNGError) {
    let header = try PNGHeader(file, limits: limits)
    (width, height) = (header.width, header.height)
    if let picture = TruecolorReader(file, header)?.pixels(in: file) {
      (bytes, isOpaque) = picture
    } else {
      bytes = try Self.decode(file, header)
      isOpaque = StraightAlpha.isOpaque(bytes)
    }
  }

  /// The picture ready for drawing: colours multiplied by alpha, rounded to nearest.
  public var premultiplied: Pixmap {
    let pixels = isOpaque ? bytes : StraightAlpha.premultiplied(bytes)
    return Pixmap(width: width, height: height, premultiplied: pixels)
      ?? Pixmap(width: width, height: height)
  }

  /// Decodes any valid PNG with libpng.
  static func decode(_ file: [UInt8], _ header: PNGHeader) throws(PNGError) -> [UInt8] {
    var reason = rt_png_reason()
    var status = RT_PNG_OUT_OF_MEMORY
    let count = header.width * header.height * 4
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      unsafe status = file.withUnsafeBufferPointer { source in
        unsafe rt_png_decode(
          source.baseAddress, source.count, UInt32(header.width), UInt32(header.height),
          target.baseAddress, count, &reason)
      }
      initialized = status == RT_PNG_DECODED ? count : 0
    }
    if let error = PNGError(status, reason) { throw error }
    return pixels
  }
}

extension PNGError {
  /// The shim's answer as an error; nil if the picture was decoded.
  init?(_ status: rt_png_status, _ reason: rt_png_reason) {
    switch status {
    case RT_PNG_DECODED: return nil
    case RT_PNG_OUT_OF_MEMORY: self = .outOfMemory
    case RT_PNG_TRUNCATED: self = .truncated
    case RT_PNG_SIZE_MISMATCH: self = .damaged(reason: "the header contradicts itself")
    default: self = .damaged(reason: Self.text(of: reason))
    }
  }

  private static func text(of reason: rt_png_reason) -> String {
    unsafe withUnsafeBytes(of: reason.text) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: Unicode.ASCII.self)
    }
  }
}

/// The library that decodes PNGs.
public enum PNGLibrary {
  /// The version that is installed.
  public static var version: String {
    // 10640 is 1.6.40.
    let number = rt_png_version()
    return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
  }
}

internal import CCodecShim
internal import Kernels
public import Pixels

extension StraightImage {
  /// Decodes any valid PNG; a file beyond `limits` is refused before memory is allocated.
  public init(
    png file: [UInt8], limits: ImageLimits = ImageLimits()
  ) throws(PNGError) {
    let header = try PNGHeader(file, limits: limits)
    let pixels: [UInt8]
    let isOpaque: Bool
    if let picture = TruecolorReader(file, header)?.pixels(in: file) {
      (pixels, isOpaque) = picture
    } else {
      pixels = try Self.decode(file, header)
      isOpaque = Self.isOpaque(pixels)
    }
    self.init(
      width: header.width, height: header.height, trusted: pixels, isOpaque: isOpaque)
  }

  /// Whether every pixel of RGBA is opaque.
  fileprivate static func isOpaque(_ bytes: [UInt8]) -> Bool {
    bytes.span.hasFullAlphas(from: 0, count: bytes.count / 4)
  }

  /// Decodes any valid PNG with libpng.
  static func decode(_ file: [UInt8], _ header: PNGHeader) throws(PNGError) -> [UInt8] {
    var (status, reason) = (RT_PICTURE_OUT_OF_MEMORY, rt_picture_reason())
    let count = header.width * header.height * 4
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      unsafe status = file.withUnsafeBufferPointer { source in
        unsafe rt_png_decode(
          source.baseAddress, source.count, UInt32(header.width), UInt32(header.height),
          target.baseAddress, count, &reason)
      }
      initialized = status == RT_PICTURE_DECODED ? count : 0
    }
    if let error = PNGError(status, reason) { throw error }
    return pixels
  }
}

extension PNGError {
  /// The shim's answer as an error; nil if the picture was decoded.
  init?(_ status: rt_picture_status, _ reason: rt_picture_reason) {
    switch status {
    case RT_PICTURE_DECODED: return nil
    case RT_PICTURE_OUT_OF_MEMORY: self = .outOfMemory
    case RT_PICTURE_TRUNCATED: self = .truncated
    case RT_PICTURE_SIZE_MISMATCH:
      self = .damaged(reason: "its image data has another size than its header")
    default: self = .damaged(reason: reason.printable)
    }
  }
}

extension rt_picture_reason {
  /// The message in printable ASCII; empty for none.
  var printable: String {
    let bytes = unsafe withUnsafeBytes(of: text) { unsafe Array($0.prefix { $0 != 0 }) }
    return String(
      decoding: bytes.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}

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

/// Why a PNG was refused.
public enum PNGError: Error, Hashable, Sendable {
  /// The file does not begin with PNG's signature.
  case notPNG
  /// The file ends before the picture does.
  case truncated
  /// The file is larger than allowed.
  case fileTooLarge(bytes: Int, limit: Int)
  /// The picture has more pixels than allowed.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// An animation has more frames than allowed.
  case tooManyFrames(limit: Int)
  /// The content is invalid; the reason is printable ASCII.
  case damaged(reason: String)
  /// A picture to be written has no pixels, which no PNG can hold.
  case noPixels
  /// An animation to be written has no frames.
  case noFrames
  /// A frame has another size than the animation.
  case wrongSize(frame: Int)
  /// A frame of an animation that was declared opaque is not.
  case notOpaque(frame: Int)
  /// A frame has colours that the animation was declared not to have.
  case unexpectedColors(frame: Int)
  /// There was not enough memory.
  case outOfMemory
}

extension PNGError: CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .notPNG: "not a PNG file"
    case .truncated: "the PNG file ends too early"
    case .fileTooLarge(let bytes, let limit):
      "the PNG file has \(bytes) bytes, which is more than the limit of \(limit)"
    case .tooManyPixels(let width, let height, let limit):
      "the PNG is \(width) x \(height), which is more than the limit of \(limit) pixels"
    case .tooManyFrames(let limit): "the APNG has more frames than the limit of \(limit)"
    case .damaged(let reason): "the PNG file is damaged: \(reason)"
    case .noPixels: "a PNG needs at least one pixel"
    case .noFrames: "an APNG needs at least one frame"
    case .wrongSize(let frame): "frame \(frame) has another size than the animation"
    case .notOpaque(let frame): "frame \(frame) is not opaque"
    case .unexpectedColors(let frame): "frame \(frame) has colours that were not announced"
    case .outOfMemory: "there is not enough memory for the PNG"
    }
  }
}

/// Reads the PNGs that most programs write: truecolour of eight bits, not interlaced.
///
/// libdeflate and the unfilter kernel take a third of libpng's time; `diff` of two photographs
/// takes half of the instructions. Files that deviate in any way are left to libpng, which knows
/// what can be forgiven, and says what is wrong with the rest.
struct TruecolorReader {
  private let width: Int
  private let height: Int
  private let hasAlpha: Bool
  /// Where the data of the IDAT chunks is in the file.
  private var parts: [Range<Int>] = []

  /// Checks the chunks of `file`; nil if libpng must read it.
  init?(_ file: [UInt8], _ header: PNGHeader) {
    (width, height) = (header.width, header.height)
    // Behind the sides: bit depth, colour type, compression, filter method, interlacing.
    switch file[24..<29] {
    case [8, 2, 0, 0, 0]: hasAlpha = false
    case [8, 6, 0, 0, 0]: hasAlpha = true
    default: return nil
    }
    var chunks = PNGChunkReader(file)
    var names: [String] = []
    while let chunk = try? chunks.next() {
      guard chunks.isIntact(chunk), chunk.name != "tRNS" else { return nil }
      switch chunk.name {
      case "IHDR": guard names.isEmpty else { return nil }
      case "IDAT":
        guard parts.isEmpty || names.last == "IDAT" else { return nil }
        parts.append(chunk.body)
      case "IEND":
        guard !parts.isEmpty else { return nil }
        return
      default: guard Self.isAncillary(chunk.name) else { return nil }
      }
      names.append(chunk.name)
    }
    return nil
  }

  /// Whether a chunk is none that a reader must know: its first letter is a small one.
  private static func isAncillary(_ name: String) -> Bool {
    let isWord = name.utf8.allSatisfy { (65...90).contains($0 & 0xDF) && $0 & 0x80 == 0 }
    return isWord && name.utf8.first.map { $0 & 0x20 != 0 } == true
  }

  /// The straight RGBA of the picture, and whether every pixel is opaque; nil if libpng must read
  /// it.
  func pixels(in file: [UInt8]) -> (bytes: [UInt8], isOpaque: Bool)? {
    let stream = parts.count == 1 ? file[parts[0]] : parts.flatMap { file[$0] }[...]
    let rowBytes = 1 + width * (hasAlpha ? 4 : 3)
    guard let rows = Zlib.decompressed(stream, count: rowBytes * height) else { return nil }
    let (width, height) = (width, height)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: width * height * 4) {
      target, initialized in
      guard let rgba = target.baseAddress else { return }
      let isValid = unsafe rows.span.lend(0, rows.count) { rows in
        unsafe hasAlpha
          ? rt_unfilter_rgba(rows, width, height, rgba)
          : rt_unfilter_rgb(rows, width, height, rgba)
      }
      initialized = isValid != 0 ? width * height * 4 : 0
    }
    guard !bytes.isEmpty else { return nil }
    return (bytes, !hasAlpha || StraightImage.isOpaque(bytes))
  }
}

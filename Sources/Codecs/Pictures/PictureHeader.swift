internal import CCodecShim

/// What a picture file says of itself: its format and its size as it is to be seen.
///
/// All of the file is read for it: what turns a picture and its colours may stand at the end.
public struct PictureHeader: Hashable, Sendable {
  /// Its format: PNG, JPEG or WebP.
  public let format: PictureFormat
  /// The sides of the upright picture.
  public let width, height: Int
  /// How its rows have to be turned.
  let orientation: ExifOrientation
  /// The bytes of its ICC profile; nil for sRGB.
  let profile: [UInt8]?

  /// Reads the header of a file of one picture.
  public init(
    _ bytes: [UInt8], limits: ImageLimits = ImageLimits()
  ) throws(PictureError) {
    guard bytes.count <= limits.fileBytes else {
      throw .fileTooLarge(bytes: bytes.count, limit: limits.fileBytes)
    }
    let facts: PictureFacts
    switch PictureFormat(bytes) {
    case .png?: facts = try PictureFacts(png: bytes, limits)
    case .jpeg?: facts = try PictureFacts(jpeg: bytes)
    case .webp?: facts = try PictureFacts(webp: bytes)
    case let format?: throw .foreign(format)
    case nil: throw .notPicture
    }
    guard facts.width <= limits.pixels / facts.height else {
      throw .tooManyPixels(width: facts.width, height: facts.height, limit: limits.pixels)
    }
    let isTurned = facts.orientation.exchangesSides
    format = facts.format
    (width, height) =
      isTurned ? (facts.height, facts.width) : (facts.width, facts.height)
    (orientation, profile) = (facts.orientation, facts.profile)
  }

  /// The sides as the pixels are stored.
  var stored: (width: Int, height: Int) {
    orientation.exchangesSides ? (height, width) : (width, height)
  }
}

/// What the parts of a file say, before anything is decoded.
struct PictureFacts {
  var format: PictureFormat
  var width = 0
  var height = 0
  var orientation = ExifOrientation.upright
  var profile: [UInt8]?

  /// The greatest profile that is read.
  private static let mostProfileBytes = 1 << 20

  init(png bytes: [UInt8], _ limits: ImageLimits) throws(PictureError) {
    format = .png
    do {
      let header = try PNGHeader(bytes, limits: limits)
      (width, height) = (header.width, header.height)
    } catch {
      throw .png(error)
    }
    var chunks = PNGChunkReader(bytes)
    // What is wrong with a chunk is the decoder's to say.
    while let chunk = try? chunks.next() {
      switch chunk.name {
      case "eXIf" where orientation == .upright:
        orientation = ExifOrientation(exif: bytes[chunk.body])
      case "iCCP" where profile == nil:
        guard let name = bytes[chunk.body].firstIndex(of: 0), name + 2 <= chunk.body.upperBound
        else { continue }
        let stream = bytes[(name + 2)..<chunk.body.upperBound]
        guard let data = Zlib.decompressed(stream, atMost: Self.mostProfileBytes) else {
          throw .profile("it is damaged, or larger than 1 MB")
        }
        profile = data
      default: break
      }
    }
  }

  init(jpeg bytes: [UInt8]) throws(PictureError) {
    format = .jpeg
    var parts: [(number: UInt8, bytes: ArraySlice<UInt8>)] = []
    var offset = 2
    while let segment = Self.segment(of: bytes, at: &offset), segment.marker != 0xDA {
      let body = segment.body
      switch segment.marker {
      // Every frame header but those of tables and arithmetic conditioning.
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(segment.marker):
        guard body.count >= 6 else { throw .damaged(.jpeg, "its frame header is too short") }
        (height, width) = (
          Int(bytes.bigEndian16(at: body.startIndex + 1)),
          Int(bytes.bigEndian16(at: body.startIndex + 3))
        )
        if body[body.startIndex + 5] == 4 { throw .cmyk }
      case 0xE1 where body.starts(with: "Exif\0\0".utf8):
        orientation = ExifOrientation(exif: body.dropFirst(6))
      case 0xE2 where body.starts(with: "ICC_PROFILE\0".utf8) && body.count > 14:
        parts.append((body[body.startIndex + 12], body.dropFirst(14)))
      default: break
      }
    }
    guard width > 0, height > 0 else { throw .damaged(.jpeg, "it has no size") }
    let joined = parts.sorted { $0.number < $1.number }.flatMap(\.bytes)
    if joined.count > Self.mostProfileBytes { throw .profile("it is larger than 1 MB") }
    profile = joined.isEmpty ? nil : joined
  }

  /// The segment at `offset`, behind which it goes on; nil at the end.
  private static func segment(
    of bytes: [UInt8], at offset: inout Int
  ) -> (marker: UInt8, body: ArraySlice<UInt8>)? {
    while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      // Fill bytes, and markers that stand alone.
      if marker == 0xFF {
        offset += 1
        continue
      }
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        offset += 2
        continue
      }
      let length = Int(bytes.bigEndian16(at: offset + 2))
      guard length >= 2, offset + 2 + length <= bytes.count else { return nil }
      defer { offset += 2 + length }
      return (marker, bytes[(offset + 4)..<(offset + 2 + length)])
    }
    return nil
  }

  init(webp bytes: [UInt8]) throws(PictureError) {
    format = .webp
    var (columns, rows, isAnimated): (Int32, Int32, Int32) = (0, 0, 0)
    guard unsafe rt_webp_size(bytes, bytes.count, &columns, &rows, &isAnimated) != 0 else {
      throw .damaged(.webp, "it has no size")
    }
    if isAnimated != 0 { throw .foreign(.animatedWebP) }
    (width, height) = (Int(columns), Int(rows))
    var offset = 12
    while offset + 8 <= bytes.count {
      let length = (4..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
      guard length <= bytes.count - offset - 8 else { return }
      let body = bytes[(offset + 8)..<(offset + 8 + length)]
      switch String(decoding: bytes[offset..<offset + 4], as: UTF8.self) {
      case "EXIF":
        let hasMark = body.starts(with: "Exif\0\0".utf8)
        orientation = ExifOrientation(exif: hasMark ? body.dropFirst(6) : body)
      case "ICCP":
        if body.count > Self.mostProfileBytes { throw .profile("it is larger than 1 MB") }
        profile = Array(body)
      default: break
      }
      offset += 8 + length + length % 2
    }
  }
}

/// Why a picture was refused.
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is none of the formats that are known.
  case notPicture
  /// A format that is not read as a picture.
  case foreign(PictureFormat)
  /// A PNG.
  case png(PNGError)
  /// The file is larger than allowed.
  case fileTooLarge(bytes: Int, limit: Int)
  /// It has more pixels than allowed.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// Its content is invalid.
  case damaged(PictureFormat, String)
  /// A JPEG for print.
  case cmyk
  /// A colour profile that is not read.
  case profile(String)
  /// There was not enough memory.
  case outOfMemory

  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .notPicture: "not a PNG, JPEG or WebP file"
    case .foreign(let format): "it is \(format)"
    case .png(let error): "\(error)"
    case .fileTooLarge(let bytes, let limit):
      "the file has \(bytes) bytes, which is more than the limit of \(limit)"
    case .tooManyPixels(let width, let height, let limit):
      "the picture is \(width) x \(height), which is more than the limit of \(limit) pixels"
    case .damaged(let format, let reason): "the \(format.rawValue) file is damaged: \(reason)"
    case .cmyk: "it is a JPEG in CMYK, for print; convert it to sRGB"
    case .profile(let reason): "its colour profile is not read: \(reason); convert it to sRGB"
    case .outOfMemory: "there is not enough memory for the picture"
    }
  }
}

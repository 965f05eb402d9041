/// A format of pictures or animations, as the first bytes of a file tell it.
public enum PictureFormat: String, Hashable, Sendable, CaseIterable {
  case png = "PNG"
  case gif = "GIF"
  case jpeg = "JPEG"
  case webp = "WebP"
  case animatedWebP = "animated WebP"
  case heic = "HEIC"
  case avif = "AVIF"
  case bmp = "BMP"
  case tiff = "TIFF"
  case svg = "SVG"
  case pdf = "PDF"
  case mp4 = "MP4 or MOV video"
  case matroska = "WebM or MKV video"

  /// As many bytes as are looked at.
  public static let headCount = 1024

  /// The format of a file that begins with `bytes`; nil if it is none of these.
  public init?(_ bytes: [UInt8]) {
    let head = bytes.prefix(Self.headCount)
    func has(_ mark: String, at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: mark.utf8)
    }
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if has("GIF8") {
      self = .gif
    } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if has("RIFF"), has("WEBP", at: 8) {
      let isAnimated = has("VP8X", at: 12) && head.count > 20 && head[20] & 2 != 0
      self = isAnimated ? .animatedWebP : .webp
    } else if has("ftyp", at: 4) {
      self = Self.container(head)
    } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .matroska
    } else if has("BM"), head.count >= 10, head[6..<10].allSatisfy({ $0 == 0 }) {
      self = .bmp
    } else if has("II*\0") || has("MM\0*") {
      self = .tiff
    } else if has("%PDF-") {
      self = .pdf
    } else if Self.isSVG(head) {
      self = .svg
    } else {
      return nil
    }
  }

  /// The format of a file whose first box lists its brands.
  private static func container(_ head: ArraySlice<UInt8>) -> PictureFormat {
    let length = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let brands = stride(from: 8, to: min(length, head.count) - 3, by: 4).map {
      String(decoding: head[$0..<$0 + 4], as: UTF8.self)
    }
    if brands.contains(where: ["avif", "avis"].contains) { return .avif }
    let ofHEIF = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
    return brands.contains(where: ofHEIF.contains) ? .heic : .mp4
  }

  private static func isSVG(_ head: ArraySlice<UInt8>) -> Bool {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head
    let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
    return text.first { !blanks.contains($0) } == UInt8(ascii: "<")
      && String(decoding: text, as: UTF8.self).contains("<svg")
  }
}

extension PictureFormat: CustomStringConvertible {
  /// As in "a JPEG".
  public var description: String {
    [.animatedWebP, .avif, .svg, .mp4].contains(self) ? "an \(rawValue)" : "a \(rawValue)"
  }
}

/// How much an image from a stranger may ask for; checked before memory is allocated.
public struct ImageLimits: Hashable, Sendable {
  /// The greatest size of the file.
  public var fileBytes: Int
  /// The greatest number of pixels of one picture.
  public var pixels: Int
  /// The greatest number of frames of an animation.
  public var frames: Int

  /// Limits; each of them is what the documentation promises unless told otherwise.
  public init(
    fileBytes: Int = 64 * 1024 * 1024, pixels: Int = 50_000_000, frames: Int = 3600
  ) {
    (self.fileBytes, self.pixels, self.frames) = (fileBytes, pixels, frames)
  }
}

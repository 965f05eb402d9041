import Testing

@testable import Codecs

struct PictureFormatTests {
  static let heads: [(name: String, head: [UInt8], format: PictureFormat?)] = [
    ("PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    ("GIF", bytes("GIF89a"), .gif),
    ("JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0, 16], .jpeg),
    ("WebP", bytes("RIFF\0\0\0\0WEBPVP8 \0\0\0\0"), .webp),
    ("WebP with alpha", bytes("RIFF\0\0\0\0WEBPVP8X\n\0\0\0") + [0x10, 0, 0, 0], .webp),
    ("animated WebP", bytes("RIFF\0\0\0\0WEBPVP8X\n\0\0\0") + [0x12, 0, 0, 0], .animatedWebP),
    ("HEIC", [0, 0, 0, 24] + bytes("ftypheic\0\0\0\0mif1heic"), .heic),
    ("HEIF", [0, 0, 0, 20] + bytes("ftypmif1\0\0\0\0mif1"), .heic),
    ("AVIF", [0, 0, 0, 28] + bytes("ftypavif\0\0\0\0avifmif1miaf"), .avif),
    ("AVIF by its other brands", [0, 0, 0, 24] + bytes("ftypmif1\0\0\0\0mif1avif"), .avif),
    ("MP4", [0, 0, 0, 24] + bytes("ftypisom\0\0\0\0isomavc1"), .mp4),
    ("MOV", [0, 0, 0, 20] + bytes("ftypqt  \0\0\0\0qt  "), .mp4),
    ("a box of any length", [0xFF, 0xFF, 0xFF, 0xFF] + bytes("ftyp"), .mp4),
    ("Matroska", [0x1A, 0x45, 0xDF, 0xA3, 0x93, 0x42, 0x82, 0x84] + bytes("webm"), .matroska),
    ("BMP", bytes("BM") + [10, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0], .bmp),
    ("TIFF of PCs", bytes("II*\0"), .tiff), ("TIFF of Macs", bytes("MM\0*"), .tiff),
    ("PDF", bytes("%PDF-1.7\n"), .pdf),
    ("SVG", bytes("<svg xmlns='http://www.w3.org/2000/svg'>"), .svg),
    ("SVG with a head", bytes("\u{FEFF}<?xml version='1.0'?>\n<!-- by hand -->\n<svg>"), .svg),
    ("other XML", bytes("<?xml version='1.0'?><plist>"), nil),
    ("a scene", bytes("{ \"version\": 1 }"), nil),
    ("a text about <svg", bytes("text <svg"), nil),
    ("BM in a text", bytes("BMW is a maker of cars"), nil),
    ("a sound", bytes("RIFF\0\0\0\0WAVEfmt "), nil),
    ("nothing", [], nil),
  ]

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("a format is told by the first bytes", arguments: heads.indices)
  func tells(_ index: Int) {
    let expected = Self.heads[index]
    #expect(PictureFormat(expected.head) == expected.format, "\(expected.name)")
    // Whatever is cut off, nothing traps.
    for count in 0..<expected.head.count { _ = PictureFormat(Array(expected.head[..<count])) }
  }

  @Test("a format has the article that people speak")
  func articles() {
    let said = PictureFormat.allCases.map(\.description)
    #expect(
      said == [
        "a PNG", "a GIF", "a JPEG", "a WebP", "an animated WebP", "a HEIC", "an AVIF", "a BMP",
        "a TIFF", "an SVG", "a PDF", "an MP4 or MOV video",
        "a WebM or MKV video",
      ])
  }
}

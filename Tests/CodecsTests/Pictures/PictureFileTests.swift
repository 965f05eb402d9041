import Foundation
import Pixels
import TestSupport
import Testing

@testable import Codecs

@Suite("pictures from elsewhere")
struct PictureFileTests {
  private static func corpus(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Fixtures.package.appending(path: "Tests/Fuzz/\(name)")))
  }

  /// The picture of which the corpora are made: its red goes right, its green down.
  private static func isPicture(_ image: StraightImage, within slack: Int) -> Bool {
    guard (image.width, image.height) == (16, 12) else { return false }
    return (0..<12).allSatisfy { y in
      (0..<16).allSatisfy { x in
        let offset = 4 * (y * 16 + x)
        let wanted = [x * 16, y * 20, (x + y) * 8]
        return (0..<3).allSatisfy { abs(Int(image.bytes[offset + $0]) - wanted[$0]) <= slack }
      }
    }
  }

  @Test(
    "JPEG and WebP are read by their first bytes",
    arguments: [
      ("jpeg/baseline.jpg", 24), ("jpeg/progressive.jpg", 40), ("webp/lossy.webp", 40),
      ("webp/lossless.webp", 0), ("webp/alpha.webp", 0),
    ])
  func formats(_ name: String, slack: Int) throws {
    let image = try PictureFile.image(Self.corpus(name))
    #expect(Self.isPicture(image, within: slack))
    #expect(image.isOpaque == (name != "webp/alpha.webp"))
    let header = try PictureHeader(Self.corpus(name))
    #expect(header.format == (name.hasSuffix(".jpg") ? .jpeg : .webp))
  }

  @Test(
    "Exif turns a picture, and its sides in the header",
    arguments: ["jpeg/turned.jpg", "webp/turned.webp"])
  func turned(_ name: String) throws {
    let header = try PictureHeader(Self.corpus(name))
    let image = try PictureFile.image(Self.corpus(name))
    #expect((header.width, header.height) == (12, 16))
    #expect((image.width, image.height) == (12, 16))
    // What was at the lower left is at the upper left: dark red, full green.
    #expect(image.bytes[0] < 90 && image.bytes[1] > 180)
  }

  @Test("the eight orientations lead to one upright picture", arguments: ExifOrientation.allCases)
  func orientations(_ orientation: ExifOrientation) {
    // Three columns and two rows, each pixel with its number.
    func pixels(_ numbers: [UInt8]) -> [UInt8] { numbers.flatMap { [$0, $0, $0, 255] } }
    let stored: [UInt8] =
      switch orientation {
      case .upright: [1, 2, 3, 4, 5, 6]
      case .mirrored: [3, 2, 1, 6, 5, 4]
      case .turned: [6, 5, 4, 3, 2, 1]
      case .flipped: [4, 5, 6, 1, 2, 3]
      case .transposed: [1, 4, 2, 5, 3, 6]
      case .right: [3, 6, 2, 5, 1, 4]
      case .transversed: [6, 3, 5, 2, 4, 1]
      case .left: [4, 1, 5, 2, 6, 3]
      }
    let (width, height) = orientation.exchangesSides ? (2, 3) : (3, 2)
    let upright = orientation.upright(pixels(stored), width: width, height: height)
    #expect(upright == pixels([1, 2, 3, 4, 5, 6]))
  }

  @Test("damaged Exif counts as upright")
  func damagedExif() {
    let whole: [UInt8] = [
      0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0,
    ]
    #expect(ExifOrientation(exif: whole[...]) == .right)
    for count in 0..<20 { #expect(ExifOrientation(exif: whole.prefix(count)) == .upright) }
    var wrong = whole
    wrong[19] = 9
    #expect(ExifOrientation(exif: wrong[...]) == .upright)
  }

  @Test("Display P3 becomes sRGB, and what sRGB lacks is cut")
  func displayP3() throws {
    let conversion = ProfileConversion(try ColorProfile(Self.corpus("profile/p3.icc")))
    #expect(!conversion.isIdentity)
    var pixels: [UInt8] = [51, 102, 153, 255, 0, 255, 0, 128, 255, 255, 255, 0, 0, 0, 0, 7]
    conversion.convert(&pixels)
    #expect(pixels == [27, 104, 157, 255, 0, 255, 0, 128, 255, 255, 255, 0, 0, 0, 0, 7])
  }

  @Test("a profile that is no matrix is an error with a way out")
  func otherProfiles() throws {
    var lab = try Self.corpus("profile/p3.icc")
    lab.replaceSubrange(16..<20, with: "Lab ".utf8)
    let reason = PictureError.profile("it is of the colour space \"Lab \"")
    #expect(throws: reason) { try ColorProfile(lab) }
    #expect("\(reason)".hasSuffix("convert it to sRGB"))
    #expect(throws: PictureError.cmyk) { try PictureFile.image(Self.corpus("jpeg/cmyk.jpg")) }
    for count in stride(from: 0, to: lab.count, by: 7) {
      #expect(throws: PictureError.self) { try ColorProfile(Array(lab.prefix(count))) }
    }
  }

  @Test(
    "cut at any byte, a picture is an error",
    arguments: [
      "jpeg/baseline.jpg", "jpeg/progressive.jpg", "jpeg/turned.jpg", "webp/lossy.webp",
      "webp/lossless.webp", "png/rgb.png",
    ])
  func cut(_ name: String) throws {
    let bytes = try Self.corpus(name)
    // The end mark of a JPEG is two bytes.
    for count in 0..<bytes.count - 2 {
      #expect(throws: PictureError.self, "\(count) bytes") {
        try PictureFile.image(Array(bytes.prefix(count)))
      }
    }
  }

  @Test("what is larger than the limits is refused before it is decoded")
  func limits() throws {
    let bytes = try Self.corpus("jpeg/baseline.jpg")
    let pixels = ImageLimits(pixels: 191)
    #expect(throws: PictureError.tooManyPixels(width: 16, height: 12, limit: 191)) {
      try PictureHeader(bytes, limits: pixels)
    }
    #expect(throws: PictureError.fileTooLarge(bytes: bytes.count, limit: 100)) {
      try PictureFile.image(bytes, limits: ImageLimits(fileBytes: 100))
    }
  }
}

import Foundation
import Pixels
import TestSupport
import Testing

@testable import Codecs

struct PNGImageTests {
  static let suite = Fixtures.files(in: "pngsuite", suffix: ".png")
  static let valid = suite.filter { !$0.lastPathComponent.hasPrefix("x") }
  static let corrupt = suite.filter { $0.lastPathComponent.hasPrefix("x") }

  @Test("a valid PNG of the suite decodes as the reference does", arguments: valid)
  func decodes(_ file: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    let reference = try #require(ReferencePNG(bytes))
    let image = try StraightImage(png: bytes)
    #expect(image.width == reference.width)
    #expect(image.height == reference.height)
    #expect(image.bytes == reference.rgba)
  }

  @Test("a corrupt PNG of the suite is refused with a reason", arguments: corrupt)
  func refuses(_ file: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    #expect(throws: PNGError.self) { try StraightImage(png: bytes) }
  }

  @Test("limits are checked before anything is decoded")
  func limits() throws {
    let file = try tinyPNG()
    #expect(throws: PNGError.tooManyPixels(width: 32, height: 32, limit: 1023)) {
      try PNGHeader(file, limits: ImageLimits(pixels: 1023))
    }
    #expect(try PNGHeader(file, limits: ImageLimits(pixels: 1024)).width == 32)
    #expect(throws: PNGError.fileTooLarge(bytes: file.count, limit: 60)) {
      try StraightImage(png: file, limits: ImageLimits(fileBytes: 60))
    }
  }

  @Test("33 bytes are a header, and one with a side of zero is none")
  func header() throws {
    var head = Array(try tinyPNG().prefix(33))
    #expect(try PNGHeader(head).height == 32)
    #expect(throws: PNGError.truncated) { try PNGHeader(Array(head.dropLast())) }
    for side in [19, 23] {
      head[side] = 0
      #expect(throws: PNGError.damaged(reason: "a side is zero or too long")) {
        try PNGHeader(head)
      }
      head[side] = 32
    }
  }

  @Test("a PNG cut short anywhere is refused")
  func truncation() throws {
    let file = try tinyPNG()
    for count in 0..<file.count {
      #expect(throws: PNGError.self) { try StraightImage(png: [UInt8](file[..<count])) }
    }
  }

  // Every chunk has a checksum: what is damaged is left out where a PNG may be without it.
  @Test("a PNG with flipped bits is refused, or only its transparency is lost", arguments: valid)
  func bitFlips(_ file: URL) throws {
    let original = [UInt8](try Data(contentsOf: file))
    let whole = try StraightImage(png: original).bytes
    let opaque = whole.indices.map { $0 % 4 == 3 ? 255 : whole[$0] }
    var random = SeededRandom(seed: UInt64(original.count))
    for _ in 0..<20 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      let image = try? StraightImage(png: bytes, limits: ImageLimits(pixels: 1_000_000))
      if let image { #expect(image.bytes == whole || image.bytes == opaque) }
    }
  }

  @Test("text from libpng is printable")
  func reasons() throws {
    var file = try tinyPNG()
    file[8 + 25 + 4] = 0x1B
    do {
      _ = try StraightImage(png: file)
      Issue.record("a broken chunk name was accepted")
    } catch {
      #expect(error.description.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    }
  }

  private func tinyPNG() throws -> [UInt8] {
    var random = SeededRandom(seed: 1)
    return try PNGWriter().file(
      of: PNGWriterTests.picture(32, 32, colors: 900, opaque: true, using: &random))
  }
}

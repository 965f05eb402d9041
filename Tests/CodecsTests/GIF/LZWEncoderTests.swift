import Pixels
import TestSupport
import Testing

@testable import Codecs

struct LZWEncoderTests {
  @Test(
    "indices come back as giflib decodes them",
    arguments: [(2, 1), (2, 2), (3, 3), (4, 40_000), (60, 40_000), (256, 40_000)])
  func indices(colors: Int, count: Int) throws {
    var random = SeededRandom.fresh("LZW")
    for longest in [1, 3, 900] {
      let indices = Self.words(of: colors, count: count, longest: longest, using: &random)
      let data = LZWEncoder.imageData(
        of: indices, colors: colors, width: Self.width(of: count))
      #expect(try Self.decoded(data, colors: colors, count: count) == indices)
    }
  }

  @Test("of two indices that show the same, one comes back", arguments: [2, 4, 60, 256])
  func candidates(colors: Int) throws {
    var random = SeededRandom.fresh("LZW with a candidates")
    let count = 40_000
    for longest in [2, 12, 300] {
      let indices = Self.words(of: colors, count: count, longest: longest, using: &random)
      let others = indices.map { index in
        Bool.random(using: &random) ? UInt8(Int.random(in: 0..<colors, using: &random)) : index
      }
      let data = LZWEncoder.imageData(of: indices, or: others, colors: colors, width: 200)
      let shown = try Self.decoded(data, colors: colors, count: count)
      let isEither = shown.indices.allSatisfy {
        shown[$0] == indices[$0] || shown[$0] == others[$0]
      }
      #expect(isEither, "runs of \(longest)")
    }
  }

  @Test("an unchanged pixel in a plain area may be painted again, which saves bytes")
  func plainArea() {
    let indices = (0..<40_000).map { UInt8($0 * 7919 % 13 < 6 ? 3 : 0) }
    let others = [UInt8](repeating: 0, count: indices.count)
    let fixed = LZWEncoder.imageData(of: indices, colors: 4, width: 200)
    let free = LZWEncoder.imageData(of: indices, or: others, colors: 4, width: 200)
    #expect(free.count * 2 < fixed.count)
  }

  @Test(
    "a pixel becomes another colour only within the slack, and saves bytes",
    arguments: [100, 90, 50])
  func substitutes(quality: Int) throws {
    var random = SeededRandom.fresh("LZW with substitutes")
    // Noise on a ramp of greys, each of which is in the palette.
    var picture = Pixmap(width: 200, height: 200)
    for y in 0..<200 {
      for x in 0..<200 {
        let level = UInt8(x / 2 + Int.random(in: 0...3, using: &random))
        picture[x, y] = Pixel(SIMD4(level, level, level, 255))
      }
    }
    let region = FrameRegion(pixels: picture, previous: nil, area: picture.bounds)
    let palette = Palette(for: Histogram(of: region), count: 60)
    let substitutes = Substitutes(of: palette, GIFOptions(quality: quality))
    let wanted = (0..<40_000).map { picture.bytes.span.word(at: 4 * $0) }
    let nearest = PaletteChannels(palette.colors).nearest(to: wanted)
    let plain = LZWEncoder.imageData(of: nearest, colors: 60, width: 200, wanted: wanted)
    let lossy = LZWEncoder.imageData(
      of: nearest, colors: 60, width: 200, wanted: wanted, substitutes)
    #expect(lossy.count < plain.count * 9 / 10)
    func distance(_ index: UInt8, _ place: Int) -> Float {
      ColorSample.distance(
        ColorSample.channels(palette.colors[Int(index)]), ColorSample.channels(wanted[place]))
    }
    let shown = try Self.decoded(lossy, colors: 60, count: 40_000)
    let isNear = shown.indices.allSatisfy {
      distance(shown[$0], $0) < distance(nearest[$0], $0) + Float(substitutes.slack) + 0.01
    }
    #expect(isNear && shown != nearest)
  }

  /// Words of a small vocabulary, each letter being up to so many pixels long.
  private static func words(
    of colors: Int, count: Int, longest: Int, using random: inout SeededRandom
  ) -> [UInt8] {
    let words = (0..<30).map { _ in
      (0..<Int.random(in: 3..<12, using: &random)).flatMap { _ in
        repeatElement(
          UInt8(Int.random(in: 0..<colors, using: &random)),
          count: Int.random(in: 1...longest, using: &random))
      }
    }
    var indices: [UInt8] = []
    while indices.count < count {
      indices += words[Int.random(in: 0..<words.count, using: &random)]
    }
    return Array(indices.prefix(count))
  }

  private static func width(of count: Int) -> Int { min(count, 200) }

  /// What giflib reads of an image one row high, or of rows of 200 pixels.
  private static func decoded(_ data: [UInt8], colors: Int, count: Int) throws -> [UInt8] {
    let width = width(of: count)
    var image = ImageBlock(area: PixelRect(x: 0, y: 0, width: width, height: count / width))
    image.setColors((0..<UInt32(colors)).map { $0 | 0xFF00_0000 }, .local, false)
    image.data = data
    var file = Array("GIF89a".utf8) + [UInt8(width), 0, UInt8(count / width), 0, 0x70, 0, 0]
    image.write(to: &file, delay: 2, disposal: .none)
    return try CodecsTests.decoded(file + [0x3B]).frames[0].pixels.bytes.enumerated()
      .filter { $0.offset % 4 == 0 }.map(\.element)
  }
}

import Pixels
import TestSupport
import Testing

@testable import Codecs

struct PNGWriterTests {
  /// A picture of random straight colours, of which there are at most `colors`.
  static func picture(
    _ width: Int, _ height: Int, colors: Int, grey: Bool = false, opaque: Bool = false,
    using random: inout SeededRandom
  ) throws -> StraightImage {
    let palette = (0..<colors).map { _ -> [UInt8] in
      let red = UInt8.random(in: 0...255, using: &random)
      let rest = grey ? [red, red] : [UInt8.random(in: 0...255, using: &random), 9]
      return [red] + rest + [opaque ? 255 : UInt8.random(in: 0...255, using: &random)]
    }
    let bytes = (0..<width * height).flatMap { _ in
      palette[Int.random(in: 0..<colors, using: &random)]
    }
    return try #require(StraightImage(width: width, height: height, straight: bytes))
  }

  @Test(
    "what is written is read again, pixel for pixel",
    arguments: [1, 2, 4, 5, 16, 17, 200, 3000], PNGCompression.allCases)
  func roundTrip(colors: Int, compression: PNGCompression) throws {
    var random = SeededRandom.fresh("PNG round trip")
    for (grey, opaque) in [(false, false), (false, true), (true, false), (true, true)] {
      let (width, height) = (
        Int.random(in: 1...70, using: &random), Int.random(in: 1...50, using: &random)
      )
      let image = try Self.picture(
        width, height, colors: colors, grey: grey, opaque: opaque, using: &random)
      let file = try PNGWriter(compression: compression).file(of: image)
      #expect(try StraightImage(png: file) == image)
      #expect(ReferencePNG(file)?.rgba == image.bytes)
    }
  }

  @Test(
    "a picture is reduced to the smallest format that holds it",
    arguments: [
      (2, false, true, PixelFormat.ColorType.palette, 1), (3, false, false, .palette, 2),
      (16, false, true, .palette, 4), (100, true, true, .grey, 8),
      (100, false, false, .palette, 8), (5000, true, false, .greyAlpha, 8),
      (5000, false, true, .rgb, 8), (5000, false, false, .rgba, 8),
    ])
  func reduction(
    _ colors: Int, _ grey: Bool, _ opaque: Bool, _ kind: PixelFormat.ColorType, _ bits: Int
  )
    throws
  {
    var random = SeededRandom(seed: 5)
    let image = try Self.picture(
      100, 90, colors: colors, grey: grey, opaque: opaque, using: &random)
    let format = PixelFormat(ColorSummary(straight: image.bytes))
    #expect(format.colorType == kind)
    #expect(format.bitDepth == bits)
  }

  @Test(
    "few greys need no palette where their bits are enough",
    arguments: [
      ([0, 255], 1), ([255], 1), ([85, 0, 170], 2), ([17, 34, 51, 238], nil),
      ([17, 34, 51, 238, 0], 4), ([3, 4], nil),
    ] as [([UInt8], Int?)])
  func greys(_ levels: [UInt8], _ bits: Int?) throws {
    var random = SeededRandom(seed: 6)
    let bytes = (0..<13 * 7).flatMap { place -> [UInt8] in
      let level = place < levels.count ? levels[place] : levels.randomElement(using: &random) ?? 0
      return [level, level, level, 255]
    }
    let image = try #require(StraightImage(width: 13, height: 7, straight: bytes))
    let file = try PNGWriter().file(of: image)
    #expect(file[25] == (bits == nil ? PixelFormat.ColorType.palette : .grey).rawValue)
    if let bits { #expect(Int(file[24]) == bits) }
    #expect(try StraightImage(png: file) == image)
    #expect(ReferencePNG(file)?.rgba == bytes)
  }

  @Test("the way from premultiplied to a file and back loses nothing that was there")
  func premultiplied() throws {
    var pixmap = Pixmap(width: 256, height: 256)
    pixmap.withMutableSpan { span in
      for alpha in 0..<256 {
        for value in 0..<256 {
          let offset = (alpha * 256 + value) * 4
          for channel in 0..<3 { span[offset + channel] = UInt8(min(value, alpha)) }
          span[offset + 3] = UInt8(alpha)
        }
      }
    }
    let image = try StraightImage(png: PNGWriter().file(of: pixmap))
    #expect(image.premultiplied == pixmap)
  }

  /// Pictures of 200 x 120 pixels, of which one filter and one deflate suit each.
  private static func picture(_ kind: PictureKind) -> [UInt8] {
    var random = SeededRandom(seed: 9)
    let letters = (0..<40 * 12).map { _ in UInt8.random(in: 0...255, using: &random) }
    return (0..<200 * 120).flatMap { place -> [UInt8] in
      let (x, y) = (place % 200, place / 200)
      let slope = [UInt8((3 * x + 2 * y) / 5), UInt8(255 - (5 * x + y) / 6), UInt8(x / 2 + y), 255]
      switch kind {
      case .drawing:
        // Every line has other letters of the alphabet.
        let letter = (x / 10 * 7 + y / 12 * 5) % 4
        let grey = letters[letter * 120 + y % 12 * 10 + x % 10]
        return [grey, grey / 2 + 50, 255 - grey, 255]
      case .gradient: return slope
      case .photograph:
        return slope.map { $0 == 255 ? 255 : $0 / 2 + UInt8.random(in: 0...9, using: &random) }
      }
    }
  }

  @Test(
    "a sample tells drawings, gradients and photographs",
    arguments: [PictureKind.drawing, .gradient, .photograph])
  func kinds(_ kind: PictureKind) throws {
    let bytes = Self.picture(kind)
    let lines = Scanlines(width: 200, height: 120, rgba: bytes, format: .rgb)
    #expect(try lines.kind().kind == kind)
    let image = try #require(StraightImage(width: 200, height: 120, straight: bytes))
    for compression in PNGCompression.allCases {
      let file = try PNGWriter(compression: compression).file(of: image)
      #expect(ReferencePNG(file)?.rgba == bytes)
      #expect(try StraightImage(png: file) == image)
    }
  }

  @Test("a large photograph is written in bands, the same in any order")
  func bands() throws {
    var random = SeededRandom(seed: 3)
    let bytes = (0..<1500 * 1000).flatMap { place -> [UInt8] in
      let (noise, x, y) = (random.next(), place % 1500 % 200, place / 1500 % 120)
      return [
        UInt8((3 * x + 2 * y) / 10 + Int(noise % 10)), UInt8(90 - x / 3 + Int((noise >> 8) % 10)),
        UInt8(x / 4 + y / 2 + Int((noise >> 16) % 10)), 255,
      ]
    }
    let image = try #require(StraightImage(width: 1500, height: 1000, straight: bytes))
    var count = 0
    let file = try PNGWriter().file(of: image) { bands, work in
      count = bands
      return Array((0..<bands).reversed().map(work).reversed())
    }
    #expect(count == 2)
    #expect(try PNGWriter().file(of: image) == file)
    #expect(ReferencePNG(file)?.rgba == bytes)
    #expect(try StraightImage(png: file) == image)
  }

  @Test("a picture without pixels is refused")
  func empty() {
    #expect(throws: PNGError.noPixels) { try PNGWriter().file(of: Pixmap(width: 0, height: 3)) }
  }

  @Test("ffmpeg reads what is written")
  func ffmpeg() throws {
    guard let program = OutsideProgram("ffmpeg") else { return }
    var random = SeededRandom.fresh("PNG for ffmpeg")
    for colors in [2, 40, 9000] {
      let image = try Self.picture(61, 43, colors: colors, using: &random)
      let answer = try program.output(
        ["-v", "error", "-i", "{}", "-f", "rawvideo", "-pix_fmt", "rgba", "-"],
        file: PNGWriter().file(of: image))
      #expect(answer == image.bytes)
    }
  }
}

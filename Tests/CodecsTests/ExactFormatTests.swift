import Pixels
import TestSupport
import Testing

@testable import Codecs

/// Numbers of the lowest byte first.
private func number(_ bytes: [UInt8], at place: Int, bytes count: Int) -> Int {
  (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
}

@Suite("what heads and tables say")
struct ExactFormatTests {
  /// A picture of `count` colours: of two channels that are the same, and one that is not.
  private static func picture(_ count: Int, odd: Int) -> Pixmap {
    var picture = Pixmap(width: 24, height: 12)
    for place in 0..<288 {
      let index = place % count
      // Few are the greys that fewer bits can say, but for one channel.
      let level = count <= 16 ? index * 255 / (count - 1) : index % 256
      var channels = SIMD4<UInt8>(repeating: UInt8(level))
      channels[odd] = index < 256 ? 7 : 100
      channels[3] = 255
      picture[place % 24, place / 24] = Pixel(channels)
    }
    return picture
  }

  @Test(
    "pictures of as many colours as a palette has, one fewer and one more come back exactly",
    arguments: [2, 4, 16, 255, 256, 257], [0, 1, 2])
  func colors(_ count: Int, _ odd: Int) throws {
    let picture = Self.picture(count, odd: odd)
    let image = try #require(StraightImage(width: 24, height: 12, straight: picture.bytes))
    for compression in [PNGCompression.fast, .standard] {
      let file = try PNGWriter(compression: compression).file(of: image)
      #expect(try #require(ReferencePNG(file)).rgba == picture.bytes)
      #expect(file[25] == (count <= 256 ? 3 : 2), "a palette where it is enough")
    }
    var other = picture
    other[3, 4] = picture[5, 6]
    let run = FrameRun([picture, other, picture])
    for colors in [false, true] {
      var summary = ColorSummary()
      for frame in run.frames { summary.insert(frame) }
      let sink = try APNGSink(
        width: 24, height: 12, frameCount: 3, isOpaque: true,
        colors: colors ? summary : ColorSummary())
      #expect(try APNGTests.frames(run.bytes(through: sink)).map(\.pixels) == run.frames)
    }
  }

  @Test(
    "the table of a GIF has an entry for the transparent index", arguments: [1, 2, 3, 4, 8, 16])
  func transparency(_ colors: Int) throws {
    var picture = Pixmap(width: 20, height: 4)
    for place in 0..<60 {
      let level = UInt8(place % colors * 9 + 3)
      picture[place % 20, place / 20] = Pixel(SIMD4(level, 0, 0, 255))
    }
    let gif = try FrameRun([picture]).gif(samples: true)
    let entries = 2 << Int(gif[10] & 7)
    #expect(gif[10] & 0x80 != 0)
    let control = try #require(
      gif.indices.first { gif[$0] == 0x21 && gif[$0 + 1] == 0xF9 && gif[$0 + 2] == 4 })
    #expect(gif[control + 3] & 1 == 1)
    #expect(Int(gif[control + 6]) < entries)
  }

  @Test("what a GIF shows for longer than one delay can say is cleared whole when it goes")
  func longAndCleared() throws {
    var box = Pixmap(width: 30, height: 20)
    box.fill(PixelRect(x: 4, y: 5, width: 20, height: 10), with: Pixel(.black))
    var run = FrameRun([box, Pixmap(width: 30, height: 20), box])
    run.times = [0, 1500, 1501, 1502]
    let frames = try decoded(run.gif()).frames
    #expect(FrameRun.shown(frames, atCentiseconds: 140_000) == box)
    #expect(FrameRun.shown(frames, atCentiseconds: 150_050) == run.frames[1])
    #expect(FrameRun.shown(frames, atCentiseconds: 150_150) == box)
  }

  @Test(
    "a strict LZW decoder finds the end code where the pixels end, at its own width, and no bit behind it",
    arguments: [2, 4, 60, 256])
  func endCode(_ colors: Int) throws {
    var random = SeededRandom.fresh("LZW that ends")
    // The width grows with the number of codes: all lengths near to where it does.
    for count in Array(1...40) + (0..<200).map({ _ in Int.random(in: 1...9000, using: &random) }) {
      let indices = (0..<count).map { _ in UInt8(Int.random(in: 0..<colors, using: &random)) }
      let data = LZWEncoder.imageData(of: indices, colors: colors)
      #expect(Self.strictlyDecoded(data) == indices, "\(count)")
    }
  }

  /// The indices of image data as GIF89a says; nil unless the end code is the very last one.
  private static func strictlyDecoded(_ data: [UInt8]) -> [UInt8]? {
    let bits = Int(data[0])
    var (codes, place) = ([UInt8](), 1)
    while place < data.count, data[place] > 0 {
      codes += data[place + 1...place + Int(data[place])]
      place += Int(data[place]) + 1
    }
    guard place == data.count - 1 else { return nil }
    let (clear, end) = (1 << bits, 1 << bits + 1)
    var (strings, last): ([[UInt8]], [UInt8]?) = ([], nil)
    var (width, position) = (bits + 1, 0)
    var indices: [UInt8] = []
    func start() {
      strings = (0..<clear).map { [UInt8($0)] } + [[], []]
      (width, last) = (bits + 1, nil)
    }
    start()
    while position + width <= 8 * codes.count {
      let code = (0..<width).reduce(0) { sum, bit in
        sum | Int(codes[(position + bit) / 8] >> UInt8((position + bit) % 8) & 1) << bit
      }
      position += width
      if code == end {
        let isLast = (position + 7) / 8 == codes.count
        return isLast ? indices : nil
      }
      if code == clear {
        start()
        continue
      }
      guard code < strings.count || (code == strings.count && last != nil) else { return nil }
      let string = code < strings.count ? strings[code] : (last ?? []) + (last ?? []).prefix(1)
      indices += string
      if let last, strings.count < 4096 { strings.append(last + string.prefix(1)) }
      if strings.count == 1 << width, width < 12 { width += 1 }
      last = string
    }
    return nil
  }

  @Test("a WebP says that it has alpha where a pixel may be clear, and only there")
  func alphaFlag() throws {
    func file(_ frames: [Pixmap], _ quality: Quality, isOpaque: Bool) throws -> [UInt8] {
      try FrameRun(frames).bytes(
        through: WebPSink(width: 64, height: 64, quality: quality, isOpaque: isOpaque))
    }
    let plain = Pixmap(width: 64, height: 64, filledWith: Pixel(SIMD4(9, 80, 200, 255)))
    var moved = plain
    moved.fill(PixelRect(x: 3, y: 3, width: 40, height: 9), with: Pixel(SIMD4(250, 8, 8, 255)))
    moved[60, 60] = Pixel(SIMD4(0, 0, 0, 255))
    let clear = Pixmap(width: 64, height: 64)
    for (frames, quality, isOpaque, hasAlpha) in [
      ([plain, moved], Quality.lossless, true, false), ([plain], .lossy(80), true, false),
      ([clear, moved], .lossless, false, true), ([clear, moved], .lossy(80), false, true),
      // Blocks that stay are left clear, so that they do not flicker.
      ([plain, moved], .lossy(80), true, true),
    ] {
      let file = try file(frames, quality, isOpaque: isOpaque)
      #expect(
        file[12..<16].elementsEqual("VP8X".utf8) && number(file, at: 4, bytes: 4) == file.count - 8)
      #expect(
        file[20] == (hasAlpha ? 0x12 : 0x02), "\(quality), \(frames.count) frames, \(isOpaque)")
      #expect(number(file, at: 24, bytes: 3) == 63 && number(file, at: 27, bytes: 3) == 63)
      #expect(number(file, at: 42, bytes: 2) == 0, "it plays for ever")
    }
  }

  @Test("a frame of a WebP that shows for hours is painted once, and then waits")
  func longFrame() throws {
    var run = FrameRun([Pixmap(width: 30, height: 20, filledWith: Pixel(.black))])
    run.times = [0, 40_000]
    let file = try run.bytes(through: WebPSink(width: 30, height: 20, quality: .lossless))
    var (place, sizes, milliseconds) = (30, [[Int]](), 0)
    while place < file.count {
      if file[place..<place + 4].elementsEqual("ANMF".utf8) {
        sizes.append([
          number(file, at: place + 14, bytes: 3), number(file, at: place + 17, bytes: 3),
        ])
        milliseconds += number(file, at: place + 20, bytes: 3)
      }
      let length = number(file, at: place + 4, bytes: 4)
      place += 8 + length + length % 2
    }
    // 24 bits of milliseconds are 4.7 hours.
    #expect(sizes == [[29, 19], [0, 0], [0, 0]] && milliseconds == 40_000_000)
  }
}

import Pixels
import TestSupport
import Testing

@testable import Codecs

/// What becomes of colours in a GIF that are too many for one palette, or just few enough.
struct GIFPaletteTests {
  /// A picture whose pixels are given by their place.
  private func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) -> Pixmap {
    var picture = Pixmap(width: width, height: height)
    let stride = picture.stride
    for y in 0..<height {
      for x in 0..<width {
        picture.withMutableSpan { $0.setWord(pixel(x, y) | 0xFF00_0000, at: y * stride + x * 4) }
      }
    }
    return picture
  }

  /// The mean square of the differences.
  private func loss(_ one: Pixmap, _ other: Pixmap) -> Double {
    let squares = zip(one.bytes, other.bytes).map { (Int($0) - Int($1)) * (Int($0) - Int($1)) }
    return Double(squares.reduce(0, +)) / Double(squares.count)
  }

  @Test(
    "256 colours in all stay lossless, however much of a frame is unchanged",
    arguments: [255, 256])
  func fullPalette(colors: Int) throws {
    // Each frame moves the colours of so many rows.
    var rows = [Int](repeating: 0, count: 240)
    var frames: [Pixmap] = []
    for moved in [240, 240, 235, 120, 5] {
      for y in 0..<moved { rows[y] += 1 }
      frames.append(picture(300, 240) { x, y in UInt32((x / 2 + y * 7 + rows[y]) % colors) })
    }
    let shown = try decoded(FrameRun(frames).gif(samples: true)).frames.map(\.pixels)
    let isSame = shown == frames
    #expect(isSame)
  }

  @Test("options are held in their range")
  func options() {
    #expect([-1, 1, 2, 256, 257].map { GIFOptions(colors: $0).colors } == [2, 2, 2, 256, 256])
    #expect([-1, 0, 100, 101].map { GIFOptions(quality: $0).quality } == [0, 0, 100, 100])
  }

  @Test("areas stay exact beside a photograph, though only a strip of one is painted at a time")
  func strips() throws {
    var state: UInt64 = 5
    let frames = (0..<9).map { step in
      picture(120, 96) { x, y in
        let isInside = (40..<48).contains(y) && (30..<max(30, 10 + step * 4)).contains(x)
        // Around it all is in motion, in colours that are much like its own.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let noise = UInt32(truncatingIfNeeded: state >> 33) & 0x1F_1F1F
        return 0x59_77C3 &+ (isInside ? 0x10_1010 : noise)
      }
    }
    let shown = try decoded(FrameRun(frames).gif(samples: true)).frames[8].pixels
    let places = (40..<48).flatMap { y in (30..<42).map { (x: $0, y: y) } }
    #expect(places.count { shown[$0.x, $0.y] != frames[8][$0.x, $0.y] } == 0)
  }

  @Test(
    "unchanged pixels stay, in exact frames after quantised ones", arguments: [false, true],
    [100, 30])
  func stillness(samples: Bool, quality: Int) throws {
    var frames = [GIFSinkTests.rainbow(90, 60)]
    for step in 1..<6 {
      var frame = frames[step - 1]
      frame.withMutableSpan { span in
        for y in 20..<40 {
          for x in step * 10..<step * 10 + 8 where (x + y) % 3 > 0 {
            span.setWord(0xFF00_0000 | UInt32(step * 40), at: (y * 90 + x) * 4)
          }
        }
      }
      frames.append(frame)
    }
    try expectStillness(frames, samples: samples, quality: quality)
  }

  @Test(
    "unchanged pixels stay beside text that moves over an area", arguments: [false, true],
    [100, 30])
  func movingText(samples: Bool, quality: Int) throws {
    let frames = [0, 2, 3, 7, 30].map { step in
      picture(80, 64) { x, y in
        guard (10 + step..<30 + step).contains(y), x % 4 != 0 else { return 0xFF_FFFF }
        // The left half stands still within the stripe.
        let level = UInt32((x < 40 ? y : y - step) * 80 + x) &* 0x9E37_79B1 >> 24
        return level << 16 | level << 8 | (level + 20) & 255
      }
    }
    try expectStillness(frames, samples: samples, quality: quality)
  }

  @Test(
    "unchanged pixels stay where colours are few and LZW takes near ones",
    arguments: [false, true],
    [12, 60, 250, 256])
  func tolerance(samples: Bool, colors: Int) throws {
    var random = SeededRandom.fresh("few colours that move")
    var frames = [picture(64, 64) { _, _ in 0xFF_FFFF }]
    for step in 1..<8 {
      var frame = frames[step - 1]
      // What was painted with a tolerance stands still later, beside more that moves.
      for y in 4 * step..<4 * step + 20 {
        for x in 0..<64 where (x + y + step) % 5 > 0 {
          let level = UInt8(Int.random(in: 0..<colors, using: &random) * 255 / colors)
          frame[x, y] = Pixel(SIMD4(level, level, 255 - level, 255))
        }
      }
      frames.append(frame)
    }
    try expectStillness(frames, samples: samples, quality: 30)
  }

  private func expectStillness(_ frames: [Pixmap], samples: Bool, quality: Int) throws {
    let file = try FrameRun(frames).gif(GIFOptions(quality: quality), samples: samples)
    let shown = try decoded(file).frames.map(\.pixels)
    try #require(shown.count == frames.count)
    for step in 1..<frames.count {
      let isStill = stride(from: 0, to: frames[0].bytes.count, by: 4).allSatisfy { offset in
        func word(_ pixmap: Pixmap) -> UInt32 { pixmap.bytes.span.word(at: offset) }
        return word(frames[step]) != word(frames[step - 1])
          || word(shown[step]) == word(shown[step - 1])
      }
      #expect(isStill, "frame \(step)")
    }
  }

  @Test(
    "on a transparent canvas nothing flickers while something else vanishes",
    arguments: Dither.allCases)
  func vanishing(_ dither: Dither) throws {
    let photo = GIFSinkTests.rainbow(60, 60)
    let frames = (0..<6).map { step in
      var frame = Pixmap(width: 120, height: 60)
      frame.copy(photo, from: photo.bounds, toX: 0, y: 0)
      frame.fill(PixelRect(x: 64 + step * 8, y: 20, width: 9, height: 20), with: Pixel(.white))
      return frame
    }
    let shown = try decoded(
      FrameRun(frames).gif(GIFOptions(dither: dither), samples: true)
    ).frames.map(\.pixels)
    let places = (0..<60).flatMap { y in (0..<60).map { (x: $0, y: y) } }
    for frame in shown {
      #expect(places.count { frame[$0.x, $0.y] != shown[0][$0.x, $0.y] } == 0)
      #expect(places.count { frame[$0.x, $0.y] == .clear } == 0)
    }
    #expect(loss(frames[5], shown[5]) < 40, "\(loss(frames[5], shown[5]))")
  }
}

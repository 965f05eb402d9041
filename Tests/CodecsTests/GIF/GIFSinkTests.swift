import Foundation
import Pixels
import TestSupport
import Testing

@testable import Codecs

struct GIFSinkTests {
  /// A picture in which every pixel is the same.
  static func plain(_ width: Int, _ height: Int, _ color: UInt32) -> Pixmap {
    var pixmap = Pixmap(width: width, height: height)
    pixmap.withMutableSpan { span in
      for offset in stride(from: 0, to: span.count, by: 4) { span.setWord(color, at: offset) }
    }
    return pixmap
  }

  /// A picture of more colours than a GIF can hold.
  static func rainbow(_ width: Int, _ height: Int, turn: Int = 0) -> Pixmap {
    var pixmap = Pixmap(width: width, height: height)
    pixmap.withMutableSpan { span in
      for y in 0..<height {
        for x in 0..<width {
          let (red, green) = (UInt32(255 * x / width), UInt32(255 * y / height))
          let blue = UInt32((x + y + turn) & 255)
          span.setWord(red | green << 8 | blue << 16 | 0xFF00_0000, at: (y * width + x) * 4)
        }
      }
    }
    return pixmap
  }

  /// The frames without those that repeat the one before, and when each of them begins.
  static func merged(_ run: FrameRun) -> [(start: Double, pixels: Pixmap)] {
    run.frames.indices.filter { $0 == 0 || run.frames[$0] != run.frames[$0 - 1] }
      .map { (run.times[$0], run.frames[$0]) }
  }

  @Test(
    "few colours come back exactly, frame by frame",
    arguments: [(2, false), (3, true), (16, false), (60, true), (250, false)], [false, true])
  func lossless(_ colors: (Int, Bool), samples: Bool) throws {
    var random = SeededRandom.fresh("lossless GIF")
    for _ in 0..<8 {
      let run = FrameRun(
        width: Int.random(in: 1...40, using: &random),
        height: Int.random(in: 1...30, using: &random),
        count: Int.random(in: 1...12, using: &random), colors: colors.0, alpha: colors.1,
        using: &random)
      let frames = try decoded(run.gif(samples: samples)).frames
      #expect(frames.map(\.pixels) == Self.merged(run).map(\.pixels))
    }
  }

  @Test("delays are whole centiseconds that never drift and are never below 2")
  func delays() throws {
    let frames = (0..<40).map { Self.plain(2, 2, 0xFF00_0000 | UInt32($0 * 5)) }
    let sixty = try decoded(FrameRun(frames, delay: 1.0 / 30).gif()).frames
    for (index, frame) in sixty.enumerated() {
      #expect(frame.startCentiseconds == Int((Double(index) * 100 / 30).rounded()))
    }
    let hasty = try decoded(FrameRun(frames, delay: 0.001).gif()).frames
    #expect(hasty.allSatisfy { $0.delayCentiseconds == 2 })
  }

  @Test("a frame that changes nothing only prolongs the one before")
  func repeats() throws {
    let (black, white) = (Self.plain(3, 3, 0xFF00_0000), Self.plain(3, 3, 0xFFFF_FFFF))
    let frames = try decoded(FrameRun([black, black, white, white, white, black]).gif()).frames
    #expect(frames.map(\.delayCentiseconds) == [4, 6, 2])
    #expect(frames.map(\.pixels) == [black, white, black])
  }

  @Test("a delay that 16 bits cannot hold is split", arguments: [655.34, 655.36, 655.37, 2000.0])
  func longDelay(_ seconds: Double) throws {
    let run = FrameRun([Self.plain(1, 1, 0xFF00_00FF)], delay: seconds)
    let frames = try decoded(run.gif()).frames
    #expect(frames.reduce(0) { $0 + $1.delayCentiseconds } == Int((seconds * 100).rounded()))
    #expect(frames.allSatisfy { $0.delayCentiseconds >= 2 && $0.pixels == run.frames[0] })
  }

  @Test("loops are times to play, and 0 is for ever", arguments: [0, 1, 2, 7, 65_536])
  func loops(_ loop: Int) throws {
    let gif = try FrameRun([Self.plain(1, 1, 0xFF00_00FF)]).gif(GIFOptions(loop: loop))
    #expect(try decoded(gif).loop == loop)
  }

  @Test("a comment of any length comes back", arguments: [1, 255, 256, 1000])
  func comments(_ length: Int) throws {
    let comment = String(repeating: "x", count: length)
    let gif = try FrameRun([Self.plain(1, 1, 0xFF00_00FF)]).gif(GIFOptions(comment: comment))
    #expect(try decoded(gif).comment == comment)
  }

  @Test("what stands still in the source stands still in the file")
  func noFlicker() throws {
    var frames: [Pixmap] = []
    for turn in 0..<5 {
      var frame = Self.rainbow(60, 40)
      let other = Self.rainbow(60, 40, turn: turn * 37)
      frame.withMutableSpan { span in
        for offset in stride(from: 0, to: 60 * 20 * 4, by: 4) {
          span.setWord(other.bytes.span.word(at: offset), at: offset)
        }
      }
      frames.append(frame)
    }
    let shown = try decoded(FrameRun(frames).gif()).frames.map(\.pixels)
    #expect(shown.count == 5)
    for frame in shown {
      #expect(frame.bytes[(60 * 20 * 4)...] == shown[0].bytes[(60 * 20 * 4)...])
    }
  }

  @Test("colours that fill areas stay exact beside a picture of many colours")
  func flatColors() throws {
    var frame = Self.rainbow(80, 80)
    let flats: [UInt32] = [0xFFF7_F2F2, 0xFFF8_F2F2, 0xFF33_2211, 0xFFFF_FFFF]
    frame.withMutableSpan { span in
      for y in 0..<20 {
        for x in 0..<80 { span.setWord(flats[y / 5], at: (y * 80 + x) * 4) }
      }
    }
    let shown = try decoded(FrameRun([frame]).gif()).frames[0].pixels
    #expect(shown.bytes[..<(80 * 20 * 4)] == frame.bytes[..<(80 * 20 * 4)])
  }

  @Test("a photograph stays close to its source", arguments: Dither.allCases)
  func quality(_ dither: Dither) throws {
    let frame = Self.rainbow(120, 90)
    let shown = try decoded(FrameRun([frame]).gif(GIFOptions(dither: dither))).frames[0].pixels
    let errors = zip(frame.bytes, shown.bytes).map { Double($0) - Double($1) }
    let mean = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
    #expect(mean < 150)
  }

  // One of two colours was what stays: all that changed had the other one.
  @Test("of few colours none is spent on what stays", arguments: 2...7)
  func fewColors(_ count: Int) throws {
    func distance(_ one: Pixmap, _ other: Pixmap) -> Double {
      zip(one.bytes, other.bytes).reduce(0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
    }
    let frames = (0..<6).map { Self.rainbow(60, 40, turn: $0 * 41) }
    let options = GIFOptions(colors: count)
    let shown = try decoded(FrameRun(frames).gif(options)).frames.map(\.pixels)
    let alone = try decoded(FrameRun([frames[5]]).gif(options)).frames[0].pixels
    #expect(distance(shown[5], frames[5]) <= 1.1 * distance(alone, frames[5]))
  }

  @Test("in few colours what stands still between moving parts does not flicker", arguments: 2...7)
  func steadyFewColors(_ count: Int) throws {
    let still = Self.rainbow(60, 40)
    let middle = 20..<40
    let frames = (0..<6).map { number in
      var frame =
        number.isMultiple(of: 2)
        ? Self.rainbow(60, 40, turn: number * 41) : Self.plain(60, 40, 0xFF10_1010)
      let stride = frame.stride
      frame.withMutableSpan { span in
        for y in 0..<40 {
          for x in middle {
            let place = y * stride + x * 4
            span.setWord(still.bytes.span.word(at: place), at: place)
          }
        }
      }
      return frame
    }
    let gif = try FrameRun(frames).gif(GIFOptions(colors: count), samples: true)
    let shown = try decoded(gif).frames.map(\.pixels)
    let middles = shown.map { $0.cropped(to: PixelRect(x: 20, y: 0, width: 20, height: 40)) }
    #expect(shown.count == 6)
    let isSteady = middles.allSatisfy { $0 == middles[0] }
    let moves = shown.contains { $0 != shown[0] }
    #expect(isSteady && moves)
  }

  @Test("a gradient of one column is written", arguments: Dither.allCases)
  func column(_ dither: Dither) throws {
    var frame = Pixmap(width: 1, height: 700)
    let stride = frame.stride
    frame.withMutableSpan { span in
      for y in 0..<700 {
        let (red, green, blue) = (UInt32(y / 3), UInt32(y / 4), UInt32(y / 5))
        span.setWord(0xFF00_0000 | blue << 16 | green << 8 | red, at: y * stride)
      }
    }
    let shown = try decoded(FrameRun([frame]).gif(GIFOptions(dither: dither))).frames[0].pixels
    let isNear = zip(frame.bytes, shown.bytes).allSatisfy { abs(Int($0) - Int($1)) < 24 }
    #expect(isNear)
  }

  @Test("half-transparent pixels are shown or not shown")
  func alpha() throws {
    var frame = Pixmap(width: 2, height: 1)
    frame.withMutableSpan { span in
      span.setWord(0x7F7F_7F7F, at: 0)
      span.setWord(0x8080_8080, at: 4)
    }
    let shown = try decoded(FrameRun([frame]).gif()).frames[0].pixels
    #expect(shown.bytes == [0, 0, 0, 0, 255, 255, 255, 255])
  }

  // The second nearest colour of a palette of one was read behind its end.
  @Test(
    "one colour and transparency show all that is visible", arguments: Dither.allCases)
  func oneColor(_ dither: Dither) throws {
    var frame = Self.rainbow(30, 20)
    frame.withMutableSpan { span in for x in 0..<30 { span.setWord(0, at: 4 * x) } }
    for samples in [false, true] {
      let options = GIFOptions(colors: 2, dither: dither)
      let gif = try FrameRun([frame, Self.plain(30, 20, 0)]).gif(options, samples: samples)
      let shown = try decoded(gif).frames[0].pixels
      let alphas = stride(from: 3, to: shown.bytes.count, by: 4).map { shown.bytes[$0] }
      #expect(alphas == [UInt8](repeating: 0, count: 30) + [UInt8](repeating: 255, count: 570))
    }
  }

  @Test("a canvas that no GIF can have is refused", arguments: [(0, 1), (1, 0), (65_536, 1)])
  func badCanvas(_ width: Int, _ height: Int) {
    #expect(throws: GIFError.badCanvas(width: width, height: height)) {
      try GIFSink(width: width, height: height)
    }
  }

  @Test(
    "a pixel is shown from half its alpha on, and vanishes below it",
    arguments: [(127, false), (128, true), (129, true)] as [(UInt8, Bool)])
  func halfAlpha(_ alpha: UInt8, _ isShown: Bool) {
    let pixels = Pixmap(width: 1, height: 1, filledWith: Pixel(SIMD4(repeating: alpha)))
    #expect(pixels.withoutTranslucency()[0, 0].alpha == (isShown ? 255 : 0))
    let frame = Frame(
      index: 1, pixels: Pixmap(width: 1, height: 1), previous: pixels, damage: pixels.bounds,
      start: 0, end: 1)
    #expect(DirtyRegion(frame).hasVanished == isShown)
  }

  @Test("a frame of another size is refused")
  func wrongSize() throws {
    let sink = try GIFSink(width: 3, height: 3)
    #expect(throws: GIFError.wrongSize(frame: 0)) {
      try sink.encode(FrameRun([Self.plain(2, 3, 0)]).asFrames()[0])
    }
  }
}

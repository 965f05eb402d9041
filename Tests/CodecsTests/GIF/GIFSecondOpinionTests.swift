import Foundation
import Pixels
import TestSupport
import Testing

@testable import Codecs

struct GIFSecondOpinionTests {
  /// Runs of all kinds, each as a GIF.
  static func files() throws -> [[UInt8]] {
    var random = SeededRandom.fresh("GIF for other programs")
    var files: [[UInt8]] = []
    for (colors, alpha) in [(2, false), (90, false), (4000, false), (4000, true), (20, true)] {
      let run = FrameRun(
        width: Int.random(in: 2...90, using: &random),
        height: Int.random(in: 2...70, using: &random),
        count: Int.random(in: 2...9, using: &random), colors: colors, alpha: alpha,
        using: &random)
      files.append(try run.gif(GIFOptions(loop: 3), samples: colors == 90))
    }
    return try files + clear(using: &random)
  }

  /// Runs on a clear canvas that other programs took for the first colour's: the first frame does not
  /// cover it, or covers all of it in colours without end, and goes away.
  private static func clear(using random: inout SeededRandom) throws -> [[UInt8]] {
    let (plain, fine) = (GIFSinkTests.plain(40, 40, 0), GIFSinkTests.rainbow(40, 40))
    var boxes: [Pixmap] = []
    for index in 0..<6 {
      var box = Pixmap(width: 40, height: 40)
      let color = Pixel(SIMD4(UInt8(40 * index), 10, 200, 255))
      box.fill(PixelRect(x: 10 + index, y: 10, width: 20, height: 20), with: color)
      boxes.append(box)
    }
    let runs = [boxes, [fine, boxes[0], fine, plain, boxes[1]], [plain, fine, plain]]
    return try runs.map { try FrameRun($0).gif(GIFOptions(loop: 3)) }
  }

  @Test("Pillow shows the same pixels for the same times")
  func pillow() throws {
    guard let python = OutsideProgram("python3") else { return }
    for gif in try Self.files() {
      guard let answer = try python.output(["-c", OutsideProgram.pillowFrames, "{}"], file: gif)
      else {
        OutsideProgram.skip("Pillow is not installed")
        return
      }
      let expected = try decoded(gif).frames.flatMap { frame -> [UInt8] in
        let milliseconds = UInt32(frame.delayCentiseconds * 10)
        return (0..<4).map { UInt8(truncatingIfNeeded: milliseconds >> ($0 * 8)) }
          + frame.pixels.bytes
      }
      #expect(answer.count == expected.count)
      #expect(Self.seen(answer) == Self.seen(expected))
    }
  }

  @Test("ffmpeg shows the same pixels")
  func ffmpeg() throws {
    guard let ffmpeg = OutsideProgram("ffmpeg") else { return }
    for gif in try Self.files() {
      let answer = try ffmpeg.output(
        [
          "-v", "error", "-ignore_loop", "1", "-i", "{}", "-f", "rawvideo", "-pix_fmt", "rgba",
          "-fps_mode", "passthrough", "-",
        ], file: gif)
      let expected = try decoded(gif).frames.flatMap(\.pixels.bytes)
      #expect(answer.map { Self.seen($0) } == Self.seen(expected))
    }
  }

  @Test("gifsicle finds nothing to complain of, and the same delays and loops")
  func gifsicle() throws {
    guard let gifsicle = OutsideProgram("gifsicle") else { return }
    for gif in try Self.files() {
      let text = String(
        decoding: try gifsicle.output(["--info", "{}"], file: gif) ?? [], as: UTF8.self)
      let delays = text.matches(of: /delay ([0-9.]+)s/).compactMap { Double($0.1) }
      #expect(
        delays.map { Int(($0 * 100).rounded()) }
          == (try decoded(gif).frames.map(\.delayCentiseconds)))
      #expect(text.contains("loop count 2"))
    }
  }

  /// Bytes in which the colour of clear pixels, which is anyone's guess, is zero.
  private static func seen(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for offset in stride(from: 0, to: bytes.count - 3, by: 4) where bytes[offset + 3] == 0 {
      (bytes[offset], bytes[offset + 1], bytes[offset + 2]) = (0, 0, 0)
    }
    return bytes
  }
}

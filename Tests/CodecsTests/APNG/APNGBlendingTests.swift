import Pixels
import TestSupport
import Testing

@testable import Codecs

/// Patches that leave unchanged pixels clear.
struct APNGBlendingTests {
  /// Noise of so many colours, of which a few pixels change everywhere.
  private static func scattered(_ colors: Int) -> FrameRun {
    var random = SeededRandom(seed: 31)
    var canvas = Pixmap(width: 50, height: 40)
    func paint(_ offset: Int) {
      let color = UInt32.random(in: 0..<UInt32(colors), using: &random)
      canvas.withMutableSpan { $0.setWord(0xFF00_0000 | color &* 0x9E37 & 0xFF_FFFF, at: offset) }
    }
    for pixel in 0..<2000 { paint(pixel * 4) }
    return FrameRun(
      (0..<4).map { _ in
        for _ in 0..<90 { paint(Int.random(in: 0..<2000, using: &random) * 4) }
        return canvas
      })
  }

  private static func file(_ run: FrameRun, isPalette: Bool) throws -> [UInt8] {
    var colors = ColorSummary()
    if isPalette { for frame in run.frames { colors.insert(frame) } }
    return try run.bytes(
      through: APNGSink(
        width: 50, height: 40, frameCount: run.frames.count,
        colors: isPalette ? colors : ColorSummary()))
  }

  @Test(
    "patches are blended where that takes less, and come back exactly",
    arguments: [(false, 2000), (true, 150)])
  func blending(_ isPalette: Bool, _ colors: Int) throws {
    let run = Self.scattered(colors)
    let file = try Self.file(run, isPalette: isPalette)
    let limits = ImageLimits()
    let controls = try APNGIndex(of: file, PNGHeader(file, limits: limits), limits).frames
    #expect(controls.map(\.isBlended) == [false, true, true, true])
    #expect(controls.allSatisfy { $0.disposal == .none })
    #expect((file[25] == PixelFormat.ColorType.palette.rawValue) == isPalette)
    #expect(try APNGTests.frames(file).map(\.pixels) == run.frames)
    guard let ffmpeg = OutsideProgram("ffmpeg") else { return }
    let answer = try ffmpeg.output(
      [
        "-v", "error", "-f", "apng", "-i", "{}", "-f", "rawvideo", "-pix_fmt", "rgba",
        "-fps_mode", "passthrough", "-",
      ], file: file)
    #expect(answer == run.frames.flatMap(\.bytes))
  }
}

import Pixels
import Testing

@testable import RenderTransition

@Suite("the quality of what was written")
struct QualityMeterTests {
  private static func picture(_ level: UInt8, alpha: UInt8 = 255, side: Int = 10) -> Pixmap {
    Pixmap(width: side, height: side, filledWith: Pixel(SIMD4(level, level, level, alpha)))
  }

  /// The quality of frames that are shown as others.
  private static func quality(_ pairs: [(drawn: Pixmap, shown: Pixmap)]) throws
    -> OutputReport.Quality
  {
    var meter = QualityMeter()
    for pair in pairs { meter.compare(pair.drawn, shownAs: pair.shown) }
    return try #require(meter.quality)
  }

  @Test("nothing has no quality, and what is exact has 99 dB")
  func exact() throws {
    #expect(QualityMeter().quality == nil)
    let same = (Self.picture(80), Self.picture(80))
    let quality = try Self.quality([same, same, same])
    #expect(quality.psnr == 99 && quality.exactFlatShare == 1 && quality.flicker == 0)
    #expect((quality.ssim - 1).magnitude < 1e-9)
  }

  @Test("the noise is that of red, green and blue, and the mean of all frames")
  func psnr() throws {
    // An error of 5 levels everywhere: 10 log10(65025 / 25) = 34.151 dB.
    let off = try Self.quality([(Self.picture(80), Self.picture(85))])
    #expect((off.psnr - 34.1514).magnitude < 1e-3 && off.exactFlatShare == 0)
    let half = try Self.quality([
      (Self.picture(80), Self.picture(85)), (Self.picture(80), Self.picture(80)),
    ])
    #expect((half.psnr - (34.1514 + 99) / 2).magnitude < 1e-3 && half.exactFlatShare == 0.5)
    // In one channel of three, a third of the square: 4.771 dB more.
    let red = Pixmap(width: 10, height: 10, filledWith: Pixel(SIMD4(85, 80, 80, 255)))
    let one = try Self.quality([(Self.picture(80), red)])
    #expect((one.psnr - 38.9226).magnitude < 1e-3)
  }

  @Test("without flat pixels, all of them are exact")
  func noFlats() throws {
    let small = (Self.picture(80, side: 2), Self.picture(90, side: 2))
    #expect(try Self.quality([small]).exactFlatShare == 1)
  }

  @Test("a shadow that is lost is seen on white")
  func shadows() throws {
    let shadow = Self.picture(0, alpha: 51)
    let lost = try Self.quality([(shadow, Self.picture(0, alpha: 0))])
    // 51 levels of white: 10 log10(65025 / 2601) = 13.979 dB.
    #expect((lost.psnr - 13.9794).magnitude < 1e-3 && lost.ssim < 1)
    #expect(try Self.quality([(shadow, shadow)]).psnr == 99)
  }

  @Test("flicker is the change of what stands still, by channel")
  func flicker() throws {
    let flickering = try Self.quality([
      (Self.picture(80), Self.picture(80)), (Self.picture(80), Self.picture(83)),
      (Self.picture(80), Self.picture(81)),
    ])
    #expect(flickering.flicker == 2.5)
    let moving = try Self.quality([
      (Self.picture(80), Self.picture(80)), (Self.picture(90), Self.picture(99)),
    ])
    #expect(moving.flicker == 0)
  }
}

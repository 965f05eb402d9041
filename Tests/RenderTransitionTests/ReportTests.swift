import Pixels
import TestSupport
import Testing

@testable import RenderTransition

struct ReportTests {
  private func plain(_ level: UInt8) -> Pixmap {
    let bytes = (0..<32 * 32 * 4).map { $0 % 4 == 3 ? UInt8(255) : level }
    return Pixmap(width: 32, height: 32, premultiplied: bytes) ?? Pixmap(width: 0, height: 0)
  }

  @Test("a picture shown as it is has nothing to be found fault with")
  func same() throws {
    var meter = QualityMeter()
    for _ in 0..<3 { meter.compare(plain(70), shownAs: plain(70)) }
    let quality = try #require(meter.quality)
    #expect(quality.psnr == 99)
    #expect(abs(quality.ssim - 1) < 1e-9)
    #expect(quality.exactFlatShare == 1)
    #expect(quality.flicker == 0)
  }

  @Test("a level off everywhere is 48.13 dB, and no flat pixel is exact")
  func oneLevelOff() throws {
    var meter = QualityMeter()
    meter.compare(plain(70), shownAs: plain(71))
    let quality = try #require(meter.quality)
    #expect(abs(quality.psnr - 48.1308) < 0.001)
    #expect(quality.exactFlatShare == 0)
    #expect(quality.ssim < 1)
  }

  @Test("what changes while the scene stands still is flicker")
  func flicker() throws {
    var meter = QualityMeter()
    meter.compare(plain(70), shownAs: plain(70))
    meter.compare(plain(70), shownAs: plain(73))
    #expect(try #require(meter.quality).flicker == 3)
  }
}

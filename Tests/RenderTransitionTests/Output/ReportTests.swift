import Foundation
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

  @Test("a shadow that is lost counts as what is seen on white, a light that is lost on black")
  func lostAlpha() throws {
    let nothing = Pixmap(width: 32, height: 32)
    for (color, alpha) in [(UInt8(0), UInt8(20)), (20, 20), (7, 20)] {
      let bytes = (0..<32 * 32 * 4).map { $0 % 4 == 3 ? alpha : color }
      let veil = try #require(Pixmap(width: 32, height: 32, premultiplied: bytes))
      var meter = QualityMeter()
      meter.compare(veil, shownAs: nothing)
      let quality = try #require(meter.quality)
      // Whichever is worse: 20 levels, or 13 on white where there are 7 on black.
      let off = Double(max(color, alpha - color))
      #expect(abs(pow(10, quality.psnr / 10) - 65_025 / (off * off)) < 0.01)
      #expect(quality.ssim < 0.9999)
      #expect(quality.exactFlatShare == 0)
      meter = QualityMeter()
      meter.compare(veil, shownAs: veil)
      #expect(try #require(meter.quality).psnr == 99)
    }
  }

  @Test("what changes while the scene stands still is flicker")
  func flicker() throws {
    var meter = QualityMeter()
    meter.compare(plain(70), shownAs: plain(70))
    meter.compare(plain(70), shownAs: plain(73))
    #expect(try #require(meter.quality).flicker == 3)
  }
}

import Pixels
import TestSupport
import Testing

@testable import Codecs

/// Frames are drawn over as soon as nobody holds who lends them: a part that had their bytes alone
/// would make that a copy.
struct LentFrameTests {
  /// Stands for who lends a frame.
  private final class Lender: Sendable {}

  /// Whether the part that `sink` makes of an opaque picture, the second of its run, holds its lender.
  private func holdsLender(_ sink: some FrameSink, of pixels: Pixmap) throws -> Bool {
    var lender: Lender? = Lender()
    weak let waiting = lender
    var frame = Frame(
      index: 1, pixels: pixels, previous: GIFSinkTests.plain(40, 30, 0xFF00_0000),
      damage: pixels.bounds, start: 0, end: 0.1)
    frame.bufferOwners = [lender].compactMap(\.self)
    let part = try sink.encode(frame)
    frame.bufferOwners = []
    lender = nil
    return withExtendedLifetime(part) { waiting != nil }
  }

  @Test("a GIF holds no frame once it is encoded")
  func gif() throws {
    for pixels in [GIFSinkTests.rainbow(40, 30), GIFSinkTests.plain(40, 30, 0xFF00_00FF)] {
      for isOpaque in [false, true] {
        let sink = try GIFSink(width: 40, height: 30, isOpaque: isOpaque)
        #expect(try !holdsLender(sink, of: pixels))
      }
    }
  }

  @Test("a bare stream holds frames whose very bytes it writes")
  func rgba() throws {
    let plain = GIFSinkTests.plain(40, 30, 0xFF00_00FF)
    #expect(try holdsLender(RGBASink(framesPerSecond: 50, isOpaque: true), of: plain))
    #expect(try !holdsLender(RGBASink(framesPerSecond: 50), of: plain))
    #expect(
      try !holdsLender(Y4MSink(width: 40, height: 30, framesPerSecond: 50), of: plain))
  }
}

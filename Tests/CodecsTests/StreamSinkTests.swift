import Foundation
import Pixels
import TestSupport
import Testing

@testable import Codecs

struct StreamSinkTests {
  @Test("bare RGBA is straight, and repeats what shows for longer")
  func rgba() throws {
    var frame = Pixmap(width: 1, height: 1)
    frame.withMutableSpan { $0.setWord(0x8000_4080, at: 0) }
    let black = GIFSinkTests.plain(1, 1, 0xFF00_0000)
    var run = FrameRun([frame, black])
    run.times = [0, 0.3, 0.32]
    let bytes = try run.bytes(through: RGBASink(framesPerSecond: 50))
    #expect(bytes.count == 16 * 4)
    #expect(Array(bytes[..<4]) == [255, 128, 0, 128])
    #expect(Array(bytes[60...]) == [0, 0, 0, 255])
  }

  @Test(
    "colours keep BT.709's limited range",
    arguments: [
      (0xFF00_0000, [16, 128, 128]), (0xFFFF_FFFF, [235, 128, 128]),
      (0xFFFF_0000, [32, 240, 118]), (0xFF00_00FF, [63, 102, 240]),
    ] as [(UInt32, [UInt8])])
  func yuv(_ color: UInt32, _ expected: [UInt8]) {
    let yuv = YUVColor(color)
    #expect([yuv.luma, yuv.blueDifference, yuv.redDifference] == expected)
  }

  @Test("every grey is a pure luma")
  func greys() {
    for grey in UInt32(0)...255 {
      let color = YUVColor(grey | grey << 8 | grey << 16)
      #expect(color.blueDifference == 128 && color.redDifference == 128)
      #expect(Double(color.luma) == (16 + Double(grey) * 219 / 255).rounded())
    }
  }

  @Test(
    "a rate is written as the shortest fraction",
    arguments: [
      (50, "50:1"), (33.3, "333:10"), (12.5, "25:2"), (29.97, "2997:100"), (0.1, "1:10"),
      (100.0 / 3, "100:3"), (23.976, "2997:125"), (1000, "1000:1"), (.nan, "1:1"), (0, "1:1"),
    ] as [(Double, String)])
  func fractions(_ rate: Double, _ fraction: String) {
    #expect(SteadyRate(framesPerSecond: rate).fraction == fraction)
  }

  @Test(
    "no frame is shown twice because its rate is no whole number", arguments: [12.5, 33.3, 0.5])
  func unevenRates(_ rate: Double) {
    var steady = SteadyRate(framesPerSecond: rate)
    let counts = (1...300).map { steady.repeats(until: Double($0) / rate) }
    #expect(counts.allSatisfy { $0 == 1 })
  }

  @Test("ffmpeg reads as many frames as were to be shown")
  func ffmpeg() throws {
    guard let ffmpeg = OutsideProgram("ffmpeg") else { return }
    var run = FrameRun([GIFSinkTests.rainbow(16, 10), GIFSinkTests.rainbow(16, 10, turn: 80)])
    run.times = [0, 0.1, 0.2]
    let stream = try run.bytes(
      through: Y4MSink(width: 16, height: 10, framesPerSecond: 30))
    let answer = try #require(
      try ffmpeg.output(
        [
          "-v", "error", "-f", "yuv4mpegpipe", "-i", "{}", "-f", "rawvideo", "-pix_fmt",
          "yuv444p", "-",
        ], file: stream))
    #expect(answer.count == 16 * 10 * 3 * 6)
    let first = stream.firstIndex(of: 10).map { $0 + 1 + "FRAME\n".utf8.count } ?? 0
    #expect(answer[..<480] == ArraySlice(stream[first..<first + 480].map { $0 }))
  }
}

import Foundation
import Pixels
import TestSupport
import Testing

@testable import Codecs

struct StreamSinkTests {
  @Test("raw RGBA has straight alpha, and repeats long frames")
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
  func yuv(_ color: UInt32, _ expected: [UInt8]) throws {
    #expect(try Self.planes(GIFSinkTests.plain(1, 1, color)) == expected)
  }

  /// The planes of a frame.
  private static func planes(_ pixmap: Pixmap) throws -> [UInt8] {
    let sink = Y4MSink(width: pixmap.width, height: pixmap.height, framesPerSecond: 50)
    let frame = try #require(FrameRun([pixmap]).asFrames().first)
    return Array(try sink.encode(frame).bytes.dropFirst("FRAME\n".utf8.count))
  }

  @Test("greys have luma alone")
  func greys() throws {
    var greys = Pixmap(width: 256, height: 1)
    greys.withMutableSpan { span in
      for grey in 0..<256 { span.setWord(0xFF00_0000 | UInt32(grey) * 0x01_0101, at: 4 * grey) }
    }
    let planes = try Self.planes(greys)
    #expect(planes[256...].allSatisfy { $0 == 128 })
    for grey in 0..<256 {
      #expect(Double(planes[grey]) == (16 + Double(grey) * 219 / 255).rounded())
    }
  }

  @Test(
    "a rate is written as the simplest fraction",
    arguments: [
      (50, "50:1"), (33.3, "333:10"), (12.5, "25:2"), (29.97, "2997:100"), (0.1, "1:10"),
      (100.0 / 3, "100:3"), (23.976, "2997:125"), (1000, "1000:1"), (.nan, "1:1"), (0, "1:1"),
    ] as [(Double, String)])
  func fractions(_ rate: Double, _ fraction: String) {
    #expect(ConstantFrameRate(framesPerSecond: rate).fraction == fraction)
  }

  @Test(
    "no frame is shown twice because its rate is no whole number", arguments: [12.5, 33.3, 0.5])
  func unevenRates(_ rate: Double) {
    var steady = ConstantFrameRate(framesPerSecond: rate)
    let counts = (1...300).map { steady.repeats(until: Double($0) / rate) }
    #expect(counts.allSatisfy { $0 == 1 })
  }

  @Test("a frame is shown up to the picture nearest to its end, and once at least")
  func repeats() {
    var rate = ConstantFrameRate(framesPerSecond: 50)
    let counts = [0.031, 0.031, 1].map { rate.repeats(until: $0) }
    #expect(counts == [2, 1, 47])
  }

  @Test("odd sides are padded to even ones")
  func padding() throws {
    let sink = Y4MSink(width: 3, height: 5, framesPerSecond: 50, padding: .clear)
    let bytes = try FrameRun([GIFSinkTests.plain(3, 5, 0xFF00_0000)]).bytes(through: sink)
    let head = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    #expect(head.hasPrefix("YUV4MPEG2 W4 H6 F50:1 "))
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

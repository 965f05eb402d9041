import Codecs
import Foundation
import Pixels
import SceneFormat
import TestSupport
import Testing

@testable import RenderTransition

@Suite("Y4M streams")
struct StreamTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// The frames of a stream with a header and these frames, each a line and bytes.
  private func frames(
    _ header: String, _ frames: [(line: String, bytes: [UInt8])], pixels: Int = 10_000_000
  ) throws -> [SourceFrame] {
    let bytes = Array("\(header)\n".utf8) + frames.flatMap { Array("\($0.line)\n".utf8) + $0.bytes }
    let path = try folder.write(bytes, to: "a.y4m")
    var source = try Y4MSource(
      ByteStream(.reading(path)), "a.y4m", matrix: nil,
      ImageLimits(fileBytes: 1 << 20, pixels: pixels, frames: 10))
    var all: [SourceFrame] = []
    while let frame = try source.next() { all.append(frame) }
    return all
  }

  private static let white: [UInt8] = [235, 128, 128]

  @Test(
    "a rate is frames by seconds",
    arguments: [("F25:1", 0.04), ("F30000:1001", 0.0333667), ("F1:2", 2), ("F0:1", nil), ("", nil)])
  func rates(word: String, seconds: Double?) throws {
    let frame = try #require(
      try frames("YUV4MPEG2 W1 H1 \(word) C444", [("FRAME", Self.white)]).first)
    #expect((frame.seconds == nil) == (seconds == nil))
    #expect(((frame.seconds ?? 0) - (seconds ?? 0)).magnitude < 1e-6)
  }

  @Test("a full range is told from a limited one")
  func ranges() throws {
    for (words, level, shown) in [
      ("", UInt8(235), UInt8(255)), ("", 16, 0), (" XCOLORRANGE=FULL", 235, 235),
      (" XCOLORRANGE=LIMITED", 235, 255), (" XCOLORRANGE=FULL XYSCSS=444", 16, 16),
    ] {
      let found = try frames("YUV4MPEG2 W1 H1\(words) C444", [("FRAME", [level, 128, 128])])
      #expect(try found[0].pixels()[0, 0].channels == SIMD4(shown, shown, shown, 255), "\(words)")
    }
  }

  /// Full red in BT.601 and in BT.709: 16 + 219 * 0.299, and 16 + 219 * 0.2126.
  @Test(
    "small pictures are taken for BT.601, those from 720 rows or 1280 columns on for BT.709",
    arguments: [(2, 719, 81), (2, 720, 63), (1279, 2, 81), (1280, 2, 63)])
  func matrices(width: Int, height: Int, luma: Int) throws {
    let count = width * height
    let chroma = luma == 81 ? (90, 240) : (102, 240)
    let planes = [luma, chroma.0, chroma.1].flatMap { Array(repeating: UInt8($0), count: count) }
    let found = try frames("YUV4MPEG2 W\(width) H\(height) C444", [("FRAME", planes)])
    let color = try found[0].pixels()[0, 0].channels
    #expect(color.x >= 252 && color.y <= 3 && color.z <= 3, "\(color)")
  }

  @Test("what stands in front of a frame is FRAME, with words or without")
  func marks() throws {
    let header = "YUV4MPEG2 W1 H1 C444"
    #expect(try frames(header, [("FRAME", Self.white), ("FRAME Ip", Self.white)]).count == 2)
    for line in ["FRAMES", "frame", "", "x FRAME"] {
      #expect(throws: FootageError.self, "\(line)") { try frames(header, [(line, Self.white)]) }
    }
    #expect(throws: FootageError.self) { try frames(header, [("FRAME", [235, 128])]) }
  }

  @Test("a size has a limit, and is needed")
  func sizes() throws {
    #expect(try frames("YUV4MPEG2 W4 H3 C444", [], pixels: 12).isEmpty)
    for header in ["W4 H3", "W0 H3", "W4", "H3", "W-1 H3", "W65536 H1", ""] {
      let pixels = header == "W4 H3" ? 11 : 1_000_000
      #expect(throws: FootageError.self, "\(header)") {
        try frames("YUV4MPEG2 \(header) C444", [], pixels: pixels)
      }
    }
  }

  @Test(
    "interlaced frames and colours of other depths are refused, with what helps",
    arguments: [("It", "yadif"), ("Ib", "yadif"), ("Im", "yadif"), ("C420p10", "yuv444p")])
  func kinds(word: String, hint: String) throws {
    let error = try #require(throws: FootageError.self) {
      try frames("YUV4MPEG2 W2 H2 \(word)", [])
    }
    #expect("\(error)".contains(hint))
    for word in ["Ip", "I?"] { #expect(try frames("YUV4MPEG2 W2 H2 \(word)", []).isEmpty) }
  }
}

import TestSupport
import Testing

@testable import Pixels

struct FrameHashTests {
  @Test("a frame's hash is the same with the loop in C and without it", arguments: 1...40)
  func sameness(width: Int) throws {
    var random = SeededRandom.fresh("hashes")
    for height in [1, 3] {
      let bytes = (0..<width * height).flatMap { _ in
        (0..<3).map { _ in UInt8.random(in: 0...200, using: &random) } + [200]
      }
      let frame = try #require(Pixmap(width: width, height: height, premultiplied: bytes))
      #expect(FrameHash(frame) == FrameHash(frame, isWide: false))
    }
  }

  @Test("a hash that was written down yesterday is the same today")
  func stability() throws {
    let bytes = (0..<720).map { (place: Int) -> UInt8 in
      place % 4 == 3 ? 255 : UInt8(place * 7 % 181)
    }
    let frame = try #require(Pixmap(width: 36, height: 5, premultiplied: bytes))
    #expect(FrameHash(frame).description == "4237f96f32e5820904ee498a392015cb")
  }
}

import Kernels
import TestSupport
import Testing

@testable import Pixels

struct FrameHashTests {
  @Test("the kernel absorbs blocks as a plain loop does", arguments: [1, 2, 7, 40])
  func kernel(blocks: Int) {
    var random = SeededRandom.fresh("hashes")
    let pixels = (0..<32 * blocks).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    var sums = (0..<8).map { _ in UInt32.random(in: .min ... .max, using: &random) }
    var turns = sums.map { ~$0 }
    var (plainSums, plainTurns) = (sums, turns)
    for place in 0..<8 * blocks {
      let lane = place % 8
      let pixel = (0..<4).reduce(UInt32(0)) { $0 | UInt32(pixels[4 * place + $1]) << (8 * $1) }
      let sum = (plainSums[lane] ^ pixel) &+ plainTurns[lane]
      plainTurns[lane] = (plainTurns[lane] << 7 | plainTurns[lane] >> 25) ^ sum
      plainSums[lane] = sum << 13 | sum >> 19
    }
    unsafe rt_hash_pixels(pixels, blocks, &sums, &turns)
    #expect(sums == plainSums && turns == plainTurns)
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

import CDeflate
import Pixels
import TestSupport
import Testing

@testable import Codecs

struct RunDeflateTests {
  /// What libdeflate makes of a zlib stream that holds `count` bytes; nil if it is none.
  static func unpacked(_ stream: [UInt8], count: Int) -> [UInt8]? {
    guard let inflater = unsafe libdeflate_alloc_decompressor() else { return nil }
    defer { unsafe libdeflate_free_decompressor(inflater) }
    var bytes = [UInt8](repeating: 0, count: count + 1)
    var size = 0
    let status = unsafe libdeflate_zlib_decompress(
      inflater, stream, stream.count, &bytes, bytes.count, &size)
    return status == LIBDEFLATE_SUCCESS && size == count ? Array(bytes[..<count]) : nil
  }

  /// Runs, repeated rows, noise, and all three by turns.
  static func bytes(
    _ count: Int, rowBytes: Int, noise: Int, using random: inout SeededRandom
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let length = Int.random(in: 1...600, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes += [UInt8](repeating: UInt8.random(in: 0...3, using: &random), count: length)
      case 1 where bytes.count >= rowBytes:
        for _ in 0..<length { bytes.append(bytes[bytes.count - rowBytes]) }
      default:
        for _ in 0..<length { bytes.append(UInt8(Int.random(in: 0...noise, using: &random))) }
      }
    }
    return Array(bytes[..<count])
  }

  @Test(
    "what is packed in pieces is unpacked as it was",
    arguments: [1, 2, 3, 4], [(0, 7), (5, 5), (40, 301), (255, 2341), (255, 40_000)])
  func roundTrip(_ step: Int, _ shape: (noise: Int, rowBytes: Int)) {
    var random = SeededRandom.fresh("deflate of runs")
    for size in [0, 1, 7, 8, 9, 300, 9000, 20_000] {
      let pieces = (0..<3).map { _ in
        Self.bytes(size, rowBytes: shape.rowBytes, noise: shape.noise, using: &random)
      }
      let streams = [true, false].map { isWide in
        var deflate = RunDeflate(
          rowBytes: shape.rowBytes, step: step, isWide: isWide && hasWideRows())
        for (index, piece) in pieces.enumerated() { deflate.append(piece, isLast: index == 2) }
        return deflate.zlib()
      }
      #expect(Self.unpacked(streams[0], count: size * 3) == pieces.flatMap { $0 })
      // The loops in C are the same as those in Swift, byte for byte.
      #expect(streams[0] == streams[1])
    }
  }

  @Test(
    "a run of any length is one that deflate can write",
    arguments: [12, 257, 258, 259, 260, 261, 262, 516, 517, 519, 774, 777, 1032])
  func runs(_ length: Int) {
    let bytes: [UInt8] = [1] + [UInt8](repeating: 9, count: length) + [2]
    var deflate = RunDeflate(rowBytes: 5000, step: 1)
    deflate.append(bytes, isLast: true)
    #expect(Self.unpacked(deflate.zlib(), count: bytes.count) == bytes)
  }

  @Test(
    "no code is longer than its limit, and together they fill the tree", arguments: [7, 12, 15])
  func prefixCodes(_ longest: Int) {
    var random = SeededRandom.fresh("prefix codes")
    for round in 0..<40 {
      // Fibonacci's numbers give the deepest tree that there is.
      var counts: [UInt32] = round == 0 ? [1, 1] : []
      while counts.count < (round == 0 ? 19 : 60) {
        let fibonacci = counts.suffix(2).reduce(0, +)
        counts.append(round == 0 ? fibonacci : UInt32.random(in: 0...90, using: &random))
      }
      let lengths = PrefixCode(counts, longest: longest).lengths
      #expect(lengths.allSatisfy { $0 <= longest })
      #expect(zip(lengths, counts).allSatisfy { ($0 > 0) == ($1 > 0) })
      #expect(lengths.reduce(0) { $0 + ($1 > 0 ? 1 << (longest - Int($1)) : 0) } == 1 << longest)
    }
  }
}

import Kernels
import TestSupport
import Testing

@testable import Codecs

struct RunLengthDeflateTests {
  /// Bytes of which `runs` in 100 begin a run.
  private static func bytes(
    _ count: Int, runs: Int, values: ClosedRange<UInt8>, using random: inout SeededRandom
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let isRun = Int.random(in: 0..<100, using: &random) < runs
      let length = isRun ? Int.random(in: 2...600, using: &random) : 1
      bytes += repeatElement(UInt8.random(in: values, using: &random), count: length)
    }
    return Array(bytes.prefix(count))
  }

  @Test(
    "libdeflate inflates what was deflated",
    arguments: [1, 7, 8, 9, 300, 131_072, 131_073, 300_000],
    [0, 5, 60])
  func roundTrip(count: Int, runs: Int) {
    var random = SeededRandom.fresh("run-length deflate")
    for values in [0...255, 0...3, 9...9] as [ClosedRange<UInt8>] {
      let bytes = Self.bytes(count, runs: runs, values: values, using: &random)
      #expect(inflated(RunLengthDeflate.zlib(bytes), upTo: count) == bytes)
    }
  }

  @Test("runs of every length are inflated")
  func lengths() {
    let bytes = (1...600).flatMap { length in
      [UInt8](repeating: UInt8(length % 251), count: length)
    }
    #expect(inflated(RunLengthDeflate.zlib(bytes), upTo: bytes.count) == bytes)
  }

  @Test("noise becomes hardly larger, and zeros nearly nothing")
  func sizes() {
    var random = SeededRandom.fresh("sizes of run-length deflate")
    let noise = Self.bytes(400_000, runs: 0, values: 0...255, using: &random)
    #expect(RunLengthDeflate.zlib(noise).count < 402_000)
    #expect(RunLengthDeflate.zlib([UInt8](repeating: 0, count: 400_000)).count < 1500)
  }

  @Test(
    "a Huffman code is complete, and the shortest unless it is limited", arguments: [2, 3, 40, 286])
  func code(symbols: Int) {
    var random = SeededRandom.fresh("Huffman codes")
    let counts = (0..<symbols).map { symbol in
      symbol < 2 || Bool.random(using: &random)
        ? UInt32(1) << UInt32.random(in: 0...20, using: &random) : 0
    }
    for limit: UInt8 in [12, 31] {
      let code = HuffmanCode(counts: counts, limit: limit)
      #expect(zip(counts, code.lengths).allSatisfy { ($0 == 0) == ($1 == 0) })
      #expect(code.lengths.allSatisfy { $0 <= limit })
      let used = code.lengths.filter { $0 > 0 }.map { 1.0 / Double(1 << UInt64($0)) }
      #expect(used.reduce(0, +) == 1)
      // The shortest code takes what all nodes of the tree weigh but for the leaves.
      if limit == 31 {
        var weights = counts.filter { $0 > 0 }.map { Int($0) }
        var least = 0
        while weights.count > 1 {
          weights.sort(by: >)
          let sum = weights.removeLast() + weights.removeLast()
          least += sum
          weights.append(sum)
        }
        #expect(zip(counts, code.lengths).reduce(0) { $0 + Int($1.0) * Int($1.1) } == least)
      }
    }
  }

  @Test("codes of a canonical Huffman code are those of RFC 1951")
  func canonical() {
    // The example of section 3.2.2: lengths 3, 3, 3, 3, 3, 2, 4, 4.
    let code = HuffmanCode(counts: [10, 10, 10, 10, 10, 25, 5, 5], limit: 15)
    #expect(code.lengths == [3, 3, 3, 3, 3, 2, 4, 4])
    let texts = code.codes.map { code in
      (0..<code.count).map { code.bits >> $0 & 1 == 1 ? "1" : "0" }.joined()
    }
    #expect(texts == ["010", "011", "100", "101", "110", "00", "1110", "1111"])
  }
}

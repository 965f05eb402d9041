import TestSupport
import Testing

@testable import Codecs

struct FrugalDeflateTests {
  /// The loop in C comes to the bytes that the one in Swift comes to.
  private func packed(_ rows: [UInt8], rowBytes: Int, step: Int) -> [UInt8] {
    let streams = [false, true].map {
      FrugalDeflate.zlib(rows, rowBytes: rowBytes, step: step, niceLength: 48, isWide: $0)
    }
    #expect(streams[0] == streams[1])
    return streams[1]
  }

  @Test(
    "rows are unpacked as they were",
    arguments: [1, 2, 3, 4], [(0, 1), (40, 100), (255, 780), (3, 11_000)])
  func roundTrip(_ step: Int, _ shape: (noise: Int, width: Int)) {
    var random = SeededRandom.fresh("frugal deflate")
    let rowBytes = shape.width * step + 1
    for rows in [1, 2, 2 + 40_000 / rowBytes] {
      let bytes = RunDeflateTests.bytes(
        rows * rowBytes, rowBytes: rowBytes, noise: shape.noise, using: &random)
      let stream = packed(bytes, rowBytes: rowBytes, step: step)
      #expect(RunDeflateTests.unpacked(stream, count: bytes.count) == bytes)
    }
  }

  @Test(
    "runs that lose their middle come back whole, wherever they begin and end",
    arguments: [1, 2, 3, 4])
  func runs(_ step: Int) {
    var random = SeededRandom.fresh("frugal runs")
    for width in [7, 300, 997] {
      let rowBytes = width * step + 1
      var bytes: [UInt8] = []
      while bytes.count < 20_000 {
        let pixel = (0..<step).map { _ in UInt8.random(in: 0...3, using: &random) }
        let isLong = Bool.random(using: &random)
        let count = Int.random(in: 1...(isLong ? 4000 : 20), using: &random)
        for _ in 0..<count { bytes += pixel }
      }
      bytes.removeLast(bytes.count % rowBytes)
      let stream = packed(bytes, rowBytes: rowBytes, step: step)
      #expect(RunDeflateTests.unpacked(stream, count: bytes.count) == bytes)
    }
  }

  @Test("the longest of all runs takes next to nothing")
  func nothing() {
    let bytes = [UInt8](repeating: 0, count: 3001 * 200)
    let stream = packed(bytes, rowBytes: 3001, step: 3)
    #expect(RunDeflateTests.unpacked(stream, count: bytes.count) == bytes)
    #expect(stream.count < 700)
  }

  @Test("words that come again and again take less than with a search that takes the first best")
  func drawing() {
    var random = SeededRandom(seed: 21)
    let words = (0..<30).map { _ in
      (0..<Int.random(in: 4...30, using: &random)).flatMap { _ in
        let level = UInt8.random(in: 0...255, using: &random)
        return [level, level, level]
      }
    }
    var bytes: [UInt8] = []
    while bytes.count < 40_000 {
      let word = words.randomElement(using: &random) ?? []
      bytes += word.prefix(3 * Int.random(in: 1...20, using: &random))
      bytes += [UInt8](repeating: 255, count: 3 * Int.random(in: 1...9, using: &random))
    }
    bytes.removeLast(bytes.count % 1501)
    let thorough = DrawingDeflate.Effort.thorough(places: 24, niceLength: 64)
    let stream = FrugalDeflate.zlib(bytes, rowBytes: 1501, step: 3, niceLength: 64)
    #expect(RunDeflateTests.unpacked(stream, count: bytes.count) == bytes)
    var greedy = DrawingDeflate(rowBytes: 1501, step: 3, effort: thorough)
    greedy.append(bytes, isLast: true)
    #expect(stream.count * 100 < greedy.zlib().count * 97)
  }
}

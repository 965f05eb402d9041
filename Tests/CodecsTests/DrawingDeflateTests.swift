import TestSupport
import Testing

@testable import Codecs

struct DrawingDeflateTests {
  private let effort = DrawingDeflate.Effort.thorough(places: 9, niceLength: 64)

  private func packed(
    _ pieces: [[UInt8]], rowBytes: Int, step: Int, effort: DrawingDeflate.Effort? = nil,
    isWide: Bool = hasWideRows()
  ) -> [UInt8] {
    var deflate = DrawingDeflate(
      rowBytes: rowBytes, step: step, effort: effort ?? self.effort, isWide: isWide)
    for (index, piece) in pieces.enumerated() {
      deflate.append(piece, isLast: index == pieces.count - 1)
    }
    return deflate.zlib()
  }

  @Test(
    "rows that are packed in pieces are unpacked as they were",
    arguments: [1, 2, 3, 4], [(0, 1), (5, 2), (40, 100), (255, 780), (3, 11_000)])
  func roundTrip(_ step: Int, _ shape: (noise: Int, width: Int)) {
    var random = SeededRandom.fresh("deflate of drawings")
    let rowBytes = shape.width * step + 1
    for rows in [1, 2, 40] {
      let pieces = (0..<3).map { _ in
        RunDeflateTests.bytes(
          rows * rowBytes, rowBytes: rowBytes, noise: shape.noise, using: &random)
      }
      let stream = packed(pieces, rowBytes: rowBytes, step: step)
      #expect(
        RunDeflateTests.unpacked(stream, count: rows * rowBytes * 3) == pieces.flatMap { $0 })
      for effort in [DrawingDeflate.Effort.quick, .hasty] {
        let quick = packed(pieces, rowBytes: rowBytes, step: step, effort: effort)
        #expect(
          RunDeflateTests.unpacked(quick, count: rows * rowBytes * 3) == pieces.flatMap { $0 })
        #expect(
          quick == packed(pieces, rowBytes: rowBytes, step: step, effort: effort, isWide: false))
      }
      // The loop in C is the same as that in Swift, byte for byte.
      #expect(stream == packed(pieces, rowBytes: rowBytes, step: step, isWide: false))
    }
  }

  @Test("what came before is found again, as far back as deflate can look")
  func repetitions() {
    var random = SeededRandom(seed: 12)
    // Three strings of noise that come by turns, each 27 kB behind itself.
    let strings = (0..<3).map { _ in
      (0..<9000).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let bytes = (0..<12).flatMap { strings[$0 % 3] }
    let stream = packed([bytes], rowBytes: 9000, step: 1)
    #expect(RunDeflateTests.unpacked(stream, count: bytes.count) == bytes)
    #expect(stream.count < 29_000)
  }

  @Test("what a row has in common with the one above it goes on in the next one")
  func rowsThatGoOn() {
    var random = SeededRandom(seed: 5)
    let row = [0] + (0..<90).map { _ in UInt8.random(in: 0...255, using: &random) }
    var bytes = (0..<600).flatMap { _ in row }
    // A pixel in the middle of every hundredth row ends a repetition, which no row's end does.
    for y in stride(from: 100, to: 600, by: 100) { bytes[y * 91 + 46] &+= 1 }
    let stream = packed([bytes], rowBytes: 91, step: 3)
    #expect(RunDeflateTests.unpacked(stream, count: bytes.count) == bytes)
    #expect(stream == packed([bytes], rowBytes: 91, step: 3, isWide: false))
    // With a repetition for every row, they would take more than a byte each.
    #expect(stream.count < 600)
  }

  @Test(
    "a long run is what is on the left of it, though the same is above", arguments: [1, 2, 3, 4],
    [DrawingDeflate.Effort.quick, .hasty, .thorough(places: 9, niceLength: 64)])
  func longRuns(_ step: Int, _ effort: DrawingDeflate.Effort) {
    var random = SeededRandom(seed: 8)
    // Some pixels, and 4,000 that are all the same.
    let rows = (0..<100).flatMap { _ in
      [0] + (0..<4 * step).map { _ in UInt8.random(in: 0...255, using: &random) }
        + [UInt8](repeating: 255, count: 4000 * step)
    }
    let stream = packed([rows], rowBytes: 4004 * step + 1, step: step, effort: effort)
    #expect(RunDeflateTests.unpacked(stream, count: rows.count) == rows)
    // So many repetitions of three bits each; what is above would take eleven more.
    let count = 100 * (4000 * step / 258)
    #expect(stream.count < count * 3 / 8 + 100 * (4 * step + 10))
  }

  @Test("a quick look finds repetitions, and none that deflate cannot write", arguments: 1...4)
  func quickLook(_ step: Int) {
    var random = SeededRandom.fresh("a quick look at drawings")
    // Rows are too short for what begins at their ends, or just not; few values come again by chance.
    for width in 1...16 {
      let rowBytes = width * step + 1
      let rows = (0..<20).flatMap { _ in
        [0] + (0..<width * step).map { _ in UInt8.random(in: 0...1, using: &random) }
      }
      let stream = packed([rows], rowBytes: rowBytes, step: step, effort: .quick)
      #expect(RunDeflateTests.unpacked(stream, count: rows.count) == rows)
    }
    let row = [0] + (0..<300 * step).map { _ in UInt8.random(in: 0...255, using: &random) }
    // Each row is the one before, two pixels farther on the right.
    let rows = (0..<100).flatMap { y -> [UInt8] in
      let turn = 2 * step * y % 300
      return [0] + Array(row[1...].suffix(turn)) + Array(row[1...].dropLast(turn))
    }
    let stream = packed([rows], rowBytes: row.count, step: step, effort: .quick)
    #expect(RunDeflateTests.unpacked(stream, count: rows.count) == rows)
    #expect(stream.count < rows.count / 20)
  }

  @Test("a stream follows on what was written before it", arguments: [0, 1, 57])
  func following(_ count: Int) {
    let head = (0..<count).map { UInt8($0) }
    let bytes = (0..<900).map { UInt8($0 % 7) }
    var drawing = DrawingDeflate(rowBytes: 90, step: 1, effort: effort, behind: head)
    drawing.append(bytes, isLast: true)
    var runs = RunDeflate(rowBytes: 90, step: 1, behind: head)
    runs.append(bytes, isLast: true)
    for stream in [drawing.zlib(), runs.zlib()] {
      #expect(Array(stream[..<count]) == head)
      #expect(RunDeflateTests.unpacked(Array(stream[count...]), count: bytes.count) == bytes)
    }
  }

  @Test("the lengths of codes are written shorter than one by one")
  func heads() {
    let bytes = [UInt8](repeating: 7, count: 500)
    #expect(packed([bytes], rowBytes: 500, step: 1).count < 40)
  }
}
